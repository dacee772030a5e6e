import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Ticker } from './ticker';

let nowMs = 0;

beforeEach(() => {
  nowMs = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  vi.spyOn(Date, 'now').mockImplementation(() => 1_700_000_000_123 + nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Something new every 10 ms for so long; each drawing takes `scriptMs`, in a microtask as React's does. Returns how often
 *  it was drawn in the last ten seconds. */
async function drawnWithin10s(scriptMs: number): Promise<number> {
  const ticker = new Ticker(200, 960);
  const drawnMs: number[] = [];
  ticker.subscribe(() => {
    drawnMs.push(nowMs);
    queueMicrotask(() => (nowMs += scriptMs));
  });
  while (nowMs < 60_000) {
    ticker.mark();
    nowMs += 10;
    await vi.advanceTimersByTimeAsync(10);
  }
  ticker.stop();
  return drawnMs.filter((ms) => ms >= 50_000 && ms < 60_000).length;
}

test('a drawing that costs little comes five times a second', async () => {
  const drawn = await drawnWithin10s(0.5);
  expect(drawn).toBeGreaterThanOrEqual(48);
  expect(drawn).toBeLessThanOrEqual(50);
});

test('a drawing of two milliseconds comes every 667 ms', async () => {
  const drawn = await drawnWithin10s(2);
  expect(drawn).toBeGreaterThanOrEqual(14);
  expect(drawn).toBeLessThanOrEqual(15);
});

test('however long it takes, a drawing comes once a second', async () => {
  const drawn = await drawnWithin10s(50);
  expect(drawn).toBeGreaterThanOrEqual(10);
  expect(drawn).toBeLessThanOrEqual(11);
});

test('two slow tickers beat at the same times, whenever they began', async () => {
  // The time of a drawing passes for the ticker that measures it, and for no timer.
  let drawingMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs + drawingMs);
  const tickers = [new Ticker(200, 1_500), new Ticker(200, 1_500)];
  const beatsMs: number[][] = [[], []];
  tickers.forEach((ticker, at) =>
    ticker.subscribe(() => {
      beatsMs[at].push(nowMs);
      queueMicrotask(() => {
        drawingMs = 20;
        queueMicrotask(() => (drawingMs = 0));
      });
    }),
  );
  while (nowMs < 60_000) {
    tickers[0].mark();
    if (nowMs > 700) tickers[1].mark();
    nowMs += 10;
    await vi.advanceTimersByTimeAsync(10);
  }
  const [first, second] = beatsMs.map((beats) => beats.filter((ms) => ms > 30_000));
  expect(first.length).toBeGreaterThanOrEqual(19);
  expect(second).toHaveLength(first.length);
  first.forEach((ms, at) => expect(Math.abs(ms - second[at])).toBeLessThanOrEqual(10));
});

test('what may not wait is drawn within its time, however long a drawing takes, and no sooner', async () => {
  const ticker = new Ticker(200, 1_500);
  const drawnMs: number[] = [];
  ticker.subscribe(() => {
    drawnMs.push(nowMs);
    queueMicrotask(() => (nowMs += 50));
  });
  const pass = async (ms: number): Promise<void> => {
    for (const endMs = nowMs + ms; nowMs < endMs; nowMs += 10) await vi.advanceTimersByTimeAsync(10);
  };
  ticker.mark();
  await pass(300);
  ticker.mark(50); // would be drawn after 1,500 ms
  ticker.mark(0, 500);
  ticker.mark();
  await pass(2_000);
  const [first, second] = drawnMs;
  expect(drawnMs).toHaveLength(2);
  expect(second - first).toBeGreaterThanOrEqual(450);
  expect(second - first).toBeLessThanOrEqual(560);
});

test('what follows another ticker is announced in its beats, and once more after the last one', async () => {
  const [ticker, slow] = [new Ticker(200, 480), new Ticker(1000, 1000)];
  const drawnMs: number[] = [];
  const beatsMs: number[] = [];
  slow.subscribe(() => drawnMs.push(nowMs));
  ticker.subscribe(() => {
    beatsMs.push(nowMs);
    slow.follow(480);
  });
  const pass = async (untilMs: number): Promise<void> => {
    for (; nowMs < untilMs; nowMs += 10) await vi.advanceTimersByTimeAsync(10);
  };
  for (let mark = 0; mark < 30; mark++) {
    ticker.mark();
    await pass(100 * (mark + 1));
  }
  const during = drawnMs.length;
  expect(during).toBeGreaterThanOrEqual(3);
  expect(beatsMs).toEqual(expect.arrayContaining(drawnMs));
  await pass(6_000);
  expect(drawnMs.length, 'the last news').toBe(during + 1);
  expect(drawnMs.at(-1)).toBeGreaterThan(beatsMs.at(-1)!);
});

test('what came in a pause is announced when it ends, at once; of nothing new nothing is announced', () => {
  const ticker = new Ticker(200, 960);
  let drawn = 0;
  ticker.subscribe(() => drawn++);
  ticker.mark();
  ticker.pause(true);
  nowMs += 10;
  ticker.mark();
  vi.advanceTimersByTime(5000);
  expect(drawn).toBe(1);
  ticker.pause(false);
  expect(drawn).toBe(2);
  ticker.pause(true);
  ticker.pause(false);
  expect(drawn).toBe(2);
  ticker.stop();
});
