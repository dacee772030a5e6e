import { expect, test } from 'vitest';
import { randomReals } from '../testing/random-reals';
import { attentionBackward, attentionForward, type AttentionSizes } from './attention.ref';

test.each([
  { batch: 2, context: 5, heads: 3, size: 4 },
  { batch: 1, context: 3, heads: 1, size: 7 },
] satisfies AttentionSizes[])('attention agrees with finite differences: %o', (sizes) => {
  const { batch, context, heads, size } = sizes;
  const length = batch * context * heads * size;
  const qkv = Float64Array.from(randomReals(3 * length, 'qkv', size));
  const upstream = Float64Array.from(randomReals(length, 'upstream', size));
  const forward = (x: Float64Array): { out: Float64Array; logSums: Float64Array; loss: number } => {
    const out = new Float64Array(length);
    const logSums = new Float64Array(batch * heads * context);
    attentionForward(x, out, logSums, sizes);
    return { out, logSums, loss: out.reduce((sum, value, i) => sum + value * upstream[i], 0) };
  };
  const { out, logSums } = forward(qkv);
  const dQkv = new Float64Array(3 * length).fill(NaN);
  attentionBackward(qkv, out, logSums, upstream, dQkv, sizes);
  const step = 1e-6;
  let largest = 0;
  for (let i = 0; i < qkv.length; i++) {
    const at = (shift: number): number =>
      forward(qkv.map((value, j) => (i === j ? value + shift : value))).loss;
    largest = Math.max(largest, Math.abs(dQkv[i] - (at(step) - at(-step)) / (2 * step)));
  }
  console.info(`attention ${JSON.stringify(sizes)}: ${largest}`);
  expect(largest).toBeLessThan(1e-8);
});

test('no position attends to a later one', () => {
  const sizes = { batch: 1, context: 4, heads: 2, size: 3 };
  const qkv = Float64Array.from(randomReals(4 * 18, 'causal'));
  const run = (): Float64Array => {
    const out = new Float64Array(24);
    attentionForward(qkv, out, new Float64Array(8), sizes);
    return out;
  };
  const before = run();
  qkv.fill(9, 3 * 18); // the last position
  expect(run().subarray(0, 18)).toEqual(before.subarray(0, 18));
});
