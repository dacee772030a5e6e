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

export interface MatmulChoice extends Tiles {
  /** K is cut into so many parts. */
  readonly splits: number;
  /** 'whole': vec4 loads. */
  readonly memory: 'whole' | 'ragged';
}

/** The class follows from the number of workgroups that the shape gives. The tuner finds the best tiles for each class. */
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

const invocationsOf = ({ tileM, tileN, rowBlocks, columnBlocks }: Tiles): number =>
  (tileM * tileN) / (16 * rowBlocks * columnBlocks);

export function allowedTiles(
  shapeClass: ShapeClass,
  { maxInvocations }: Pick<Target, 'maxInvocations'>,
): Tiles[] {
  return tileCandidates[shapeClass].filter((candidate) => invocationsOf(candidate) <= maxInvocations);
}

/** A GPU's units stay idle with fewer workgroups. Skinny shapes are cut along K until there are this many. */
const enoughWorkgroups = 64;
/** What the tuner tries as `enoughThreads`: 512 for each of an H100's 132 units. */
export const manyThreads = 65_536;
/** A split shorter than this along K costs more than it gains. */
const shortestSpan = 128;

function shapeClassOf(m: number, n: number): ShapeClass {
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
  const isWhole = n % 4 === 0 && (layout === 'tn' ? m % 4 === 0 : k % 4 === 0);
  const shapeClass = shapeClassOf(m, n);
  const best = target.matmul?.[shapeClass] ?? allowedTiles(shapeClass, target)[0];
  const splits = splitsOf(m, n, k, best, target.matmul?.enoughThreads);
  return { ...best, splits, memory: isWhole ? 'whole' : 'ragged' };
}

/** The number of parts into which K is cut. */
export function splitsOf(m: number, n: number, k: number, best: Tiles, enoughThreads?: number): number {
  const workgroups = Math.ceil(m / best.tileM) * Math.ceil(n / best.tileN);
  const wanted = enoughThreads === undefined ? enoughWorkgroups : enoughThreads / invocationsOf(best);
  return Math.max(1, Math.min(Math.ceil(wanted / workgroups), Math.floor(k / shortestSpan)));
}
