// A slower engine by waiting: the same gradient, its buckets spread over the wait.
import { expect, test } from 'vitest';
import { ManualClock } from '../base/clock';
import { drive } from '../base/testing/drive-clock';
import type { Bucket, Engine } from './engine';
import { waitingEngine } from './waiting-engine';

const buckets: readonly Bucket[] = [
  { index: 0, start: 60, end: 80 },
  { index: 1, start: 0, end: 60 },
];
const sums = { lossSum: 3, score: 1, count: 4 };

/** A gradient that takes no time; only what the wait needs of an engine. */
function plain(): Engine {
  const gradient: Engine['gradient'] = (_, all, into, onBucket) => {
    into.fill(7);
    for (const { index } of all) onBucket(index);
    return Promise.resolve(sums);
  };
  return { gradient } as unknown as Engine;
}

async function timesOf(overlap: boolean, examples = 1) {
  const clock = new ManualClock();
  const announced: (readonly [bucket: number, atMs: number])[] = [];
  const into = new Float32Array(80);
  const batch = { inputs: new Float32Array(), labels: new Uint32Array(), weights: new Float32Array() };
  const micro = Array.from({ length: examples }, () => batch);
  const onBucket = (index: number): void => void announced.push([index, clock.now()]);
  const engine = waitingEngine(plain(), clock, 120);
  const result = await drive(clock, engine.gradient(micro, buckets, into, onBucket, { overlap }));
  return { result, announced, into, endMs: clock.now() };
}

test('with overlap: a third before the first bucket begins, the rest by elements', async () => {
  const { result, announced, into, endMs } = await timesOf(true);
  expect(result).toEqual(sums);
  expect(into.every((value) => value === 7)).toBe(true);
  expect(announced.map(([index]) => index)).toEqual([0, 1]);
  // 40 ms, then 80 ms over 20 and 60 of 80 elements.
  expect(announced[0][1]).toBeCloseTo(60, 6);
  expect(announced[1][1]).toBeCloseTo(120, 6);
  expect(endMs).toBeCloseTo(120, 6);
});

test('without overlap all at the end; without examples at once', async () => {
  const { announced } = await timesOf(false);
  expect(announced.map(([, atMs]) => Math.round(atMs))).toEqual([120, 120]);
  expect((await timesOf(true, 0)).endMs).toBe(0);
});

test('an abort ends the wait', async () => {
  const clock = new ManualClock();
  const abort = new AbortController();
  const batch = { inputs: new Float32Array(), labels: new Uint32Array(), weights: new Float32Array() };
  const { signal } = abort;
  const waiting = waitingEngine(plain(), clock, 1e6).gradient(
    [batch],
    buckets,
    new Float32Array(80),
    () => undefined,
    { overlap: true, signal },
  );
  clock.after(5, () => abort.abort(new Error('no longer wanted')));
  await expect(drive(clock, waiting)).rejects.toThrow('no longer wanted');
});
