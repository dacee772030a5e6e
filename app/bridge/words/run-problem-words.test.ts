import { afterEach, expect, test } from 'vitest';
import { problemOf } from '../../../src/base/run-problems';
import { describeRun } from '../../../src/replica/describe-run';
import { presets } from '../../../src/replica/presets';
import { setup as german } from '../../text/de/setup';
import { speak } from '../../text/language';
import { errorWords } from './error-words';
import { problemWords } from './run-problem-words';

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
  expect(problemWords(other)).toBe('The data has 784 inputs, the model 2.');
  speak('de', { setup: german });
  expect(problemWords(other)).toBe('Die Daten haben 784 Eingaben, das Modell 2.');
});

test('what has no sentence in other languages stays English', () => {
  const odd = refused({ steps: 0 });
  expect(odd.problem).toBeUndefined();
  speak('de', { setup: german });
  expect(problemWords(odd)).toBe(odd.message);
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
  expect(problemWords(described)).toBe(words);
});

test('a device that refuses the room’s run says why in the page’s language', () => {
  const problem = problemOf('other-inputs', 784, 2);
  const error = { code: 'wrong-config', message: problem.text, problem } as const;
  expect(errorWords(error)).toBe('the data has 784 inputs, the model 2');
  speak('de', { setup: german });
  expect(errorWords(error)).toBe('die Daten haben 784 Eingaben, das Modell 2');
});
