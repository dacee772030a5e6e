// One inner step: the exact update of a member's own parameters by the sum of its own batch.
import type { OptimizerConfig } from '../../../optim/rules/config';
import { squaredNormOf } from '../../../optim/state/block-norms';
import { blockCount } from '../../../optim/state/blocks';
import { createBlockHashes } from '../../../optim/state/digest';
import type { TensorRange } from '../../../optim/state/tensor-ranges';
import type { TrainState } from '../../../optim/state/train-state';
import { beginUpdate, clipScaleOf, finishUpdate, updateBlocks } from '../../../optim/update/update';

export interface InnerStep {
  /** (P): Σ∇L of its batch. */
  readonly sum: Float32Array;
  /** Loss terms in it, at least 1. */
  readonly count: number;
  readonly learningRate: number;
  /** The limit of the mean gradient's norm; 0: no clipping. */
  readonly clipNorm: number;
}

/** False: it is not finite, and `to` does not count. */
export function innerUpdate(
  optimizer: OptimizerConfig,
  from: TrainState,
  to: TrainState,
  { sum, count, learningRate, clipNorm }: InnerStep,
  tensors: readonly TensorRange[],
): boolean {
  const squared = squaredNormOf(sum);
  if (!Number.isFinite(squared)) return false;
  const clipScale = clipNorm > 0 ? clipScaleOf(squared, count, clipNorm) : 1;
  const hashes = createBlockHashes(sum.length);
  const update = beginUpdate(optimizer, from, to, { learningRate, exampleCount: count, clipScale, tensors });
  const isFirstFinite = updateBlocks(update, sum, 0, blockCount(sum.length), hashes);
  return finishUpdate(update, sum, hashes) && isFirstFinite;
}
