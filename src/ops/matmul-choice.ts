// Which matmul kernel for which shape on which adapter: a pure function, so that the same device always sums in
// the same order (E6). A tuner that measures will take its place.
import type { MatmulLayout } from './op-call';
import type { Target } from './lowering';

export type MatmulChoice =
  /** Registers only, vec4 loads, 8 × 16 per thread. */
  | { readonly kind: 'direct'; readonly workgroupX: number; readonly workgroupY: number }
  /** Scalar loads, any shape, 4 × 4 per thread. */
  | { readonly kind: 'ragged'; readonly workgroupX: number; readonly workgroupY: number };

export function chooseMatmul(
  layout: MatmulLayout,
  m: number,
  n: number,
  k: number,
  _target: Target,
): MatmulChoice {
  const aligned = n % 4 === 0 && (layout === 'tn' ? m % 4 === 0 : k % 4 === 0);
  if (aligned && m >= 4 && n >= 16) return { kind: 'direct', workgroupX: 2, workgroupY: 8 };
  return { kind: 'ragged', workgroupX: 4, workgroupY: 8 };
}
