// Which matmul kernel for which shape on which adapter: a pure function, so that the same device always sums in
// the same order (E6). A tuner that measures will take its place.
import type { Target } from '../lowering';
import type { MatmulLayout } from './matmul.ref';

export type MatmulChoice =
  /** Registers only, vec4 loads, 8 × 16 per thread: software adapters. */
  | { readonly kind: 'direct'; readonly workgroupX: number; readonly workgroupY: number }
  /** Tiles in workgroup memory; `blocks` × `blocks` 4 × 4 blocks per thread; K cut into `splits`. */
  | {
      readonly kind: 'tiled';
      readonly tile: number; // rows and columns of C per workgroup
      readonly tileK: number;
      readonly blocks: 1 | 2;
      readonly splits: number;
    }
  /** Scalar loads, any shape, 4 × 4 per thread. */
  | { readonly kind: 'ragged'; readonly workgroupX: number; readonly workgroupY: number };

/** Below this many products a software adapter is done before the larger kernel has compiled (0.2 s more). */
const smallProducts = 2 ** 20;
/** Workgroups below which a GPU's units stay idle: skinny shapes are cut along K until there are as many. */
const enoughWorkgroups = 64;
/** Shorter than this along K, a split costs more than it fills. */
const shortestSpan = 128;

export function chooseMatmul(
  layout: MatmulLayout,
  m: number,
  n: number,
  k: number,
  target: Target,
): MatmulChoice {
  const ragged = { kind: 'ragged', workgroupX: 4, workgroupY: 8 } as const;
  const wholeVectors = n % 4 === 0 && (layout === 'tn' ? m % 4 === 0 : k % 4 === 0);
  if (!wholeVectors) return ragged;
  if (target.isSoftware)
    return m * n * k < smallProducts || m < 4 || n < 16
      ? ragged
      : { kind: 'direct', workgroupX: 2, workgroupY: 8 };
  if (Math.min(m, n, k) < 8) return ragged;
  const workgroups = (tile: number): number => Math.ceil(m / tile) * Math.ceil(n / tile);
  if (target.maxInvocations >= 256 && workgroups(128) >= enoughWorkgroups)
    return { kind: 'tiled', tile: 128, tileK: 8, blocks: 2, splits: 1 };
  if (workgroups(64) >= enoughWorkgroups)
    // 4 × 4 per thread, or 8 × 8 where only 128 threads are allowed.
    return { kind: 'tiled', tile: 64, tileK: 16, blocks: target.maxInvocations >= 256 ? 1 : 2, splits: 1 };
  const missing = Math.ceil(enoughWorkgroups / workgroups(32));
  const splits = Math.max(1, Math.min(missing, Math.floor(k / shortestSpan)));
  return { kind: 'tiled', tile: 32, tileK: 16, blocks: 1, splits };
}
