import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PacedFrames } from './paced-frames';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('what waits to join is drawn with the first picture after three fifths of its time, and once', () => {
  const frames = new PacedFrames(1);
  const draw = vi.fn();
  frames.askToJoin(draw, 1000);
  vi.advanceTimersByTime(500);
  frames.join();
  expect(draw).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  frames.join();
  frames.join();
  expect(draw).toHaveBeenCalledTimes(1);
});

test('where nothing else is drawn it gets a frame of its own, and what is forgotten gets none', () => {
  const frames = new PacedFrames(1);
  const [draw, forgotten] = [vi.fn(), vi.fn()];
  frames.askToJoin(draw, 1000);
  frames.askToJoin(forgotten, 1000);
  frames.forget(forgotten);
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 16));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  vi.advanceTimersByTime(1_400);
  vi.unstubAllGlobals();
  expect(draw).toHaveBeenCalledTimes(1);
  frames.join();
  expect(draw).toHaveBeenCalledTimes(1);
  expect(forgotten).not.toHaveBeenCalled();
});
