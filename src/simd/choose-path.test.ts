import { expect, test } from 'vitest';
import { pathFor, relaxedGain } from './choose-path';
import { kernelModule } from './kernel-module';

test.each([
  [undefined, 'simd'],
  [0.7, 'simd'],
  [1.149, 'simd'],
  [1.15, 'relaxed'],
  [1.9, 'relaxed'],
])('a gain of %s: %s', (gain, path) => {
  expect(pathFor(gain)).toBe(path);
});

test('the gain is measured where the relaxed build validates, and nowhere else', () => {
  const gain = relaxedGain();
  console.info(`relaxed multiply: ${gain ?? 'not known here'}`);
  if (kernelModule('relaxed', false)) expect(gain).toBeGreaterThan(0);
  else expect(gain).toBeUndefined();
});
