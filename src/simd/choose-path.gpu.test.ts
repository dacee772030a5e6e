import { expect, test } from 'vitest';
import { choosePath, relaxedGain } from './choose-path';

test('Chromium knows relaxed SIMD, and its gain decides', () => {
  const gains = Array.from({ length: 5 }, relaxedGain);
  console.info(`relaxed multiply: ${gains.join(' ')} times as fast`);
  // Other work can make it look small, never large.
  for (const gain of gains) {
    expect(gain).toBeGreaterThan(0);
    expect(gain).toBeLessThan(5);
  }
  expect(['simd', 'relaxed']).toContain(choosePath());
});
