// The update of one attempt at a step, from the held tensors into their shadow. It advances block by block as buckets
// of the sum arrive, while others are still on their way. Clipping needs the whole sum's norm, and so begins at the
// end. The replica holds none of it before `finish`: a failed attempt changes only the shadow.
import { squaredNormOf } from '../../optim/state/block-norms';
import { blockCount, blockElements, blockRange } from '../../optim/state/blocks';
import type { OptimizerConfig } from '../../optim/rules/config';
import { blockHash, createBlockHashes, hashBlocks, type BlockHashes } from '../../optim/state/digest';
import type { TensorRange } from '../../optim/state/tensor-ranges';
import type { TrainState } from '../../optim/state/train-state';
import { outside, overlapOf, type Fragment } from '../run/fragments';
import { advanceRight, withoutRight, type RightFactors } from './right-factors';
import {
  beginUpdate,
  clipScaleOf,
  finishUpdate,
  updateBlocks,
  type UpdateStep,
} from '../../optim/update/update';

export interface ShadowOptions {
  readonly optimizer: OptimizerConfig;
  /** The limit of the mean gradient's norm; 0: no clipping. */
  readonly clipNorm: number;
  readonly learningRate: number;
  /** Σ n_j, at least 1. */
  readonly exampleCount: number;
  readonly tensors: readonly TensorRange[];
  /** Where the state has PowerSGD's Q (E26). */
  readonly rightFactors?: RightFactors | undefined;
  /** What the step sums; absent: the whole vector. All else stays as it is (E27). */
  readonly fragment?: Fragment | undefined;
  readonly from: TrainState;
  readonly to: TrainState;
  /** (P): final where a bucket was announced, and zero outside the fragment. */
  readonly sum: Float32Array;
}

export interface ShadowOutcome {
  /** ‖ḡ‖, before clipping. */
  readonly gradientNorm: number;
  /** The sum or the update is not finite. All members see the same bytes, so all skip the step. */
  readonly isSkipped: boolean;
  readonly hashes: BlockHashes;
}

/** E13. */
export class ShadowUpdate {
  readonly #hashes: BlockHashes;
  /** Elements still missing of each block. */
  readonly #missing: Uint32Array;
  #step: UpdateStep | undefined;
  #isFinite = true;

  constructor(private readonly options: ShadowOptions) {
    const { parameters } = options.from;
    this.#hashes = createBlockHashes(parameters.length);
    this.#missing = Uint32Array.from({ length: blockCount(parameters.length) }, (_, block) => {
      const { start, end } = blockRange(block, parameters.length);
      return overlapOf(this.#whole, start, end);
    });
    if (options.clipNorm === 0) this.#step = this.#begin();
  }

  get #whole(): Fragment {
    const { fragment, from } = this.options;
    return fragment ?? [{ start: 0, end: from.parameters.length }];
  }

  /** Elements [start, end) of the sum are final. Each is announced once. */
  reduced(start: number, end: number): void {
    const { from, sum } = this.options;
    for (let block = Math.floor(start / blockElements); block * blockElements < end; block++) {
      const range = blockRange(block, from.parameters.length);
      const came = overlapOf(this.#whole, Math.max(start, range.start), Math.min(end, range.end));
      this.#missing[block] -= came;
      if (came === 0 || this.#missing[block] > 0 || !this.#step) continue;
      this.#isFinite = updateBlocks(this.#step, sum, block, block + 1, this.#hashes) && this.#isFinite;
    }
  }

  /** All of the sum has been announced. */
  finish(): ShadowOutcome {
    const { clipNorm, exampleCount, sum } = this.options;
    const squared = squaredNormOf(sum);
    const gradientNorm = Math.sqrt(squared) / exampleCount;
    const hashes = this.#hashes;
    if (!Number.isFinite(squared)) return { gradientNorm, isSkipped: true, hashes };
    if (clipNorm > 0) {
      this.#step = this.#begin(clipScaleOf(squared, exampleCount, clipNorm));
      this.#isFinite = updateBlocks(this.#step, sum, 0, this.#missing.length, hashes);
    }
    this.#isFinite = finishUpdate(this.#step!, sum, hashes) && this.#isFinite;
    this.#restoreOutside();
    this.#finishRight();
    return { gradientNorm, isSkipped: !this.#isFinite, hashes };
  }

  /** What the step does not sum is as before, also in blocks of which it sums a part. */
  #restoreOutside(): void {
    const { fragment, from, to } = this.options;
    if (!fragment || !this.#isFinite) return;
    const { length } = from.parameters;
    for (const { start, end } of outside(fragment, length)) {
      to.parameters.set(from.parameters.subarray(start, end), start);
      for (const [i, vector] of to.vectors.entries()) vector.set(from.vectors[i].subarray(start, end), start);
    }
    for (let block = 0; block < this.#missing.length; block++) {
      const range = blockRange(block, length);
      if (overlapOf(fragment, range.start, range.end) === range.end - range.start) continue;
      const { lo, hi } = blockHash(to, block);
      this.#hashes.set([lo, hi], 2 * block);
    }
  }

  /** The update has hashed all vectors but Q. */
  #finishRight(): void {
    const { rightFactors, from, to, sum } = this.options;
    if (!rightFactors || !this.#isFinite) return;
    advanceRight(rightFactors, from, sum, to);
    to.step = this.#step!.to.step;
    this.#hashes.set(hashBlocks(to));
  }

  #begin(clipScale = 1): UpdateStep {
    const { optimizer, rightFactors, learningRate, exampleCount, tensors } = this.options;
    const [from, to] = [this.options.from, this.options.to].map((state) =>
      rightFactors ? withoutRight(state) : state,
    );
    return beginUpdate(optimizer, from, to, { learningRate, exampleCount, clipScale, tensors });
  }
}
