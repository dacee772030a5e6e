// Each kernel against the reference on seeded shapes, ragged ones and all epilogues included. Then the chooser's
// kernels for models' shapes: in f32, in f16 if the adapter has it, and on a device with compatibility limits.
import { describe, expect, test } from 'vitest';
import { fromHalfs, toHalfs } from '../../base/float16';
import { prng } from '../../base/prng';
import { realClock } from '../../base/clock';
import { findAdapter } from '../../gpu/adapter';
import type { GpuContext } from '../../gpu/device';
import { Faults } from '../../gpu/faults';
import { KernelCache } from '../../gpu/kernel-cache';
import type { Target } from '../lowering';
import { randomReals } from '../testing/random-reals';
import { runLowered, sharedContext } from '../testing/run-on-gpu';
import { targetForTests } from '../testing/target';
import { largestDifference, tolerance } from '../tolerance';
import { allowedTiles, chooseMatmul, type MatmulChoice } from './choice';
import { matmulWith } from './kernels';
import { matmul, type MatmulShape } from './matmul';
import type { MatmulLayout } from './matmul.ref';
import { matmulTuning, millisecondsOf } from './tune';

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
  { accumulate: false, epilogue: { bias: 'extra', activation: 'gelu', before: 'before' } },
] satisfies Pick<MatmulShape, 'accumulate' | 'epilogue'>[];

const gelu = finishes.length - 1;

type Sizes = readonly [m: number, n: number, k: number];

const seed = 20261120;
const context = await sharedContext();
const target = (overrides: Partial<Target> = {}): Target => ({ ...targetForTests, ...overrides });

async function check(
  choice: MatmulChoice,
  layout: MatmulLayout,
  [m, n, k]: Sizes,
  finish: number,
  {
    on = context,
    real = 'f32',
    maxStorageBuffers = 8,
    bStorage = 'real',
  }: {
    readonly on?: GpuContext;
    readonly real?: Target['real'];
    readonly maxStorageBuffers?: number;
    readonly bStorage?: MatmulShape['bStorage'];
  } = {},
): Promise<void> {
  const shape: MatmulShape = {
    layout,
    a: 'a',
    b: 'b',
    bStorage,
    out: 'out',
    m,
    n,
    k,
    ...finishes[finish % finishes.length],
  };
  const { epilogue, accumulate } = shape;
  const name = `${layout} ${m}×${n}×${k} ${real} ${JSON.stringify({ ...choice, ...epilogue, accumulate })}`;
  const stored = (kind: string, length: number, storage: Target['real']): Stored =>
    storeAs(storage, randomReals(length, seed, name, kind));
  const outStorage = accumulate ? 'f32' : real;
  const tensors = {
    a: stored('a', m * k, real),
    b: stored('b', k * n, bStorage === 'half' ? 'f16' : real),
    extra: stored('extra', epilogue && 'saved' in epilogue ? m * n : n, real),
    out: stored('out', m * n, outStorage),
    before: stored('before', m * n, real),
  };
  const exact = (tensor: string): Float64Array => tensors[tensor as keyof typeof tensors].exact;
  matmul(shape).reference({ reals: exact, integers: () => new Uint32Array() });
  const { a, b, extra, out, before } = tensors;
  const uploads = { a: a.bytes, b: b.bytes, extra: extra.bytes, out: out.bytes, before: before.bytes };
  const lowered = matmulWith(choice, shape, target({ real, maxStorageBuffers }));
  const results = await runLowered(on, lowered, uploads, ['out', 'before']);
  const differences = [largestDifference(readAs(outStorage, results.out, m * n), out.exact)];
  if (epilogue && 'before' in epilogue)
    differences.push(largestDifference(readAs(real, results.before, m * n), before.exact));
  const difference = Math.max(...differences);
  // tanh's slope 1 − v² multiplies both the product and its rounding.
  const slope = epilogue && 'saved' in epilogue ? Math.max(1, ...extra.exact.map((v) => v * v)) : 1;
  const allowed = tolerance(real, k, 2 * slope);
  console.info(`${name}: ${difference} (allowed ${allowed})`);
  expect(difference, name).toBeLessThanOrEqual(allowed);
}

interface Stored {
  readonly bytes: Float32Array | Uint32Array;
  /** The values after rounding to f16, from which the reference starts. */
  readonly exact: Float64Array;
}

function storeAs(storage: Target['real'], values: Float32Array): Stored {
  if (storage === 'f32') return { bytes: values, exact: Float64Array.from(values) };
  const halfs = new Uint16Array(2 * Math.ceil(values.length / 2)); // whole u32s
  toHalfs(values, halfs);
  const rounded = new Float32Array(values.length);
  fromHalfs(halfs.subarray(0, values.length), rounded);
  return { bytes: new Uint32Array(halfs.buffer), exact: Float64Array.from(rounded) };
}

