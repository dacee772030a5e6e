// The virtual ring against calculations by hand and sums in f64.
import { expect, test } from 'vitest';
import { hiddenShare, partMs, wallMs } from './timeline';
import { runVirtualStep, type VirtualStep } from './virtual-ring';
import { backwardMs, forwardMs } from './virtual-work';

const layers = 8;
const computeMs = layers * (forwardMs + backwardMs);
const delayMs = 20;
/** 2(N−1) for N = 4. */
const hops = 6;
const step = (mode: VirtualStep['buckets']['mode'], overlap: boolean, bitsPerSecond = 1e10): VirtualStep => ({
  ...{ replicas: 4, layers, line: { bitsPerSecond, delayMs, jitterMs: 0, loss: 0 } },
  buckets: {
    ...{ mode, overlap, topology: 'ring', codec: { kind: 'f32' } },
    ...{ firstBytes: 64 << 10, capBytes: 256 << 10 },
  },
});

test('on a wide line a sum takes 2(N − 1) delays, and sums go one after the other', async () => {
  for (const [mode, count] of [
    ['per-tensor', 2 * layers],
    ['single', 1],
  ] as const) {
    const { timeline } = await runVirtualStep(step(mode, false));
    expect(timeline.sums).toHaveLength(count);
    // One bucket has chunks of two segments.
    expect(timeline.messages).toBe(count * hops * (mode === 'single' ? 2 : 1));
    expect(wallMs(timeline) / (computeMs + count * hops * delayMs)).toBeCloseTo(1, 2);
    expect(hiddenShare(timeline)).toBe(0);
  }
});

test('bytes take their time: 2(N − 1)/N of the gradient over the line', async () => {
  const { timeline } = await runVirtualStep(step('bucketed', false, 20e6));
  const transferMs = (1.5 * timeline.gradientBytes * 8) / 20e3;
  const delaysMs = timeline.sums.length * hops * delayMs;
  // Headers add a little.
  expect(partMs(timeline, 'exposed') / (delaysMs + transferMs)).toBeCloseTo(1, 2);
  // In one bucket a chunk has several segments: one is under way while the next is sent.
  const { timeline: single } = await runVirtualStep(step('single', false, 20e6));
  expect(partMs(single, 'exposed')).toBeLessThan(hops * delayMs + transferMs);
  expect(partMs(single, 'exposed')).toBeGreaterThan(transferMs);
});

test('with overlap each sum starts when its tensors are ready and the sum before is whole', async () => {
  const { timeline } = await runVirtualStep(step('bucketed', true, 100e6));
  let freeMs = 0;
  for (const { readyMs, interval } of timeline.sums) {
    expect(interval[0]).toBe(Math.max(readyMs, freeMs));
    freeMs = interval[1];
  }
  expect(timeline.sums.length).toBeGreaterThan(1);
  const after = timeline.sums.map(({ interval: [from, to] }) => Math.max(0, to - Math.max(from, computeMs)));
  expect(partMs(timeline, 'exposed')).toBeCloseTo(
    after.reduce((sum, ms) => sum + ms, 0),
    6,
  );
  // The first layer's gradient comes last, so its sum cannot be hidden.
  expect(after.at(-1)).toBeGreaterThan(hops * delayMs);
  expect(partMs(timeline, 'overlapped')).toBeGreaterThan(0);
  expect(wallMs(timeline)).toBeCloseTo(computeMs + partMs(timeline, 'exposed'), 6);
});

test('one bucket is ready only at the end: overlap hides nothing', async () => {
  const [off, on] = [await runVirtualStep(step('single', false)), await runVirtualStep(step('single', true))];
  expect(on.timeline).toEqual(off.timeline);
});

test('the sums are those of the gradients, whatever the buckets', async () => {
  for (const mode of ['per-tensor', 'bucketed', 'single'] as const) {
    const { gradients, sum } = await runVirtualStep(step(mode, true));
    let worst = 0;
    for (const [i, value] of sum.entries())
      worst = Math.max(worst, Math.abs(value - gradients.reduce((total, each) => total + each[i], 0)));
    expect(worst).toBeLessThan(3 * 2 * 2 ** -24); // three roundings of at most 2
  }
});

test('an abort ends it', async () => {
  const controller = new AbortController();
  controller.abort(new Error('stopped'));
  await expect(runVirtualStep(step('single', false), controller.signal)).rejects.toThrow('stopped');
});
