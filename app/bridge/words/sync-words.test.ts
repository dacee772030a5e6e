import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { plainTraining } from '../../../src/train/run/plain-training';
import { moonsRun } from '../../../src/train/testing/moons-run';
import { streamingDiloco } from '../../../src/train/run/modes/streaming';
import { dilocoOuter, syncSettings, syncNamed, syncNameOf, syncNames } from '../../../src/train/run/sync';
import {
  delayWords,
  fragmentsDo,
  fragmentWords,
  innerStepsDo,
  innerStepWords,
  localFacts,
  mixingWords,
  rateSentence,
  syncCommands,
  syncWords,
  withFragments,
  withInnerSteps,
} from './sync-words';

const { buckets } = moonsRun([4], 100);
const sparse = { ...buckets, codec: { kind: 'sparse-loco', share: 1 / 64 } } as const;

test('every mode has words, and its name again from what it sets', () => {
  expect(syncWords().map(([name]) => name)).toEqual(syncNames);
  for (const name of syncNames)
    expect(syncNameOf(syncNamed(name, 5), name === 'sparse-loco' ? 'sparse-loco' : 'int8')).toBe(name);
});

test('SparseLoCo takes its codec with it, and gives it back', () => {
  const diloco = syncNamed('diloco', 16);
  expect(syncCommands('sparse-loco', diloco, buckets)).toEqual([
    { kind: 'set-buckets', buckets: sparse },
    { kind: 'set-sync', sync: { kind: 'local', innerSteps: 16, outer: { kind: 'average' } } },
  ]);
  const average = syncNamed('sparse-loco', 16);
  expect(syncCommands('diloco', average, sparse)).toEqual([
    { kind: 'set-buckets', buckets: { ...sparse, codec: { kind: 'f32' } } },
    { kind: 'set-sync', sync: { kind: 'local', innerSteps: 16, outer: dilocoOuter } },
  ]);
  expect(syncCommands('local-sgd', plainTraining.sync, buckets)).toHaveLength(1);
});

test('E27: Streaming DiLoCo takes another codec than PowerSGD, before the mode', () => {
  const factors = { ...buckets, codec: { kind: 'power-sgd', rank: 2 } } as const;
  expect(syncCommands('streaming-diloco', plainTraining.sync, factors)).toEqual([
    { kind: 'set-buckets', buckets: { ...factors, codec: { kind: 'f32' } } },
    { kind: 'set-sync', sync: streamingDiloco(8) },
  ]);
});

test('E28: every choice of fragments, delay and inner steps is one that members accept', () => {
  const isValid = (sync: unknown): boolean => safeParse(syncSettings, sync).success;
  const sync = streamingDiloco(24, { fragments: 4, delay: 6, mixing: 0.3 });
  const values = (words: readonly (readonly [string, string])[]) => words.map(([value]) => Number(value));
  expect(values(fragmentWords(sync))).toEqual([1, 2, 3, 4, 6, 8, 12]);
  expect(values(delayWords(sync))).toEqual([0, 1, 2, 4, 6]);
  expect(values(mixingWords(sync))).toEqual([0, 0.25, 0.3, 0.5, 0.75, 1]);
  for (const count of values(fragmentWords(sync))) expect(isValid(withFragments(sync, count))).toBe(true);
  for (const count of values(innerStepWords(24))) expect(isValid(withInnerSteps(sync, count))).toBe(true);
  expect(withFragments(sync, 8)).toMatchObject({ delay: 3 });
  expect([{ fragments: 5 }, { delay: 7 }, { mixing: 1.1 }, { fragments: 65 }].map((other) => isValid({ ...sync, ...other }))).toEqual([false, false, false, false]); // prettier-ignore
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
  expect(values({ drift: 0.5 })).toEqual(['8', '75.0\u00a0%', '3', '0.00400', '0.700', '25.0\u00a0%']);
  expect(values({}).at(-1)).toBe('not measured');
  const streaming = localFacts({ sync: syncNamed('streaming-diloco', 8) }, { ...last, local: { ...local, fragment: { number: 2, of: 4 } } }); // prettier-ignore
  expect(streaming[1]).toEqual(['Fragment', '2 of 4']);
});

test('with local steps both rates are named', () => {
  expect(rateSentence(0.01, 'SGD', plainTraining.sync)).toBe('Each update by SGD moves the weights at 0.0100, the same on all replicas.'); // prettier-ignore
  const words = rateSentence(0.01, 'AdamW', syncNamed('diloco', 8));
  expect(words).toContain('Inner updates by AdamW move each replica’s own weights at 0.0100');
  expect(words).toContain('those of all at 0.700.');
});

test('E28: the host reads how much inner work the end of a run leaves out', () => {
  const ends = (innerSteps: number, fragments: number) =>
    fragmentsDo(streamingDiloco(innerSteps, { fragments })).split('sums all.')[1];
  expect(ends(32, 4)).toBe(' When a run ends, the last 24 inner steps are not in every part.');
  expect(ends(2, 2)).toBe(' When a run ends, the last inner step is not in every part.');
  expect(ends(32, 1)).toBe('');
});

test('inner steps are those between two sums of the same parameters', () => {
  const diloco = { kind: 'local', innerSteps: 16, outer: dilocoOuter } as const;
  expect(innerStepsDo(diloco)).toContain('between two sums.');
  expect(innerStepsDo(streamingDiloco(16, { fragments: 4 }))).toContain(
    'between two sums of the same fragment.',
  );
});
