// The stages of group normalisation against the reference on ragged sizes; in f16 too if the adapter has it.
import { expect, test } from 'vitest';
import { compareOnGpu, type Operand } from '../testing/compare-conv2d-on-gpu';
import type { Target } from '../lowering';
import { randomReals } from '../testing/random-reals';
import { sharedContext } from '../testing/run-on-gpu';
import { targetForTests } from '../testing/target';
import { tolerance } from '../tolerance';
import { groupNormForward, type GroupNorm } from './group-norm.ref';
import { groupNorm, groupNormGradient } from './normalise';

const context = await sharedContext();
const sizes: readonly GroupNorm[] = [
  { batch: 3, pixels: 35, channels: 6, groups: 3 },
  { batch: 5, pixels: 1, channels: 40, groups: 4 },
  { batch: 2, pixels: 130, channels: 20, groups: 1 },
  { batch: 1, pixels: 7, channels: 3, groups: 3 },
];

async function check(norm: GroupNorm, target: Target): Promise<void> {
  const { batch, pixels, channels, groups } = norm;
  const name = `group-norm ${batch}×${pixels}×${channels} in ${groups}, ${target.real}`;
  const length = batch * pixels * channels;
  const operand = (count: number, tensor: string, isReal: boolean): Operand => ({
    values: randomReals(count, name, tensor),
    isReal,
  });
  // A mean away from zero, where a variance by E[x²] − mean² would lose its digits.
  const x = { values: randomReals(length, name, 'x').map((value) => value + 8), isReal: true };
  const statistics = new Float32Array(2 * batch * groups);
  const zeros = new Float32Array(channels);
  groupNormForward(norm, x.values, zeros, zeros, new Float32Array(length), statistics);
  const operands = {
    x,
    scale: operand(channels, 'scale', true),
    offset: operand(channels, 'offset', true),
    y: operand(length, 'y', true),
    dy: operand(length, 'dy', true),
    dx: operand(length, 'dx', true),
    statistics: { values: statistics, isReal: false },
    scaleGradient: operand(channels, 'scaleGradient', false),
    offsetGradient: operand(channels, 'offsetGradient', false),
  };
  const tensors = Object.fromEntries(Object.keys(operands).map((tensor) => [tensor, tensor])) as Record<
    keyof typeof operands,
    string
  >;
  const forward = await compareOnGpu(context, groupNorm(norm, tensors), operands, target);
  const backward = await compareOnGpu(context, groupNormGradient(norm, tensors), operands, target);
  const kept = await compareOnGpu(
    context,
    groupNormGradient(norm, { ...tensors, dx: undefined }),
    operands,
    target,
  );
  console.info(`${name}: ${JSON.stringify({ ...forward, ...backward })}`);
  // x − mean cancels: the result carries the rounding of |x| ≈ 8.
  const allowed = tolerance(target.real, pixels * channels, 8);
  for (const difference of Object.values({ ...forward, ...backward, ...kept }))
    expect(difference).toBeLessThanOrEqual(allowed);
}

test('f32', async () => {
  for (const norm of sizes) await check(norm, { ...targetForTests, maxWorkgroups: 4 });
});

test('f16', async () => {
  if (!context.f16) return console.info('group-norm: this adapter has no shader-f16');
  for (const norm of sizes) await check(norm, { ...targetForTests, real: 'f16' });
});
