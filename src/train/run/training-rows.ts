// The examples that a member trains on at positions of its stream, as micro-batches: with their streams of dropout, and altered as
// the run says. Both are functions of seed and position, so whoever does a position does the same.
import { alter, alterations } from '../../data/augment';
import type { Dataset } from '../../data/dataset';
import { dropoutKeys, microBatches, type MicroBatchRows } from '../../data/micro-batches';
import type { Positions } from '../../data/positions';
import type { Sampler } from '../../data/sampler';
import { augmentable } from './data-shape';
import type { RunConfig } from './run-config';

/** `seed`: the run's; of a stream of a member's own, that stream's. */
export function trainingRows(
  { dataset, sampler }: { readonly dataset: Dataset; readonly sampler: Sampler },
  { augment, data, microBatch }: Pick<RunConfig, 'augment' | 'data' | 'microBatch'>,
  seed: number,
  positions: Positions,
): MicroBatchRows[] {
  const kind = augmentable(data);
  const drawn = augment && kind ? alterations(augment, seed, positions) : undefined;
  return microBatches(
    dataset,
    sampler.examples(positions),
    microBatch,
    dropoutKeys(seed, positions),
    drawn && kind && ((row, at) => alter(row, dataset.inputShape, drawn[at], kind)),
  );
}
