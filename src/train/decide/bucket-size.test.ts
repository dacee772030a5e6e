import { expect, test } from 'vitest';
import { bestBucketBytes, exposedMs, type BucketLine } from './bucket-size';

const line: BucketLine = {
  elements: 1 << 20, // 4 MiB
  backwardMs: 400,
  worldSize: 4,
  topology: 'ring',
  messageMs: 0.5,
  bytesPerSecond: 5e6,
  bytesOf: (elements) => 4 * elements,
};

/** Bucket by bucket: each leaves when it is final and the line is free. */
function simulatedMs(
  { elements, backwardMs, worldSize, messageMs, bytesPerSecond }: BucketLine,
  size: number,
): number {
  const hops = 2 * (worldSize - 1);
  const bucketMs = hops * messageMs + (hops * 4 * size * 1000) / (worldSize * bytesPerSecond);
  let freeMs = 0;
  for (let done = size; done <= elements; done += size)
    freeMs = Math.max(freeMs, (backwardMs * done) / elements) + bucketMs;
  return freeMs - backwardMs;
}

const lines: readonly BucketLine[] = [0.7e6, 5e6, 50e6].flatMap((bytesPerSecond) =>
  [0, 40, 400, 4_000].flatMap((backwardMs) =>
    [0.05, 0.5, 5].map((messageMs) => ({ ...line, bytesPerSecond, backwardMs, messageMs })),
  ),
);

test('S18 the exposed time is that of buckets sent one after the other', () => {
  for (const one of lines)
    for (let size = 1_024; size <= one.elements; size *= 2)
      expect(exposedMs(one, size)).toBeCloseTo(simulatedMs(one, size), 6);
});

test('S18 no other power of two leaves less exposed', () => {
  for (const one of lines) {
    const best = simulatedMs(one, bestBucketBytes(one) / 4);
    for (let size = 1_024; size <= one.elements; size *= 2)
      expect(best).toBeLessThanOrEqual(simulatedMs(one, size) * (1 + 1e-12) + 1e-9);
  }
});

test('S18 small buckets on a slow line, one without overlap or with costly messages', () => {
  const on = bestBucketBytes(line);
  // n · √(h·a/b) elements: 4 MiB · √(3/400) = 363 kB.
  expect([262_144, 524_288]).toContain(on);
  expect(bestBucketBytes({ ...line, backwardMs: 0 })).toBe(4 * line.elements);
  expect(bestBucketBytes({ ...line, messageMs: 100 })).toBe(4 * line.elements);
});

test('S18 sizes are those that a plan may name, also of a tiny model', () => {
  expect(bestBucketBytes({ ...line, elements: 5 })).toBe(4_096);
  for (const one of lines) expect(Math.log2(bestBucketBytes(one)) % 1).toBe(0);
});
