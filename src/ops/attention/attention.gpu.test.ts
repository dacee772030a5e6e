import { describe, expect, test } from 'vitest';
import { randomReals } from '../testing/random-reals';
import { runLowered, sharedContext } from '../testing/run-on-gpu';
import { targetForTests } from '../testing/target';
import { largestDifference, tolerance } from '../tolerance';
import { attention, attentionGradient } from './attention';
import { attentionBackward, attentionForward, type AttentionSizes } from './attention.ref';

const context = await sharedContext();
const names = { qkv: 'qkv', out: 'out', logSums: 'logSums' } as const;

/** Sizes of one call, and a factor on the logits: a large one makes softmaxes sharp. */
interface Case extends AttentionSizes {
  readonly stretch: number;
}

const cases: readonly Case[] = [
  { batch: 1, context: 1, heads: 1, size: 4, stretch: 1 },
  { batch: 2, context: 37, heads: 3, size: 12, stretch: 3 },
  { batch: 1, context: 50, heads: 2, size: 72, stretch: 2 },
  { batch: 1, context: 41, heads: 1, size: 128, stretch: 1 }, // the largest
];

// Few cases, because a software adapter takes up to a second to compile each kernel of one.
describe('attention', () => {
  // Needs two dimensions of workgroups.
  const target = { ...targetForTests, maxWorkgroups: 7 };
  test.each(cases)('$batch × $context × $heads × $size', async (sizes) => {
    const { batch, context: positions, heads, size, stretch } = sizes;
    const title = Object.values(sizes).join('×');
    const length = batch * positions * heads * size;
    const rows = batch * heads * positions;
    const qkv = randomReals(3 * length, 'qkv', title).map((value) => stretch * value);
    const dOut = randomReals(length, 'dOut', title);
    const exact = {
      qkv: Float64Array.from(qkv),
      out: new Float64Array(length),
      logSums: new Float64Array(rows),
      dQkv: new Float64Array(3 * length),
    };
    attentionForward(exact.qkv, exact.out, exact.logSums, sizes);
    attentionBackward(exact.qkv, exact.out, exact.logSums, Float64Array.from(dOut), exact.dQkv, sizes);

    const forward = attention({ ...names, ...sizes }).lower(target);
    const backward = attentionGradient({ ...names, dOut: 'dOut', dQkv: 'dQkv', ...sizes }).lower(target);
    const got = await runLowered(
      context,
      { calls: [...forward.calls, ...backward.calls], scratch: backward.scratch },
      {
        qkv,
        dOut,
        out: new Float32Array(length).fill(NaN),
        logSums: new Float32Array(rows).fill(NaN),
        dQkv: new Float32Array(3 * length).fill(NaN),
      },
      ['out', 'logSums', 'dQkv'],
    );
    const out = largestDifference(got.out, exact.out);
    const logSums = largestDifference(got.logSums, exact.logSums);
    const dQkv = largestDifference(got.dQkv, exact.dQkv);
    console.info(`attention ${title}: out ${out}, logSums ${logSums}, dQkv ${dQkv}`);
    // A score is a sum of `size` products of up to stretch²·10. Its absolute error is the relative error of the weight.
    expect(out).toBeLessThanOrEqual(tolerance('f32', size, stretch ** 3));
    expect(logSums).toBeLessThanOrEqual(tolerance('f32', size, stretch ** 2));
    expect(dQkv).toBeLessThanOrEqual(tolerance('f32', size + positions, stretch ** 3));
  });
});
