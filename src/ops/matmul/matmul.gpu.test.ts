import { describe, expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { chooseMatmul, type MatmulChoice } from './choice';
import { matmulWith, type BiasEpilogue, type MatmulShape } from './matmul';
import { activationForward } from '../activation/activation.ref';
import { matmulReference, type MatmulLayout } from './matmul.ref';
import { randomReals } from '../random-reals';
import { contextForTests, runLowered } from '../run-on-gpu';
import { targetForTests } from '../test-target';
import { largestDifference, tolerance } from '../tolerance';

const layouts = ['nn', 'nt', 'tn'] satisfies MatmulLayout[];
const activations = ['none', 'relu', 'tanh'] satisfies BiasEpilogue['activation'][];
const seed = 20261120;
const context = await contextForTests();

async function check(choice: MatmulChoice, call: MatmulShape): Promise<void> {
  const { layout, m, n, k, epilogue } = call;
  const name = `${layout} ${m}×${n}×${k} ${JSON.stringify(choice)}`;
  const a = randomReals(m * k, seed, name, 'a');
  const b = randomReals(k * n, seed, name, 'b');
  const bias = randomReals(n, seed, name, 'bias');
  const before = randomReals(m * n, seed, name, 'out');
  const expected = Float64Array.from(before);
  const exactBias = epilogue && Float64Array.from(bias);
  matmulReference(
    layout,
    Float64Array.from(a),
    Float64Array.from(b),
    expected,
    m,
    n,
    k,
    call.accumulate,
    exactBias,
  );
  if (epilogue && epilogue.activation !== 'none')
    activationForward(epilogue.activation, expected, expected, m * n);
  const lowered = matmulWith(choice, call, targetForTests(context.isSoftware));
  const { out } = await runLowered(context, lowered, { a, b, bias, out: before }, ['out']);
  const difference = largestDifference(out, expected);
  const allowed = tolerance('f32', k, 2);
  console.info(`${name}: ${difference} (allowed ${allowed})`);
  expect(difference, name).toBeLessThanOrEqual(allowed);
}

function callOf(layout: MatmulLayout, m: number, n: number, k: number, round: number): MatmulShape {
  const shape = { layout, a: 'a', b: 'b', out: 'out', m, n, k } as const;
  if (round % 2 === 0) return { ...shape, accumulate: round % 4 === 0 };
  const activation = activations[(round >> 1) % activations.length];
  return { ...shape, accumulate: false, epilogue: { bias: 'bias', activation } };
}

describe.each(layouts)('matmul %s', (layout) => {
  const random = prng('matmul shapes', seed, layout);
  const vectors = (limit: number): number => 4 * (1 + random.below(Math.floor(limit / 4)));

  test('ragged: any shape', async () => {
    for (let round = 0; round < 6; round++) {
      const [m, n, k] = [1 + random.below(40), 1 + random.below(40), 1 + random.below(90)];
      await check({ kind: 'ragged', workgroupX: 4, workgroupY: 8 }, callOf(layout, m, n, k, round));
    }
  });

  test('direct: whole vectors, tiles that overhang', async () => {
    for (let round = 0; round < 2; round++) {
      const [m, n] = [vectors(80), vectors(120)];
      const k = layout === 'tn' ? 1 + random.below(90) : vectors(90);
      await check({ kind: 'direct', workgroupX: 2, workgroupY: 8 }, callOf(layout, m, n, k, round));
    }
  });

  test('tiled: whole vectors, overhang, split along K', async () => {
    const variants = [
      { kind: 'tiled', tile: 32, tileK: 16, blocks: 1, splits: 5 },
      { kind: 'tiled', tile: 64, tileK: 8, blocks: 2, splits: 1 },
    ] as const;
    for (const [round, variant] of variants.entries()) {
      const [m, n] = [vectors(140), vectors(140)];
      const k = layout === 'tn' ? 1 + random.below(300) : vectors(300);
      await check(variant, callOf(layout, m, n, k, round));
    }
  });

  test('what a GPU and a software adapter would choose for 32×784×128', async () => {
    const [m, n, k] = { nn: [32, 128, 784], nt: [32, 784, 128], tn: [784, 128, 32] }[layout];
    for (const isSoftware of [false, true])
      await check(chooseMatmul(layout, m, n, k, targetForTests(isSoftware)), callOf(layout, m, n, k, 1));
  });
});
