import { expect, it } from 'vitest';
import { nextPace, quickestMs } from './frame-pace';

it('draws less often while frames come late or take long, and as often as before after that', () => {
  let pace = quickestMs;
  for (let frame = 0; frame < 3; frame++) pace = nextPace(pace, 60, 1);
  expect(pace).toBeCloseTo(quickestMs * 1.5 ** 3);
  expect(nextPace(pace, 0, pace / 4)).toBeGreaterThan(pace);
  for (let frame = 0; frame < 100; frame++) pace = nextPace(pace, 60, 20);
  expect(pace).toBe(320);
  for (let frame = 0; frame < 100; frame++) pace = nextPace(pace, 2, 0.4);
  expect(pace).toBe(quickestMs);
});
