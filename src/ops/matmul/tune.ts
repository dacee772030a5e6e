// Measures which tiles are fastest on this adapter, and whether it wants more threads than a small product has. It runs
// once, before a plan is compiled: about a dozen kernels, at most half a second, then defaults for the rest. The result is stored by adapter and shader text and never
// changes within a run: kernels, and so gradients, stay the same (E6). Software adapters are not tuned: each
// candidate would take a second to compile, and there are few such adapters, so choice.ts has their answer.
import type { Clock } from '../../base/clock';
import { hashHex, hashWords } from '../../base/hash';
import type { GpuContext } from '../../gpu/device';
import { wgslOf } from '../../gpu/kernel-cache';
import { profile } from '../../gpu/profiler';
import { prepare } from '../../gpu/program';
import { tunedOnce } from '../../gpu/tuning-store';
import { scratchTensor, type Target } from '../lowering';
import {
  allowedTiles,
  manyThreads,
  splitsOf,
  tileCandidates,
  type MatmulTuning,
  type ShapeClass,
  type Tiles,
} from './choice';
import { matmulWith } from './kernels';
import type { MatmulShape } from './matmul';

const budgetMs = 500;
/** The default stays unless another is this much faster, so that noise does not choose. */
const gain = 0.95;
/** Products of a first, rough measurement. */
const fewProducts = 4;
/** Browsers round the GPU's stamps to 0.1 ms, and Chromium looks for finished work every 2 ms where there are none. */
const longEnoughMs = 3;
const mostProducts = 256;

type Sizes = readonly [m: number, n: number, k: number];

/** The smallest shape that is clearly in a class: 64 workgroups of its default tiles. */
const shapes = {
  large: [1024, 1024, 512],
  medium: [512, 512, 512],
  small: [256, 256, 512],
} satisfies Record<ShapeClass, Sizes>;

/** The tuning from the store, or measured now. Undefined on a software adapter: it uses the defaults. */
export async function matmulTuning(context: GpuContext, target: Target): Promise<MatmulTuning | undefined> {
  if (context.isSoftware) return undefined;
  const plain: Target = { ...target, real: 'f32' };
  const text = JSON.stringify(tileCandidates) + shaderText(plain);
  const words = Uint32Array.from(text, (character) => character.charCodeAt(0));
  const key = `matmul tiles, ${context.adapterName}, ${target.maxInvocations} threads, ${hashHex(hashWords(words))}`;
  return tunedOnce(key, () => {
    compileAll(context, plain);
    return fastestTiles(
      (shapeClass, tiles, splits) => millisecondsOf(context, plain, shapes[shapeClass], tiles, splits),
      plain,
      context.clock,
    );
  });
}

/** Begins with all candidates at once: one after the other, compiling them took most of the time. */
function compileAll({ kernels }: GpuContext, target: Target): void {
  for (const shapeClass of ['large', 'medium', 'small'] as const)
    for (const tiles of allowedTiles(shapeClass, target))
      for (const { kernel } of matmulWith(tiledBy(tiles, 1), shapeOf(shapes[shapeClass]), target).calls)
        kernels.pipeline(kernel).catch(() => undefined); // its measurement sees the fault
}

function shaderText(target: Target): string {
  return matmulWith(tiledBy(tileCandidates.large[0], 1), shapeOf(shapes.large), target)
    .calls.map(({ kernel }) => wgslOf(kernel))
    .join('\n');
}

/** Chooses by the times that `milliseconds` measures: first the number of threads, on a small product, then the fastest
 *  tiles of each class with it. The usual number and the first tiles (the default) stay unless others are clearly faster. */
export async function fastestTiles(
  milliseconds: (shapeClass: ShapeClass, tiles: Tiles, splits: number) => Promise<number>,
  target: Pick<Target, 'maxInvocations'>,
  clock: Clock,
): Promise<MatmulTuning> {
  const end = clock.now() + budgetMs;
  const [usual] = allowedTiles('small', target);
  const small = (threads?: number): Promise<number> =>
    milliseconds('small', usual, splitsOf(...shapes.small, usual, threads));
  const isFuller = (await small(manyThreads)) < gain * (await small());
  const enoughThreads = isFuller ? manyThreads : undefined;
  const fastest = async (shapeClass: ShapeClass): Promise<Tiles> => {
    const [first, ...others] = allowedTiles(shapeClass, target);
    const msOf = (tiles: Tiles): Promise<number> =>
      milliseconds(shapeClass, tiles, splitsOf(...shapes[shapeClass], tiles, enoughThreads));
    if (clock.now() > end) return first;
    let best = { tiles: first, ms: (await msOf(first)) * gain };
    for (const tiles of others) {
      if (clock.now() > end) break;
      const ms = await msOf(tiles);
      if (ms < best.ms) best = { tiles, ms };
    }
    return best.tiles;
  };
  // One after the other, because they would disturb each other's times.
  const [large, medium] = [await fastest('large'), await fastest('medium')];
  return { large, medium, small: await fastest('small'), ...(isFuller ? { enoughThreads } : {}) };
}

function tiledBy(tiles: Tiles, splits: number): Parameters<typeof matmulWith>[0] {
  return { ...tiles, splits, memory: 'whole' };
}

function shapeOf([m, n, k]: Sizes): MatmulShape {
  return { layout: 'nn', a: 'a', b: 'b', out: 'c', m, n, k };
}

/** The time of one product, in a run that is long enough to be measured. */
export async function millisecondsOf(
  context: GpuContext,
  target: Target,
  sizes: Sizes,
  tiles: Tiles,
  splits = 1,
): Promise<number> {
  const { device, kernels, faults } = context;
  const shape = shapeOf(sizes);
  const { m, n, k } = shape;
  const { calls, scratch } = matmulWith(tiledBy(tiles, splits), shape, target);
  const buffers = new Map<string, GPUBuffer>();
  for (const [name, length] of Object.entries({ a: m * k, b: k * n, c: m * n, [scratchTensor]: scratch }))
    if (length > 0)
      buffers.set(
        name,
        device.createBuffer({ label: `tuning ${name}`, size: 4 * length, usage: GPUBufferUsage.STORAGE }),
      );
  const watch = faults.watch();
  try {
    const product = await prepare(device, kernels, calls, (name) => ({ buffer: buffers.get(name)! }));
    const msOf = async (products: number): Promise<number> => {
      const dispatches = Array.from({ length: products }, () => product).flat();
      const [{ ms }] = await profile(context, [{ op: 'tuning', flops: 0, dispatches }], watch);
      return ms / products;
    };
    const roughMs = await msOf(fewProducts);
    const products = Math.min(mostProducts, Math.ceil(longEnoughMs / Math.max(roughMs, 1e-3)));
    return products > fewProducts ? await msOf(products) : roughMs;
  } finally {
    watch.close();
    buffers.forEach((buffer) => buffer.destroy());
  }
}
