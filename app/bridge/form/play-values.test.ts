// The rows of values of the play row: every preset's rate is near one of them, and a chosen value is found again.
import { expect, test } from 'vitest';
import { presets } from '../../../src/replica/presets';
import { lineAt, lines, nearestRate, profileOf, rates, widthOf, widths } from './play-values';

test('rates rise from 0.00001 to 1, and each is found again', () => {
  expect(rates[0]).toBe(0.00001);
  expect(rates.at(-1)).toBe(1);
  expect(rates).toEqual(rates.toSorted((a, b) => a - b));
  expect(rates.map(nearestRate)).toEqual(rates.map((_, index) => index));
});

test('the rate of every preset is within a third of one of the row', () => {
  for (const { config } of presets) {
    const ratio = config.learningRate / rates[nearestRate(config.learningRate)];
    expect(Math.max(ratio, 1 / ratio)).toBeLessThan(4 / 3);
  }
});

test('a line is found again, and figures of its own stand at the line that carries as much', () => {
  expect(lines.map((line) => lineAt(profileOf(line)))).toEqual(lines.map((_, at) => ({ at, isNamed: true })));
  const own = { bitsPerSecond: 20e6, delayMs: 3, jitterMs: 0, loss: 0 };
  expect(lineAt(own)).toEqual({ at: lines.indexOf('home'), isNamed: false });
  expect(lineAt({ ...own, bitsPerSecond: 5e9 })).toEqual({ at: lines.indexOf('off'), isNamed: false });
});

test('both kinds of 16 bits are one width, and other codecs have none', () => {
  expect(widths.map(([, codec]) => widthOf(codec))).toEqual(['32', '16', '8']);
  expect(widthOf('fp16')).toBe('16');
  expect(widthOf('top-k')).toBeUndefined();
});
