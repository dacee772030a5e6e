import { expect, it } from 'vitest';
import { frameShareOf, nextPace, quickestMs } from './frame-pace';

const share = 1 / 20;

it('draws less often while frames come late or take long, and as often as before after that', () => {
  let pace = quickestMs;
  for (let frame = 0; frame < 3; frame++) pace = nextPace(pace, 60, 1, share);
  expect(pace).toBeCloseTo(quickestMs * 1.5 ** 3);
  expect(nextPace(pace, 0, pace / 4, share)).toBeGreaterThan(pace);
  for (let frame = 0; frame < 100; frame++) pace = nextPace(pace, 60, 20, share);
  expect(pace).toBe(400);
  for (let frame = 0; frame < 100; frame++) pace = nextPace(pace, 2, 1, share);
  expect(pace).toBe(quickestMs);
});

it('leaves more of the processor to the ring where it has few cores', () => {
  const settled = (cores: number): number => {
    let pace = quickestMs;
    for (let frame = 0; frame < 100; frame++) pace = nextPace(pace, 0, 3, frameShareOf(cores));
    return pace;
  };
  expect(settled(2)).toBeGreaterThan(3 / frameShareOf(2) / 1.5);
  expect(settled(8)).toBeLessThan(settled(2) / 2);
  expect(frameShareOf(64)).toBe(frameShareOf(8));
});
