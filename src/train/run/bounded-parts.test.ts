// S25d: whose norms the bound follows.
import { expect, test } from 'vitest';
import { addNorms, type UsualNorms, boundedNorm } from './usual-norms';

const shown = (norm: number, step: number) => ({
  last: { step, count: 8, gradientSquared: norm ** 2, isSkipped: false },
});

test('S25: nothing is allowed before four norms are known', () => {
  expect([boundedNorm([], 'sent'), boundedNorm([1, 1, 1], 'received')]).toEqual([0, 0]);
  expect(boundedNorm([1, 2, 3, 4], 'sent')).toBe(3);
  expect(boundedNorm([1, 2, 3, 4], 'received')).toBeCloseTo(3.3);
});

test.each([
  ['grows', (step: number) => 1.5 ** step],
  ['is 0', () => 0],
  ['follows the bound', (_: number, norms: UsualNorms) => boundedNorm(norms, 'received')],
])('S25d: one of four that shows a norm that %s moves the bound within the others’ norms', (_, lie) => {
  let norms: UsualNorms = [];
  for (let step = 1; step <= 200; step++) {
    const honest = [0.8, 1, 1.2].map((norm) => shown(norm * (1 + 0.1 * ((step % 3) - 1)), step));
    norms = addNorms(norms, [...honest, shown(lie(step, norms), step)], step);
    expect(boundedNorm(norms, 'sent') / 1.5).toBeGreaterThanOrEqual(0.72);
    expect(boundedNorm(norms, 'sent') / 1.5).toBeLessThanOrEqual(1.32);
  }
});
