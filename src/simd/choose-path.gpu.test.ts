import { expect, test } from 'vitest';
import { choosePath, pathFor, relaxedGain } from './choose-path';

test('Chromium knows relaxed SIMD, and a measured gain decides', () => {
  const gains = Array.from({ length: 5 }, relaxedGain);
  console.info(`relaxed multiply: ${gains.join(' ')} times as fast`);
  // How large it is depends on the processor and on what else it does: only that it was measured is tested.
  for (const gain of gains) {
    expect(gain).toBeGreaterThan(0);
    expect(gain).toBeLessThan(Infinity);
    expect(['simd', 'relaxed']).toContain(pathFor(gain));
  }
  const chosen = choosePath();
  expect(['simd', 'relaxed']).toContain(chosen);
  // Measured once: the engine of a thread never changes its kernels.
  for (let again = 0; again < 3; again++) expect(choosePath()).toBe(chosen);
});
