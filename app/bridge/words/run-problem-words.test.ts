import { unexpected } from '../../../src/base/sayings';
import { afterEach, expect, test } from 'vitest';
import { problemOf } from '../../../src/base/run-problems';
import { describeRun } from '../../../src/replica/describe-run';
import { presets } from '../../../src/replica/presets';
import { setup as german } from '../../text/de/setup';
import { speak } from '../../text/language';
import { errorWords } from './error-words';
import { impossibleWords } from './run-problem-words';

afterEach(() => speak('en', {}));

const { config } = presets.find(({ id }) => id === 'moons')!;
const refused = (change: Partial<typeof config>) => {
  const described = describeRun({ ...config, ...change });
  if (described.ok) throw new Error('this run is possible');
  return described;
};

test('a run that cannot be says why in the page’s language', () => {
  const digits = presets.find(({ id }) => id === 'digits')!.config;
  const other = refused({ data: digits.data, validationExamples: 0 });
  expect(impossibleWords(other).words).toBe('The data has 784 inputs, the model 2.');
  speak('de', { setup: german });
  expect(impossibleWords(other).words).toBe('Die Daten haben 784 Eingaben, das Modell 2.');
});

test.each([
  [{ steps: 0 }, 'Steps is 0, and at least 1 is possible.', 'Steps ist 0, und mindestens 1 ist möglich.'],
  [
    { localBatch: 70_000 },
    'LocalBatch is 70000, and at most 65,536 is possible.',
    'LocalBatch ist 70000, und höchstens 65\u202f536 ist möglich.',
  ],
  [{ seed: 0.5 }, 'Seed has a value that is not possible.', 'Seed hat einen Wert, der nicht möglich ist.'],
] as const)('a setting out of its range is named with its limit, %#', (change, english, words) => {
  const odd = refused(change);
  expect(impossibleWords(odd)).toEqual({ words: english });
  speak('de', { setup: german });
  expect(impossibleWords(odd)).toEqual({ words });
});

test('why layers do not go together stands behind the sentence', () => {
  const gpt = presets.find(({ id }) => id === 'stories')!.config;
  const layers = gpt.model.layers.slice(1);
  const odd = refused({ model: { ...gpt.model, layers } });
  speak('de', { setup: german });
  expect(impossibleWords(odd)).toEqual({
    words: 'Das Modell lässt sich so nicht bauen.',
    technical: odd.problem.text,
  });
});

const streaming = { kind: 'streaming', innerSteps: 8, fragments: 4, pattern: 'strided', delay: 1, mixing: 0.5, outer: { kind: 'average' } } as const; // prettier-ignore
const powerSgd = { ...config.buckets, codec: { kind: 'power-sgd', rank: 2 } } as const;

test.each([
  [{ localBatch: 3, microBatch: 2 }, '3 Beispiele sind keine ganze Zahl von Mikrobatches zu 2.'],
  [{ validationExamples: 4000 }, 'Von 2\u202f000 Beispielen sind 4\u202f000 zurückgelegt: zum Trainieren muss etwas bleiben.'], // prettier-ignore
  [{ sync: { ...streaming, innerSteps: 9 } }, '9 innere Schritte einer Runde sind keine ganze Zahl für jedes von 4 Fragmenten.'], // prettier-ignore
  [{ sync: { ...streaming, delay: 3 } }, 'Die Verzögerung ist 3, erlaubt sind höchstens die 2 inneren Schritte zwischen zwei Summen.'], // prettier-ignore
  [{ sync: streaming, buckets: powerSgd }, 'PowerSGD zerlegt ganze Tensoren, und Streaming DiLoCo summiert Fragmente: wähle einen anderen Codec.'], // prettier-ignore
] as const)('settings that do not go together, %#: the reason with its values', (change, words) => {
  const described = refused(change);
  speak('de', { setup: german });
  expect(impossibleWords(described).words).toBe(words);
});

test('a device that refuses the room’s run says why in the page’s language', () => {
  const problem = problemOf('other-inputs', 784, 2);
  const error = { code: 'wrong-config', says: unexpected(problem.text), problem } as const;
  expect(errorWords(error)).toBe('the data has 784 inputs, the model 2');
  speak('de', { setup: german });
  expect(errorWords(error)).toBe('die Daten haben 784 Eingaben, das Modell 2');
});
