import { expect, test } from 'vitest';
import { speakIn } from '../../testing/speak-in';
import {
  answerWords,
  histogram,
  parseAnswer,
  rangeWords,
  verdictOf,
  type Answer,
  type Question,
} from './prediction';

const choice: Question = {
  kind: 'choice',
  text: 'Which?',
  options: [
    ['a', 'The first'],
    ['b', 'The second'],
  ],
};
const amount: Question & { kind: 'number' } = {
  kind: 'number',
  text: 'How much?',
  unit: 'ms',
  least: 1,
  most: 1000,
  factor: 1.5,
};
const option = (id: string): Answer => ({ kind: 'choice', option: id });
const number = (value: number): Answer => ({ kind: 'number', value });
const labels = (question: Question): readonly string[] => histogram(question, []).map(({ label }) => label);

test('an answer from another device is one of this question, or none', () => {
  expect(parseAnswer(choice, { kind: 'choice', option: 'b' })).toEqual(option('b'));
  expect(parseAnswer(amount, { kind: 'number', value: 1000 })).toEqual(number(1000));
  for (const given of [
    undefined,
    null,
    'b',
    {},
    option('c'),
    number(1),
    { ...option('a'), extra: 1 },
    { kind: 'choice' },
    { kind: 'choice', option: 'x'.repeat(1e6) },
    { kind: 'choice', option: '__proto__' },
  ])
    // prettier-ignore
    expect(parseAnswer(choice, given)).toBeUndefined();
  for (const value of [0.99, 1000.1, NaN, Infinity, -1, '5', null])
    expect(parseAnswer(amount, { kind: 'number', value })).toBeUndefined();
});

test('a number is right within its factor, and else too high or too low', () => {
  expect([66, 67, 100, 150, 151].map((value) => verdictOf(amount, number(value), number(100)))).toEqual([
    'too low',
    'right',
    'right',
    'right',
    'too high',
  ]);
  expect(verdictOf(choice, option('a'), option('a'))).toBe('right');
  expect(verdictOf(choice, option('a'), option('b'))).toBe('wrong');
});

test('the histogram counts every answer once, and only answers', () => {
  const answers = [option('a'), option('b'), option('b'), option('z'), number(3)];
  expect(histogram(choice, answers)).toEqual([
    { label: 'The first', count: 1, isMeasured: false },
    { label: 'The second', count: 2, isMeasured: false },
  ]);
  expect(histogram(choice, answers, option('b')).map(({ isMeasured }) => isMeasured)).toEqual([false, true]);
});

test('bins of a number have round edges, and hold both ends', () => {
  const counts = (question: Question, values: readonly number[]): readonly number[] =>
    histogram(question, values.map(number)).map(({ count }) => count);
  expect(counts(amount, [1, 2, 5, 11, 150, 999, 1000, 1001])).toEqual([2, 1, 1, 0, 1, 2]);
  expect(counts({ ...amount, least: 0, most: 6 }, [0, 0.5, 1, 3, 6])).toEqual([2, 1, 0, 1, 0, 1]);
  expect(histogram(amount, [], number(150)).findIndex(({ isMeasured }) => isMeasured)).toBe(4);
  expect(labels(amount)).toEqual(['1 to 3\u00a0ms', '3 to 10\u00a0ms', '10 to 30\u00a0ms', '30 to 100\u00a0ms', '100 to 300\u00a0ms', '300\u00a0ms to 1\u00a0s']); // prettier-ignore
  expect(labels({ ...amount, least: 0, most: 8, unit: '×' })).toHaveLength(8);
});

test('100 % has a bin of its own where it is an edge', () => {
  const share: Question = { ...amount, unit: '%', least: 1, most: 200 };
  expect(labels(share)).toEqual(['1 to 2\u00a0%', '2 to 5\u00a0%', '5 to 10\u00a0%', '10 to 30\u00a0%', '30 to 100\u00a0%', '100\u00a0%', '100 to 200\u00a0%']); // prettier-ignore
  expect(histogram(share, [99, 100, 101, 200].map(number)).map(({ count }) => count)).toEqual([
    0, 0, 0, 0, 1, 1, 2,
  ]);
  expect(labels({ ...share, least: 0, most: 100 })).toEqual(['0 to 20\u00a0%', '20 to 40\u00a0%', '40 to 60\u00a0%', '60 to 80\u00a0%', '80 to 100\u00a0%']); // prettier-ignore
});

test('a thousand milliseconds are a second, in answers and in the bins of a histogram', () => {
  const long: Question = { ...amount, most: 30_000 };
  expect([5.617, 999, 1000, 30_000].map((value) => answerWords(long, number(value)))).toEqual([
    '5.62\u00a0ms',
    '999\u00a0ms',
    '1\u00a0s',
    '30\u00a0s',
  ]);
  expect(labels(long)).toEqual([
    '1 to 5\u00a0ms',
    '5 to 30\u00a0ms',
    '30 to 200\u00a0ms',
    '200\u00a0ms to 1\u00a0s',
    '1 to 5\u00a0s',
    '5 to 30\u00a0s',
  ]);
  expect(answerWords({ ...amount, unit: '%' }, number(1250))).toBe('1,250\u00a0%');
  expect(answerWords({ ...amount, unit: '' }, number(7))).toBe('7');
});

test('what was measured beyond what can be answered has a bin of its own', () => {
  const loss: Question = { ...amount, unit: '', least: 0, most: 0.04 };
  const bins = histogram(loss, [number(0.039)], number(0.07803));
  expect(bins.map(({ count, isMeasured }) => [count, isMeasured])).toEqual([
    ...Array.from({ length: 7 }, () => [0, false]),
    [1, false],
    [0, true],
  ]);
  expect(bins.at(-1)!.label).toBe('more than 0.04');
  expect(histogram(amount, [], number(0.5))[0]).toEqual({ label: 'less than 1\u00a0ms', count: 0, isMeasured: true }); // prettier-ignore
  expect(histogram(loss, [], number(0.04))).toHaveLength(8);
  expect(histogram(loss, [], number(NaN)).some(({ isMeasured }) => isMeasured)).toBe(false);
  expect(histogram(choice, [], option('z')).some(({ isMeasured }) => isMeasured)).toBe(false);
});

test('the range of answers has all its digits, in each language', async () => {
  const range = (most: number, unit = '') => rangeWords({ ...amount, unit, least: 0, most });
  expect([0.04, 0.5, 1, 2.25, 30_000].map((most) => range(most))).toEqual([
    'From 0 to 0.04.',
    'From 0 to 0.5.',
    'From 0 to 1.',
    'From 0 to 2.25.',
    'From 0 to 30,000.',
  ]);
  expect([range(0.001), range(100, '%'), range(Infinity)]).toEqual([
    'From 0 to 0.001.',
    'From 0 to 100\u00a0%.',
    '0 or more.',
  ]);
  await speakIn('de');
  expect([range(0.04), range(1234.5)]).toEqual(['Von 0 bis 0,04.', 'Von 0 bis 1\u202f234,5.']);
  await speakIn('fr');
  expect([range(0.04), range(1234.5)]).toEqual(['De 0 à 0,04.', 'De 0 à 1\u202f234,5.']);
});
