import { afterEach, expect, test } from 'vitest';
import { describeRun } from '../../../src/replica/describe-run';
import { presets } from '../../../src/replica/presets';
import { setup as german } from '../../text/de/setup';
import { speak } from '../../text/language';
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
  const odd = refused({ localBatch: 3, microBatch: 2 });
  expect(odd.problem).toBeUndefined();
  speak('de', { setup: german });
  expect(problemWords(odd)).toBe('LocalBatch is a whole number of micro-batches.');
});
