// Which matmul kernel for which shape on which adapter: a pure function of shape, adapter and tuning result, so that
// the same device with the same tuning always sums in the same order (E6).
import type { Target } from '../lowering';
import type { MatmulLayout } from './matmul.ref';

/** Tiles in workgroup memory; 4·rowBlocks × 4·columnBlocks of C per thread. */
export interface Tiles {
  readonly tileM: number; // of C per workgroup
  readonly tileN: number;
  readonly tileK: number;
  readonly rowBlocks: number;
  readonly columnBlocks: number;
}

export type MatmulChoice =
  /** Registers only, for adapters on the processor: `side` × `side` of C per lane, operands shared within a quad. */
  | {
      readonly kind: 'lanes';
      readonly side: 8 | 16;
      readonly sharing: 'quad' | 'alone';
      readonly quads: number; // per workgroup
    }
  /** `memory` whole: vec4 loads. K is cut into `splits`. */
  | ({ readonly kind: 'tiled'; readonly splits: number; readonly memory: 'whole' | 'ragged' } & Tiles);

/** By how many workgroups the shape gives: the tuner finds the best tiles for each. */
export type ShapeClass = 'large' | 'medium' | 'small';

/** What the tuner found, per class. */
export type MatmulTuning = Readonly<Record<ShapeClass, Tiles>>;

const tiles = (tileM: number, tileN: number, tileK: number, rows: number, columns: number): Tiles => ({
  tileM,
  tileN,
  tileK,
  rowBlocks: rows / 4,
  columnBlocks: columns / 4,
});

/** What the tuner tries; the first of each that the adapter allows is the default. */
export const tileCandidates = {
  large: [
    tiles(128, 128, 8, 8, 8),
    tiles(64, 128, 16, 8, 4),
    tiles(64, 128, 16, 8, 8),
    tiles(64, 64, 16, 4, 4),
  ],
  medium: [tiles(64, 64, 16, 4, 4), tiles(64, 64, 16, 8, 4), tiles(32, 32, 16, 4, 4)],
  small: [tiles(32, 32, 16, 4, 4), tiles(32, 32, 32, 4, 4), tiles(64, 64, 16, 8, 4)],
} satisfies Record<ShapeClass, readonly Tiles[]>;

export const invocationsOf = ({ tileM, tileN, rowBlocks, columnBlocks }: Tiles): number =>
  (tileM * tileN) / (16 * rowBlocks * columnBlocks);

export function allowedTiles(
  shapeClass: ShapeClass,
  { maxInvocations }: Pick<Target, 'maxInvocations'>,
): Tiles[] {
  return tileCandidates[shapeClass].filter((candidate) => invocationsOf(candidate) <= maxInvocations);
}

/** Workgroups below which a GPU's units stay idle: skinny shapes are cut along K until there are as many. */
const enoughWorkgroups = 64;
/** Shorter than this along K, a split costs more than it fills. */
const shortestSpan = 128;
/** Below this many products a processor is done before the 16 × 16 kernel has compiled (0.3 s; the other takes 0.1). */
const smallProducts = 2 ** 20;
/** Time per product of 8 × 8 per lane, of 16 × 16 = 1 (SwiftShader, 512³). */
const smallSideCost = 1.45;
/** Tiles are shared out among the processor's threads; two are the least. */
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
  const workgroups = Math.ceil(m / best.tileM) * Math.ceil(n / best.tileN);
  const missing = Math.ceil(enoughWorkgroups / workgroups);
  const splits = Math.max(1, Math.min(missing, Math.floor(k / shortestSpan)));
  return { kind: 'tiled', ...best, splits, memory: isWhole ? 'whole' : 'ragged' };
}

function onProcessor(m: number, n: number, k: number, { hasQuads }: Target): MatmulChoice {
  const cost = (side: number): number => {
    const count = Math.ceil(m / (2 * side)) * Math.ceil(n / (2 * side));
    return Math.ceil(count / threads) * side * side;
  };
  const side = m * n * k < smallProducts || smallSideCost * cost(8) < cost(16) ? 8 : 16;
  // A quad fills SwiftShader's four lanes; without subgroups the adapter is another, with eight or more.
  return { kind: 'lanes', side, sharing: hasQuads ? 'quad' : 'alone', quads: hasQuads ? 1 : 2 };
}
