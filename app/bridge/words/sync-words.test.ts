import { expect, test } from 'vitest';
import { plainTraining } from '../../../src/train/run/plain-training';
import { moonsRun } from '../../../src/train/run/moons-run';
import { dilocoOuter, syncNamed, syncNameOf, syncNames } from '../../../src/train/run/sync';
import { innerStepWords, localFacts, rateSentence, syncCommands, syncWords } from './sync-words';

const { buckets } = moonsRun([4], 100);
const sparse = { ...buckets, codec: { kind: 'sparse-loco', share: 1 / 64 } } as const;

test('every mode has words, and its name again from what it sets', () => {
  expect(syncWords.map(([name]) => name)).toEqual(syncNames);
  for (const name of syncNames)
    expect(syncNameOf(syncNamed(name, 5), name === 'sparse-loco' ? 'sparse-loco' : 'int8')).toBe(name);
});

test('SparseLoCo takes its codec with it, and gives it back', () => {
  const diloco = syncNamed('diloco', 16);
  expect(syncCommands('sparse-loco', diloco, buckets)).toEqual([
    { kind: 'set-sync', sync: { kind: 'local', innerSteps: 16, outer: { kind: 'average' } } },
    { kind: 'set-buckets', buckets: sparse },
  ]);
  const average = syncNamed('sparse-loco', 16);
  expect(syncCommands('diloco', average, sparse)).toEqual([
    { kind: 'set-sync', sync: { kind: 'local', innerSteps: 16, outer: dilocoOuter } },
    { kind: 'set-buckets', buckets: { ...sparse, codec: { kind: 'f32' } } },
  ]);
  expect(syncCommands('local-sgd', plainTraining.sync, buckets)).toHaveLength(1);
});

test('another number of inner steps than those offered is shown too', () => {
  expect(innerStepWords(24).map(([value]) => Number(value))).toEqual([2, 4, 8, 16, 24, 32, 64, 128, 256, 512, 1000]); // prettier-ignore
});

test('facts of the last step: nothing at every step, nothing invented where it is not measured', () => {
  const sync = syncNamed('diloco', 8);
  const local = { innerSteps: 8, innerRate: 0.004, outerRate: 0.7, planned: 120 };
  const last = { step: 3, effectiveBatch: 90, gradientNorm: 2 };
  expect(localFacts({ sync: plainTraining.sync }, last)).toEqual([]);
  expect(localFacts({ sync }, undefined).map(([, value]) => value)).toEqual(['8', 'not yet known']);
  const values = (drift: { drift?: number }) =>
    localFacts({ sync }, { ...last, local: { ...local, ...drift } }).map(([, value]) => value);
  expect(values({ drift: 0.5 })).toEqual(['8', '75.0 %', '3', '0.00400', '0.700', '25.0 %']);
  expect(values({}).at(-1)).toBe('not measured');
});

test('with local steps both rates are named', () => {
  expect(rateSentence(0.01, 'SGD', plainTraining.sync)).toBe('Each update by SGD moves the weights at 0.0100, the same on all replicas.'); // prettier-ignore
  const words = rateSentence(0.01, 'AdamW', syncNamed('diloco', 8));
  expect(words).toContain('Inner updates by AdamW move each replica’s own weights at 0.0100');
  expect(words).toContain('those of all at 0.700.');
});
