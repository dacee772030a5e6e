// The gradient noise scale in words: up to which batch more replicas still help, or a larger batch when the batch is
// fixed. It is a guide, not a law (McCandlish et al. 2018), so numbers are rounded to two digits.
import type { Snapshot } from '../../../src/replica/protocol';
import { isLocal } from '../../../src/train/run/sync';
import { exampleWords, isOwn } from './batch-sharing';
import { formatCount } from './format';
import { batchesText } from '../../text/batches';

export interface NoiseWords {
  /** '≈ 900 examples', or 'not yet known'. */
  readonly value: string;
  readonly meaning: string;
  /** The critical batch in examples (for a text, windows); undefined while not known. */
  readonly critical: number | undefined;
}

export function noiseWords({
  noise,
  worldSize,
  effectiveBatch,
  terms,
  localBatch,
  batch,
  config,
  sync,
  buckets,
}: Pick<
  Snapshot,
  'noise' | 'worldSize' | 'effectiveBatch' | 'terms' | 'localBatch' | 'batch' | 'config' | 'sync' | 'buckets'
>): NoiseWords {
  const unknown = (meaning: string): NoiseWords => ({
    value: batchesText.notYetKnown2,
    meaning,
    critical: undefined,
  });
  const unmeasured = (meaning: string): NoiseWords => ({
    value: batchesText.notMeasured,
    meaning,
    critical: undefined,
  });
  if (sync && isLocal(sync)) return unmeasured(batchesText.localStepsNo);
  if (isOwn(config)) return unmeasured(batchesText.eachMemberKind);
  if (worldSize > 1 && buckets && buckets.codec.kind !== 'f32') return unmeasured(batchesText.codecAddsNoise);
  if (noise?.scale === undefined)
    return unknown(worldSize < 2 ? batchesText.takesTwoReplicas : batchesText.gradientCannotTold);
  const critical = roundToTwo(noise.scale);
  const isFixed = batch?.batchMode === 'fixed';
  const words = { value: `≈ ${formatCount(critical)} ${exampleWords(config)}`, critical };
  if (worldSize < 2) return { ...words, critical: undefined, meaning: batchesText.measuredWithMore };
  const now = effectiveBatch / terms;
  const trained = config ? config.data.examples - config.validationExamples : Infinity;
  if (now >= trained) return { ...words, meaning: batchesText.batchHoldsEvery };
  if (now >= noise.scale)
    return {
      ...words,
      meaning: batchesText.batchPastEach(isFixed),
    };
  if (isFixed)
    return {
      ...words,
      meaning: batchesText.moreReplicasShare,
    };
  const more = Math.ceil((Math.min(noise.scale, trained) - now) / Math.max(1, localBatch));
  const who =
    more > 60
      ? batchesText.manyMoreReplicas
      : more === 1
        ? batchesText.oneMoreReplica
        : batchesText.upMoreReplicas(more);
  return { ...words, meaning: batchesText.eachStepBetter(who) };
}

/** Two digits: the estimate is no more exact. */
function roundToTwo(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.round(value / unit) * unit;
}
