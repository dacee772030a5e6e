import { expect, it } from 'vitest';
import { frameShareOf, nextPace, quickestMs, steppedFromMs } from './frame-pace';

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

/** The pace at which frames of so many ms end. */
function settled(cores: number, frameMs: number): number {
  let pace = quickestMs;
  for (let frame = 0; frame < 100; frame++) pace = nextPace(pace, 0, frameMs, frameShareOf(cores));
  return pace;
}

it('leaves more of the processor to the ring where it has few cores', () => {
  expect(settled(2, 3)).toBeGreaterThan(3 / frameShareOf(2) / 1.5);
  expect(settled(8, 3)).toBeLessThan(settled(2, 3) / 2);
  expect(frameShareOf(64)).toBe(frameShareOf(16));
});

it('steps where two cores draw without a GPU, and moves where four have one', () => {
  expect(settled(2, 5)).toBeGreaterThanOrEqual(steppedFromMs);
  expect(settled(4, 2)).toBeLessThan(steppedFromMs / 2);
});