function readAs(storage: Target['real'], read: Float32Array, length: number): Float32Array {
  if (storage === 'f32') return read;
  const values = new Float32Array(length);
  fromHalfs(new Uint16Array(read.buffer, read.byteOffset, length), values);
  return values;
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

  // Few threads, because a processor takes long to compile and to switch between threads. Each layout meets every
  // epilogue, in one of the two forms.
  const small = { tileM: 16, tileN: 16, tileK: 8, rowBlocks: 1, columnBlocks: 1, splits: 1 } as const;

  test('any shape, every epilogue', async () => {
    for (const [round] of finishes.entries()) {
      const isWhole = (round + layouts.indexOf(layout)) % 2 === 0;
      const memory = isWhole ? 'whole' : 'ragged';
      await check({ ...small, memory }, layout, isWhole ? wholeSizes(88) : sizes(88), round);
    }
  });

  test('several blocks a thread, split along K', async () => {
    const tiles = { ...small, tileM: 32, rowBlocks: 2 };
    const [m, n, k] = wholeSizes(140);
    await check({ ...tiles, splits: 3, memory: 'whole' }, layout, [m, n, 4 * k], 1);
    await check({ ...tiles, splits: 5, memory: 'ragged' }, layout, sizes(140), 3);
    if (layout !== 'nn') return;
    await check({ ...small, tileN: 32, columnBlocks: 2, memory: 'whole' }, layout, [m, n, k], gelu);
    await check({ ...tiles, splits: 3, memory: 'ragged' }, layout, sizes(140), gelu, {
      maxStorageBuffers: 4,
    });
  });
});

/** Shapes of dense layers, of a language model's head, and of a convolution as a product. */
const modelShapes: readonly (readonly [MatmulLayout, Sizes])[] = [
  ['nn', [32, 128, 784]],
  ['nt', [32, 784, 128]],
  ['tn', [784, 128, 32]],
  ['nn', [130, 65, 128]],
  ['tn', [144, 32, 1568]],
];

test('the chooser’s kernels for models', async () => {
  for (const [round, [layout, sizes]] of modelShapes.entries())
    await check(chooseMatmul(layout, ...sizes, target()), layout, sizes, round);
});

test('a matrix in f16 beside f32, on every device', async () => {
  for (const [round, [layout, sizes]] of modelShapes.entries()) {
    if (layout === 'tn') continue;
    const [m, n, k] = sizes;
    const options = { bStorage: 'half' } as const;
    await check(chooseMatmul(layout, ...sizes, target()), layout, sizes, round, options);
    const ragged: Sizes = [m, n - 1, k - 1];
    await check(chooseMatmul(layout, ...ragged, target()), layout, ragged, round, options);
  }
});

test('f16 storage, f32 sums, f32 parameter gradients', async () => {
  if (!context.f16)
    return console.info(`no shader-f16 on this adapter (${context.adapterName}): f16 was not tested`);
  for (const [round, [layout, sizes]] of modelShapes.entries())
    for (const finish of layout === 'nn' ? [round, gelu] : [round])
      await check(chooseMatmul(layout, ...sizes, target()), layout, sizes, finish, { real: 'f16' });
});

test('the tuner times real launches; a software adapter keeps its defaults', async () => {
  const [tiles] = allowedTiles('small', target());
  const ms = await millisecondsOf(context, target(), [64, 64, 64], tiles);
  console.info(`64×64×64 in tiles of 32: ${ms.toFixed(1)} ms`);
  expect(ms).toBeGreaterThan(0);
  if (context.isSoftware) expect(await matmulTuning(context, target())).toBeUndefined();
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
  // Browsers give at least their core limits, whatever is asked. The checks here hold the kernels to the asked limits.
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
  const compatibility = target({ maxInvocations: 128 });
  for (const [layout, sizes] of [modelShapes[1], modelShapes[3]])
    await check(chooseMatmul(layout, ...sizes, compatibility), layout, sizes, 2, { on: limited });
  const [layout, sizes] = modelShapes[0];
  await check(chooseMatmul(layout, ...sizes, compatibility), layout, sizes, gelu, {
    on: limited,
    maxStorageBuffers: 4,
  });
  // Every candidate of the tuner, at the shapes of its class.
  const candidates = (['large', 'medium', 'small'] as const).flatMap((kind) =>
    allowedTiles(kind, compatibility),
  );
  for (const tiles of new Map(candidates.map((tiles) => [JSON.stringify(tiles), tiles])).values()) {
    expect(4 * tiles.tileK * (tiles.tileM + tiles.tileN)).toBeLessThanOrEqual(16_384);
    await check({ ...tiles, splits: 1, memory: 'whole' }, 'nn', [132, 132, 36], 0, {
      on: limited,
    });
  }
  limited.faults.expectLoss();
  device.destroy();
});
