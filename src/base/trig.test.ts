import { expect, test } from 'vitest';
import { direction } from './trig';

test('agrees with Math.sin and Math.cos', () => {
  let worst = 0;
  for (let turns = -3; turns <= 3; turns += 1 / 997) {
    const { cos, sin } = direction(turns);
    const angle = 2 * Math.PI * turns;
    worst = Math.max(worst, Math.abs(cos - Math.cos(angle)), Math.abs(sin - Math.sin(angle)));
  }
  console.log(`direction: largest difference ${worst}`);
  expect(worst).toBeLessThan(1e-12);
});

test('is exact at quarter turns', () => {
  expect(direction(0)).toEqual({ cos: 1, sin: 0 });
  expect(direction(0.25).sin).toBe(1);
  expect(direction(-0.5).cos).toBe(-1);
});
