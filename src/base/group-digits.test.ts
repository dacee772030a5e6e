import { expect, test } from 'vitest';
import { groupDigits } from './group-digits';

test.each([
  [0, '0'],
  [-0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-1234, '-1,234'],
  [1_234_567, '1,234,567'],
  [2 ** 53, '9,007,199,254,740,992'],
  [1999.6, '2,000'],
])('%d is written %s', (value, text) => {
  expect(groupDigits(value)).toBe(text);
  expect(groupDigits(value)).toBe((Math.round(value) + 0).toLocaleString('en-US'));
});
