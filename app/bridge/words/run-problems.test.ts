// Why a run cannot be, from the planner to the sentence.
import { expect, test } from 'vitest';
import { logged, say, type Saying } from '../../../src/base/sayings';
import { inEnglish } from '../../../src/cli/english/in-english';
import { describeRun } from '../../../src/replica/describe-run';
import { presets } from '../../../src/replica/presets';
import { speakIn } from '../../testing/speak-in';
import { errorWords } from './phase-words';
import { problemWords } from './problem-words';

const { config } = presets.find(({ id }) => id === 'moons')!;
const refused = (change: Partial<typeof config>): Saying => {
  const described = describeRun({ ...config, ...change });
  if (described.ok) throw new Error('this run is possible');
  return described.problem;
};

test('a run that cannot be says why in the page’s language', async () => {
  const digits = presets.find(({ id }) => id === 'digits')!.config;
  const other = refused({ data: digits.data, validationExamples: 0 });
  expect(inEnglish(other)).toBe('the data has 784 inputs, the model 2');
  expect(problemWords(other).words).toBe('the data has 784 inputs, the model 2');
  await speakIn('de');
  expect(problemWords(other).words).toBe('die Daten haben 784 Eingaben, das Modell 2');
});

test.each([
  [{ steps: 0 }, 'steps is 0, and at least 1 is possible', 'steps ist 0, und mindestens 1 ist möglich'],
  [
    { localBatch: 70_000 },
    'localBatch is 70,000, and at most 65,536 is possible',
    'localBatch ist 70\u202f000, und höchstens 65\u202f536 ist möglich',
  ],
  [{ seed: 0.5 }, 'seed has a value that is not possible', 'seed hat einen Wert, der nicht möglich ist'],
] as const)('a setting out of its range is named with its limit, %#', async (change, english, words) => {
  const odd = refused(change);
  expect(problemWords(odd)).toMatchObject({ words: english, technical: undefined });
  await speakIn('de');
  expect(problemWords(odd)).toMatchObject({ words, technical: undefined });
});

test('why layers do not go together is said of the layer, with what to do', async () => {
  const gpt = presets.find(({ id }) => id === 'stories')!.config;
  const layers = gpt.model.layers.slice(1);
  const odd = refused({ model: { ...gpt.model, layers } });
  await speakIn('de');
  expect(problemWords(odd)).toEqual({
    words:
      'Schicht 1.1.2 (attention): sie nimmt Stellen mit Kanälen und bekommt 32: stelle sie hinter ein Embedding',
    technical: undefined,
  });
});

const streaming = {
  kind: 'streaming',
  innerSteps: 8,
  fragments: 4,
  pattern: 'strided',
  delay: 1,
  mixing: 0.5,
  outer: { kind: 'average' },
} as const;
const powerSgd = { ...config.buckets, codec: { kind: 'power-sgd', rank: 2 } } as const;

test.each([
  [{ localBatch: 3, microBatch: 2 }, '3 Beispiele sind keine ganze Zahl von Mikrobatches zu 2'],
  [{ localBatch: 1, microBatch: 2 }, '1 Beispiel ist keine ganze Zahl von Mikrobatches zu 2'],
  [
    { validationExamples: 4000 },
    'von 2\u202f000 Beispielen sind 4\u202f000 zurückgelegt: zum Trainieren muss etwas bleiben',
  ],
  [
    { sync: { ...streaming, innerSteps: 9 } },
    '9 innere Schritte einer Runde sind keine ganze Zahl für jedes von 4 Fragmenten',
  ],
  [
    { sync: { ...streaming, delay: 3 } },
    'die Verzögerung ist 3, erlaubt sind höchstens die 2 inneren Schritte zwischen zwei Summen',
  ],
  [
    { sync: { ...streaming, innerSteps: 4, delay: 3 } },
    'die Verzögerung ist 3, erlaubt ist höchstens der eine innere Schritt zwischen zwei Summen',
  ],
  [
    { sync: streaming, buckets: powerSgd },
    'PowerSGD zerlegt ganze Tensoren, und Streaming DiLoCo summiert Fragmente: wähle einen anderen Codec',
  ],
] as const)('settings that do not go together, %#: the reason with its values', async (change, words) => {
  const problem = refused(change);
  await speakIn('de');
  expect(problemWords(problem).words).toBe(words);
});

test('how many loss terms a step may have', async () => {
  const most = 2 ** 18;
  const once = say('too-many-terms', { innerSteps: 1, batch: 300_000, positions: 1, most });
  const often = say('too-large-batch', { innerSteps: 1000, batch: 1, positions: 512, most });
  expect(inEnglish(once)).toBe('300,000 examples of 1 position are more than 262,144 loss terms');
  expect(inEnglish(often)).toBe(
    '1,000 inner steps of a batch of 1 example of 512 positions are more than 262,144 loss terms',
  );
  await speakIn('de');
  expect(problemWords(once).words).toBe(
    '300\u202f000 Beispiele zu 1 Stelle sind mehr als 262\u202f144 Verlustterme',
  );
  expect(problemWords(often).words).toBe(
    '1\u202f000 innere Schritte mit je einem Batch von 1 Beispiel zu 512 Stellen ergeben mehr als 262\u202f144 Verlustterme',
  );
});

test('a device that refuses the room’s run says why in the page’s language', async () => {
  const error = { code: 'wrong-config', says: say('other-inputs', { data: 784, model: 2 }) } as const;
  expect(errorWords(error)).toBe('the data has 784 inputs, the model 2');
  expect(logged(error.says)).toBe('other-inputs {"data":784,"model":2}');
  await speakIn('de');
  expect(errorWords(error)).toBe('die Daten haben 784 Eingaben, das Modell 2');
});
