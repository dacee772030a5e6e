import { expect, test } from 'vitest';
import { speakIn } from '../../testing/speak-in';
import { amountOf, typedNumber, withUnit } from './amount';

test('milliseconds become seconds from a thousand on; other units stay', () => {
  expect(withUnit(...amountOf(999.4, 'ms', 3))).toBe('999\u00a0ms');
  expect(withUnit(...amountOf(1000, 'ms', 3))).toBe('1\u00a0s');
  expect(withUnit(...amountOf(1234, 'ms', 2))).toBe('1.2\u00a0s');
  expect(withUnit(...amountOf(12_000, '%', 3))).toBe('12,000\u00a0%');
  expect(withUnit(...amountOf(0.125, '', 2))).toBe('0.13');
});

test('what the page shows can be typed back, in each language', async () => {
  expect(['30,000', '30000', '1,234.5', '0,125', '12,5', '5.', ' 7 '].map(typedNumber)).toEqual([
    30_000, 30_000, 1234.5, 0.125, 12.5, 5, 7,
  ]);
  await speakIn('de');
  expect(['30\u202f000', '30 000', '12,345', '12.345'].map(typedNumber)).toEqual([
    30_000, 30_000, 12.345, 12.345,
  ]);
  expect(typedNumber('ten')).toBeNaN();
});
