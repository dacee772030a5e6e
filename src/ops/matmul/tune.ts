// Measures which tiles are fastest on this adapter. It runs once, before a plan is compiled: about a dozen kernels,
// at most half a second, then defaults for the rest. The result is stored by adapter and shader text and never
// changes within a run: kernels, and so gradients, stay the same (E6). Software adapters are not tuned: each
// candidate would take a second to compile, and there are few such adapters, so choice.ts has their answer.
import type { Clock } from '../../base/clock';
import { hashHex, hashWords } from '../../base/hash';
import type { GpuContext } from '../../gpu/device';
import { wgslOf } from '../../gpu/kernel-cache';
import { encodePass, prepare } from '../../gpu/program';
import { tunedOnce } from '../../gpu/tuning-store';
import type { Target } from '../lowering';
import { allowedTiles, tileCandidates, type MatmulTuning, type ShapeClass, type Tiles } from './choice';
import { matmulWith } from './kernels';
import type { MatmulShape } from './matmul';

const budgetMs = 500;
/** The default stays unless another is this much faster, so that noise does not choose. */
const gain = 0.95;
const repeats = 3;
/** Products per submit: one submit and its wait cost about as much as a small product. */
const perSubmit = 4;

type Sizes = readonly [m: number, n: number, k: number];

/** Of each class the smallest shape that is clearly in it: 64 workgroups of its default tiles. */
const shapes = {
  large: [1024, 1024, 512],
  medium: [512, 512, 512],
  small: [256, 256, 512],
} satisfies Record<ShapeClass, Sizes>;

/** From the store, or measured now. Undefined on a software adapter: it uses the defaults. */
export async function matmulTuning(context: GpuContext, target: Target): Promise<MatmulTuning | undefined> {
  if (context.isSoftware) return undefined;
  const plain: Target = { ...target, real: 'f32' };
  const text = JSON.stringify(tileCandidates) + shaderText(plain);
  const words = Uint32Array.from(text, (character) => character.charCodeAt(0));
  const key = `matmul tiles, ${context.adapterName}, ${target.maxInvocations} threads, ${hashHex(hashWords(words))}`;
  return tunedOnce(key, () =>
    fastestTiles(
      (shapeClass, tiles) => millisecondsOf(context, plain, shapes[shapeClass], tiles),
      plain,
      context.clock,
    ),
  );
}

function shaderText(target: Target): string {
  return matmulWith(tiledBy(tileCandidates.large[0]), shapeOf(shapes.large), target)
    .calls.map(({ kernel }) => wgslOf(kernel))
    .join('\n');
}

/** Chooses tiles by the times that `milliseconds` measures: the fastest of each class. The first (the default) stays
 *  unless another is clearly faster. */
export async function fastestTiles(
  milliseconds: (shapeClass: ShapeClass, tiles: Tiles) => Promise<number>,
  target: Pick<Target, 'maxInvocations'>,
  clock: Clock,
): Promise<MatmulTuning> {
  const end = clock.now() + budgetMs;
  const fastest = async (shapeClass: ShapeClass): Promise<Tiles> => {
    const [first, ...others] = allowedTiles(shapeClass, target);
    let best = { tiles: first, ms: (await milliseconds(shapeClass, first)) * gain };
    for (const tiles of others) {
      if (clock.now() > end) break;
      const ms = await milliseconds(shapeClass, tiles);
      if (ms < best.ms) best = { tiles, ms };
    }
    return best.tiles;
  };
  // One after the other, because they would disturb each other's times.
  return { large: await fastest('large'), medium: await fastest('medium'), small: await fastest('small') };
}

function tiledBy(tiles: Tiles): Parameters<typeof matmulWith>[0] {
  return { kind: 'tiled', ...tiles, splits: 1, memory: 'whole' };
}

function shapeOf([m, n, k]: Sizes): MatmulShape {
  return { layout: 'nn', a: 'a', b: 'b', out: 'c', m, n, k, accumulate: false };
}

/** The least time of one product over a few runs after a warm-up. */
export async function millisecondsOf(
  { device, kernels, faults, clock }: GpuContext,
  target: Target,
  sizes: Sizes,
  tiles: Tiles,
): Promise<number> {
  const shape = shapeOf(sizes);
  const { m, n, k } = shape;
  const { calls } = matmulWith(tiledBy(tiles), shape, target);
  const buffers = new Map<string, GPUBuffer>();
  for (const [name, length] of Object.entries({ a: m * k, b: k * n, c: m * n }))
    buffers.set(
      name,
      device.createBuffer({ label: `tuning ${name}`, size: 4 * length, usage: GPUBufferUsage.STORAGE }),
    );
  const watch = faults.watch();
  try {
    const [dispatch] = await prepare(device, kernels, calls, (name) => ({ buffer: buffers.get(name)! }));
    let least = Infinity;
    for (let repeat = 0; repeat <= repeats; repeat++) {
      const start = clock.now();
      const encoder = device.createCommandEncoder({ label: 'tuning' });
      encodePass(encoder, 'tuning', Array<typeof dispatch>(perSubmit).fill(dispatch));
      device.queue.submit([encoder.finish()]);
      await watch.until(device.queue.onSubmittedWorkDone(), 'the GPU');
      if (repeat > 0) least = Math.min(least, (clock.now() - start) / perSubmit);
    }
    return least;
  } finally {
    watch.close();
    buffers.forEach((buffer) => buffer.destroy());
  }
}
