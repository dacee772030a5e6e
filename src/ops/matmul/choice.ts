// Chooses the matmul kernel for a shape on an adapter. The choice is a pure function of shape, adapter and tuning
// result. So a device with the same tuning always sums in the same order (E6).
import type { Target } from '../lowering';
import type { MatmulLayout } from './matmul.ref';

/** Tiles in workgroup memory. Each thread computes 4·rowBlocks × 4·columnBlocks of C. */
export interface Tiles {
  readonly tileM: number; // of C per workgroup
  readonly tileN: number;
  readonly tileK: number;
  readonly rowBlocks: number;
  readonly columnBlocks: number;
}

export type MatmulChoice =
  /** Only registers, for adapters on the processor: `side` × `side` of C per lane, operands shared within a quad. */
  | {
      readonly kind: 'lanes';
      readonly side: 8 | 16;
      readonly sharing: 'quad' | 'alone';
      readonly quads: number; // per workgroup
    }
  /** memory 'whole': vec4 loads. K is cut into `splits`. */
  | ({ readonly kind: 'tiled'; readonly splits: number; readonly memory: 'whole' | 'ragged' } & Tiles);

/** By the number of workgroups that the shape gives. The tuner finds the best tiles for each class. */
export type ShapeClass = 'large' | 'medium' | 'small';

/** The tuner's result per class. */
export interface MatmulTuning extends Readonly<Record<ShapeClass, Tiles>> {
  /** Threads that fill the adapter: a product with fewer is cut along K. Without it, `enoughWorkgroups` are enough. */
  readonly enoughThreads?: number;
}

const tiles = (tileM: number, tileN: number, tileK: number, rows: number, columns: number): Tiles => ({
  tileM,
  tileN,
  tileK,
  rowBlocks: rows / 4,
  columnBlocks: columns / 4,
});

/** The candidates of the tuner. The first candidate of a class that the adapter allows is its default. */
export const tileCandidates = {
  large: [
    tiles(64, 64, 16, 4, 4),
    tiles(128, 128, 16, 8, 8),
    tiles(128, 128, 8, 8, 8),
    tiles(64, 128, 16, 8, 4),
    tiles(64, 128, 16, 8, 8), // the only one in compatibility mode
  ],
  medium: [tiles(64, 64, 16, 4, 4), tiles(64, 64, 16, 8, 4), tiles(32, 32, 16, 4, 4)],
  small: [tiles(32, 32, 16, 4, 4), tiles(64, 64, 16, 4, 4)],
} satisfies Record<ShapeClass, readonly Tiles[]>;

export const invocationsOf = ({ tileM, tileN, rowBlocks, columnBlocks }: Tiles): number =>
  (tileM * tileN) / (16 * rowBlocks * columnBlocks);

export function allowedTiles(
  shapeClass: ShapeClass,
  { maxInvocations }: Pick<Target, 'maxInvocations'>,
): Tiles[] {
  return tileCandidates[shapeClass].filter((candidate) => invocationsOf(candidate) <= maxInvocations);
}

/** With fewer workgroups a GPU's units stay idle. Skinny shapes are cut along K until there are this many. */
const enoughWorkgroups = 64;
/** What the tuner tries as `enoughThreads`: 512 for each of an H100's 132 units. */
export const manyThreads = 65_536;
/** A split shorter than this along K costs more than it gains. */
const shortestSpan = 128;
/** A 16 × 16 kernel takes SwiftShader 0.2 s to compile, the other 0.06 s, and each layout and epilogue has its own. With
 *  fewer products it gains less than 0.3 ms a product, so hundreds of steps would not pay for it. */
const smallProducts = 2 ** 23;
/** Time per product with 8 × 8 per lane, relative to 16 × 16 (SwiftShader, 512³). */
const smallSideCost = 1.45;
/** Tiles are shared among the processor's threads; it has at least two. */
const threads = 2;

export function shapeClassOf(m: number, n: number): ShapeClass {
  const workgroups = (tile: number): number => Math.ceil(m / tile) * Math.ceil(n / tile);
  return workgroups(128) >= enoughWorkgroups
    ? 'large'
    : workgroups(64) >= enoughWorkgroups
      ? 'medium'
      : 'small';
}

export function chooseMatmul(
  layout: MatmulLayout,
  m: number,
  n: number,
  k: number,
  target: Target,
): MatmulChoice {
  if (target.isSoftware) return onProcessor(m, n, k, target);
  const isWhole = n % 4 === 0 && (layout === 'tn' ? m % 4 === 0 : k % 4 === 0);
  const shapeClass = shapeClassOf(m, n);
  const best = target.matmul?.[shapeClass] ?? allowedTiles(shapeClass, target)[0];
  const splits = splitsOf(m, n, k, best, target.matmul?.enoughThreads);
  return { kind: 'tiled', ...best, splits, memory: isWhole ? 'whole' : 'ragged' };
}

/** Into how many parts K is cut. */
export function splitsOf(m: number, n: number, k: number, best: Tiles, enoughThreads?: number): number {
  const workgroups = Math.ceil(m / best.tileM) * Math.ceil(n / best.tileN);
  const wanted = enoughThreads === undefined ? enoughWorkgroups : enoughThreads / invocationsOf(best);
  return Math.max(1, Math.min(Math.ceil(wanted / workgroups), Math.floor(k / shortestSpan)));
}

function onProcessor(m: number, n: number, k: number, { hasQuads }: Target): MatmulChoice {
  const cost = (side: number): number => {
    const count = Math.ceil(m / (2 * side)) * Math.ceil(n / (2 * side));
    return Math.ceil(count / threads) * side * side;
  };
  const side = m * n * k < smallProducts || smallSideCost * cost(8) < cost(16) ? 8 : 16;
  // A quad fills SwiftShader's four lanes. An adapter without subgroups is a different one, with eight lanes or more.
  return { kind: 'lanes', side, sharing: hasQuads ? 'quad' : 'alone', quads: hasQuads ? 1 : 2 };
}
