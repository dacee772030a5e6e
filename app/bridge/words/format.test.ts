import { expect, test } from 'vitest';
import * as f from './format';

test.each([
  [f.formatBytes, 0, '0\u00a0B'],
  [f.formatBytes, 999, '999\u00a0B'],
  [f.formatBytes, 17_928, '17.9\u00a0kB'],
  [f.formatBytes, 1.5e9, '1.50\u00a0GB'],
  [f.formatShort, 12_625, '12.6\u00a0k'],
  [f.formatMs, 0.421, '0.42\u00a0ms'],
  [f.formatMs, 12.34, '12.3\u00a0ms'],
  [f.formatMs, 1200, '1.20\u00a0s'],
  [f.formatMs, 185_000, '3\u00a0min 5\u00a0s'],
  [f.formatMs, -1, '–'],
  [f.formatValue, 0.0001234, '1.23e-4'],
  [f.formatValue, 0.0635, '0.0635'],
  [f.formatValue, 2.30259, '2.303'],
  [f.formatTick, 2000, '2,000'],
  [f.formatTick, 2500, '2,500'],
  [f.formatTick, 0.0015, '0.0015'],
  [f.formatTick, 100_000, '100,000'],
  [f.formatTick, 10_240, '10,240'],
  [f.formatTick, 1_250_000, '1.25\u00a0M'],
  [f.formatTick, 2e15, '2e15'],
  [f.formatTick, 1.5e-4, '1.5e-4'],
  [f.formatTick, -0.25, '-0.25'],
  [f.formatCount, 1_234_567, '1,234,567'],
])('%o of %d is %s', (format, value, text) => {
  expect(format(value)).toBe(text);
});

test.each([
  [
    [0, 5e-5, 1e-4, 1.5e-4],
    ['0', '5e-5', '1e-4', '1.5e-4'],
  ],
  [
    [0, 5e-4, 0.001, 0.0015],
    ['0', '0.0005', '0.001', '0.0015'],
  ],
  [
    [0, 500_000, 1_000_000],
    ['0', '0.5\u00a0M', '1\u00a0M'],
  ],
  [
    [10_000, 10_010, 10_020],
    ['10,000', '10,010', '10,020'],
  ],
  [
    [0.69314, 0.693145],
    ['0.69314', '0.693145'],
  ],
])('the ticks %j of one axis are written alike', (ticks, labels) => {
  const largest = Math.max(...ticks);
  expect(ticks.map((tick) => f.formatTick(tick, largest))).toEqual(labels);
});

test('nothing and infinities are a dash', () => {
  for (const format of [
    f.formatBytes,
    f.formatShort,
    f.formatMs,
    f.formatValue,
    f.formatTick,
    f.formatCount,
    f.formatPercent,
  ])
    for (const value of [undefined, NaN, Infinity]) expect(format(value)).toBe('–');
});

test('a sentence begins with a capital letter, unless a name begins it', () => {
  expect(f.formatSentence('the file is empty')).toBe('The file is empty.');
  for (const name of ['iris.csv', 'data/cats', 'my_pets', 'huggingface.co'])
    expect(f.formatSentence(`${name} is empty`)).toBe(`${name} is empty.`);
  expect(f.formatSentence('pets is empty', ['pets', 3])).toBe('pets is empty.');
  expect(f.formatSentence('my pets.csv is empty', ['my pets.csv'])).toBe('my pets.csv is empty.');
});

test('names are listed', () => {
  expect(f.formatNames(['A'])).toBe('A');
  expect(f.formatNames(['A', 'B'])).toBe('A and B');
  expect(f.formatNames(['A', 'B', 'C', 'D'])).toBe('A, B, C and D');
  expect(f.formatNames(['A', 'B', 'C', 'D', 'E'])).toBe('A, B and 3 more');
});
