// Each kernel against the reference on seeded shapes, ragged ones and all epilogues included; then what the chooser
// picks for models' shapes, in f32, in f16 where the adapter has it, and on a device of compatibility limits.
import { describe, expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { realClock } from '../../base/clock';
import { findAdapter, type GpuContext } from '../../gpu/device';
import { Faults } from '../../gpu/faults';
import { KernelCache } from '../../gpu/kernel-cache';
import type { Target } from '../lowering';
import { randomReals } from '../random-reals';
import { contextForTests, runLowered } from '../run-on-gpu';
import { targetForTests } from '../test-target';
import { largestDifference, tolerance } from '../tolerance';
import { allowedTiles, chooseMatmul, type MatmulChoice } from './choice';
import { matmulWith } from './kernels';
import { matmul, type MatmulShape } from './matmul';
import type { MatmulLayout } from './matmul.ref';

const layouts = ['nn', 'nt', 'tn'] satisfies MatmulLayout[];
const finishes = [
  { accumulate: false },
  { accumulate: true },
  { accumulate: false, epilogue: { bias: 'extra', activation: 'relu' } },
  { accumulate: false, epilogue: { slopeOf: 'gelu', saved: 'extra' } },
  { accumulate: true, epilogue: { bias: 'extra', activation: 'none' } },
  { accumulate: false, epilogue: { bias: 'extra', activation: 'tanh' } },
  { accumulate: false, epilogue: { slopeOf: 'tanh', saved: 'extra' } },
  { accumulate: false, epilogue: { slopeOf: 'relu', saved: 'extra' } },
  { accumulate: false, epilogue: { bias: 'extra', activation: 'none' } },
] satisfies Pick<MatmulShape, 'accumulate' | 'epilogue'>[];

type Sizes = readonly [m: number, n: number, k: number];

const seed = 20261120;
const context = await contextForTests();
const target = (overrides: Partial<Target> = {}): Target => ({
  ...targetForTests(context.isSoftware),
  hasQuads: context.subgroups,
  ...overrides,
});

async function check(
  choice: MatmulChoice,
  layout: MatmulLayout,
  [m, n, k]: Sizes,
  finish: number,
  on: GpuContext = context,
): Promise<void> {
  const shape: MatmulShape = {
    layout,
    a: 'a',
    b: 'b',
    out: 'out',
    m,
    n,
    k,
    ...finishes[finish % finishes.length],
  };
  const name = `${layout} ${m}×${n}×${k} ${JSON.stringify({ ...choice, ...shape.epilogue, accumulate: shape.accumulate })}`;
  const { epilogue } = shape;
  const tensors = {
    a: randomReals(m * k, seed, name, 'a'),
    b: randomReals(k * n, seed, name, 'b'),
    extra: randomReals(epilogue && 'saved' in epilogue ? m * n : n, seed, name, 'extra'),
    out: randomReals(m * n, seed, name, 'out'),
  };
  const exact = new Map(Object.entries(tensors).map(([tensor, reals]) => [tensor, Float64Array.from(reals)]));
  matmul(shape).reference({
    reals: (tensor) => exact.get(tensor)!,
    integers: () => new Uint32Array(),
  });
  const { out } = await runLowered(on, matmulWith(choice, shape, target()), tensors, ['out']);
  const difference = largestDifference(out, exact.get('out')!);
  // tanh's slope multiplies the product, and its rounding, by up to 1 − v².
  const magnitude = epilogue && 'saved' in epilogue ? 2 * Math.max(1, ...tensors.extra.map((v) => v * v)) : 2;
  const allowed = tolerance('f32', k, magnitude);
  console.info(`${name}: ${difference} (allowed ${allowed})`);
  expect(difference, name).toBeLessThanOrEqual(allowed);
}

describe.each(layouts)('matmul %s', (layout) => {
  const random = prng('matmul shapes', seed, layout);
  const sizes = (limit: number): Sizes => [
    1 + random.below(limit),
    1 + random.below(limit),
    1 + random.below(limit),
  ];
  const wholeSizes = (limit: number): Sizes => {
    const [m, n, k] = sizes(limit / 4);
    return [4 * m, 4 * n, 4 * k];
  };

  test('lanes: any shape, both sides, with and without sharing, every epilogue', async () => {
    for (const [round] of finishes.entries())
      for (const side of [8, 16] as const)
        await check(
          {
            kind: 'lanes',
            side,
            sharing: context.subgroups && round % 3 ? 'quad' : 'alone',
            quads: 1 + (round % 2),
          },
          layout,
          sizes(90),
          round,
        );
  });

  test('tiled: whole vectors or any shape, overhang, split along K, every epilogue', async () => {
    const square = { tileM: 32, tileN: 32, tileK: 16, rowBlocks: 1, columnBlocks: 1 } as const;
    const broad = { tileM: 64, tileN: 32, tileK: 8, rowBlocks: 2, columnBlocks: 1 } as const;
    for (const [round] of finishes.entries()) {
      const memory = round % 2 ? 'ragged' : 'whole';
      const [m, n, k] = memory === 'whole' ? wholeSizes(140) : sizes(140);
      const tiles = round % 3 ? square : broad;
      const splits = 1 + (round % 4) * 2;
      const shape = [m, n, memory === 'whole' ? 4 * k : 3 * k] as const;
      await check({ kind: 'tiled', ...tiles, splits, memory }, layout, shape, round);
    }
  });
});

/** As dense layers, a language model's head and a convolution as a product have them. */
const modelShapes: readonly (readonly [MatmulLayout, Sizes])[] = [
  ['nn', [32, 128, 784]],
  ['nt', [32, 784, 128]],
  ['tn', [784, 128, 32]],
  ['nn', [130, 65, 128]],
  ['tn', [144, 32, 1568]],
];

test('what a GPU would choose of every tile, and a processor', async () => {
  for (const [round, [layout, [m, n, k]]] of modelShapes.entries())
    for (const isSoftware of [false, true])
      await check(chooseMatmul(layout, m, n, k, target({ isSoftware })), layout, [m, n, k], round);
  for (const tiles of allowedTiles('large', target()))
    await check({ kind: 'tiled', ...tiles, splits: 1, memory: 'ragged' }, 'nn', [131, 129, 35], 1);
});

test('compatibility limits: 4 storage buffers, 128 invocations, 16 KiB of workgroup memory, no subgroups', async () => {
  const adapter = await findAdapter(navigator.gpu);
  const requiredLimits = {
    maxStorageBuffersPerShaderStage: 4,
    maxComputeInvocationsPerWorkgroup: 128,
    maxComputeWorkgroupSizeX: 128,
    maxComputeWorkgroupSizeY: 128,
    maxComputeWorkgroupStorageSize: 16_384,
  };
  const device = await adapter!.requestDevice({ requiredLimits });
  // Browsers give at least their core limits, whatever is asked: hold the kernels to the asked ones here.
  const createBindGroupLayout = device.createBindGroupLayout.bind(device);
  device.createBindGroupLayout = (descriptor) => {
    const storage = [...descriptor.entries].filter(({ buffer }) => buffer?.type !== 'uniform');
    expect(storage.length).toBeLessThanOrEqual(4);
    return createBindGroupLayout(descriptor);
  };
  const limited: GpuContext = {
    ...context,
    device,
    subgroups: false,
    faults: new Faults(device, realClock),
    kernels: new KernelCache(device),
  };
  const { maxComputeInvocationsPerWorkgroup } = device.limits;
  console.info(`asked for 128 invocations, the device has ${maxComputeInvocationsPerWorkgroup}`);
  const compatibility = target({ maxInvocations: 128, hasQuads: false });
  for (const [round, [layout, [m, n, k]]] of modelShapes.entries())
    for (const isSoftware of [false, true])
      await check(
        chooseMatmul(layout, m, n, k, { ...compatibility, isSoftware }),
        layout,
        [m, n, k],
        round + 2,
        limited,
      );
  for (const shapeClass of ['large', 'medium', 'small'] as const)
    for (const tiles of allowedTiles(shapeClass, compatibility)) {
      expect(4 * tiles.tileK * (tiles.tileM + tiles.tileN)).toBeLessThanOrEqual(16_384);
      await check({ kind: 'tiled', ...tiles, splits: 1, memory: 'whole' }, 'nn', [132, 132, 36], 2, limited);
    }
  limited.faults.expectLoss();
  device.destroy();
});
