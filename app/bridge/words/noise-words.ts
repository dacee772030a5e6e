// The gradient noise scale in words: up to which batch more replicas still help, or a larger batch when the batch is
// fixed. It is a guide, not a law (McCandlish et al. 2018), so numbers are rounded to two digits.
import { select, t } from '@lingui/core/macro';
import type { Snapshot } from '../../../src/replica/protocol';
import { isLocal } from '../../../src/train/run/sync';
import { exampleWords, isOwn } from './batch-sharing';
import { formatCount } from './format';

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
  const unmeasured = (meaning: string, value = t`not measured`): NoiseWords => ({
    value,
    meaning,
    critical: undefined,
  });
  if (sync && isLocal(sync)) return unmeasured(t`With local steps no gradient is summed to be compared.`);
  if (isOwn(config)) return unmeasured(t`Each member’s examples may be of another kind.`);
  if (worldSize > 1 && buckets && buckets.codec.kind !== 'f32')
    return unmeasured(t`A codec adds noise of its own to the gradient.`);
  if (noise?.scale === undefined)
    return unmeasured(
      worldSize < 2
        ? t`It takes two replicas to tell the gradient from its noise.`
        : t`The gradient cannot be told from its noise yet.`,
      t`not yet known`,
    );
  const critical = roundToTwo(noise.scale);
  const isFixed = batch?.batchMode === 'fixed';
  const words = { value: `≈ ${formatCount(critical)} ${exampleWords(config)}`, critical };
  if (worldSize < 2)
    return {
      ...words,
      critical: undefined,
      meaning: t`Measured while the ring had more members. With one replica it is not measured any more.`,
    };
  const now = effectiveBatch / terms;
  const trained = config ? config.data.examples - config.validationExamples : Infinity;
  if (now >= trained)
    return { ...words, meaning: t`The batch holds every training example: a larger one adds nothing new.` };
  if (now >= noise.scale)
    return {
      ...words,
      meaning: t`The batch is past it: ${select({ isFixed: String(isFixed) }, { true: 'a larger one makes', other: 'more replicas make' })} each step hardly better.`,
    };
  if (isFixed)
    return {
      ...words,
      meaning: t`More replicas share the same batch. A larger batch would still make each step better.`,
    };
  const more = Math.ceil((Math.min(noise.scale, trained) - now) / Math.max(1, localBatch));
  return { ...words, meaning: moreWords(more) };
}

function moreWords(more: number): string {
  if (more > 60) return t`Many more replicas like these still make each step better.`;
  return more === 1
    ? t`One more replica like these still makes each step better.`
    : t`Up to ${more} more replicas like these still make each step better.`;
}

/** Two digits: the estimate is no more exact. */
function roundToTwo(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.round(value / unit) * unit;
}
