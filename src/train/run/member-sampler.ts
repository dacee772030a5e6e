// The examples of a member at positions of the stream: the same for all members, unless the run gives each its own mixture of
// classes (E9b).
import type { RandomSource } from '../../base/prng';
import type { Dataset } from '../../data/dataset';
import type { Indices } from '../../data/indices';
import { createSampler, type Sampler } from '../../data/sampler';
import { unevenSampler } from '../../data/uneven-classes';
import type { MemberId } from '../../membership/view';
import type { RunConfig } from './run-config';

/** `train`: dataset indices of the training split. */
export function memberSampler(
  { seed, uneven }: Pick<RunConfig, 'seed' | 'uneven'>,
  dataset: Dataset,
  train: Indices,
  member: MemberId,
  random?: RandomSource,
): Sampler {
  return uneven === undefined
    ? createSampler(seed, train, random)
    : unevenSampler(dataset, train, { alpha: uneven, seed, member });
}
