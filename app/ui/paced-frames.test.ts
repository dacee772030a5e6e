// All pictures of a page draw in the same frames; who is forgotten draws no more, even within the frame.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PacedFrames } from './paced-frames';

let frames: Map<number, () => void>;
beforeEach(() => {
  vi.useFakeTimers();
  frames = new Map();
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => (frames.set(++last, frame), last));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function nextFrame(): void {
  vi.advanceTimersByTime(400);
  const due = [...frames.values()];
  frames.clear();
  for (const frame of due) frame();
}

it('draws all who asked in one frame, once each, and waits for nothing after that', () => {
  const paced = new PacedFrames(1);
  const drawn: string[] = [];
  const [a, b] = ['a', 'b'].map((name) => () => void drawn.push(name));
  for (const draw of [a, b, a]) paced.ask(draw);
  vi.advanceTimersByTime(400);
  expect(frames.size).toBe(1);
  nextFrame();
  expect(drawn).toEqual(['a', 'b']);
  expect(vi.getTimerCount()).toBe(0);
  nextFrame();
  expect(drawn).toEqual(['a', 'b']);
});

it('draws no one who is forgotten, before the frame or within it', () => {
  const paced = new PacedFrames(1);
  const drawn: string[] = [];
  const b = (): void => void drawn.push('b');
  paced.ask(b);
  paced.forget(b);
  expect(vi.getTimerCount()).toBe(0);
  paced.ask(() => {
    drawn.push('a');
    paced.forget(b);
  });
  paced.ask(b);
  nextFrame();
  expect(drawn).toEqual(['a']);
});

it('one who asks again within a frame is drawn in the next', () => {
  const paced = new PacedFrames(1);
  let drawn = 0;
  const again = (): void => {
    drawn++;
    paced.ask(again);
  };
  paced.ask(again);
  nextFrame();
  expect(drawn).toBe(1);
  nextFrame();
  expect(drawn).toBe(2);
  paced.forget(again);
  expect(vi.getTimerCount()).toBe(0);
});

it('what waits to join is drawn with the first picture after three fifths of its time, and once', () => {
  const paced = new PacedFrames(1);
  const draw = vi.fn();
  paced.askToJoin(draw, 1000);
  vi.advanceTimersByTime(500);
  paced.join();
  expect(draw).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  paced.join();
  paced.join();
  expect(draw).toHaveBeenCalledTimes(1);
});

it('where nothing else is drawn it gets a frame of its own, and what is forgotten gets none', () => {
  const paced = new PacedFrames(1);
  const [draw, forgotten] = [vi.fn(), vi.fn()];
  paced.askToJoin(draw, 1000);
  paced.askToJoin(forgotten, 1000);
  paced.forget(forgotten);
  vi.advanceTimersByTime(1_400);
  expect(draw).not.toHaveBeenCalled();
  nextFrame();
  expect(draw).toHaveBeenCalledTimes(1);
  paced.join();
  expect(draw).toHaveBeenCalledTimes(1);
  expect(forgotten).not.toHaveBeenCalled();
});
