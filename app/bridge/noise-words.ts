// The gradient noise scale in words: up to which batch more replicas still help. A guide, not a law (McCandlish et al.
// 2018), so numbers are rounded to what they are worth.
import type { Snapshot } from '../../src/replica/protocol';
import { formatCount } from './format';

export interface NoiseWords {
  /** '≈ 900', or 'not yet known'. */
  readonly value: string;
  readonly meaning: string;
  /** The critical batch, in the unit of `effectiveBatch`; undefined while not known. */
  readonly critical: number | undefined;
}

export function noiseWords({
  noise,
  worldSize,
  effectiveBatch,
}: Pick<Snapshot, 'noise' | 'worldSize' | 'effectiveBatch'>): NoiseWords {
  const unknown = (meaning: string): NoiseWords => ({ value: 'not yet known', meaning, critical: undefined });
  if (worldSize < 2 && !noise) return unknown('It takes two replicas to tell the gradient from its noise.');
  if (noise?.scale === undefined) return unknown('The gradient cannot be told from its noise yet.');
  const critical = roundToTwo(noise.scale);
  const value = `≈ ${formatCount(critical)}`;
  const more = Math.ceil((noise.scale - effectiveBatch) / (effectiveBatch / Math.max(1, worldSize)));
  if (more <= 0)
    return {
      value,
      critical,
      meaning: 'The batch is past it: more replicas make steps cheaper, hardly better.',
    };
  const who =
    more > 60
      ? 'Many more replicas like these still make'
      : more === 1
        ? 'One more replica like these still makes'
        : `Up to ${more} more replicas like these still make`;
  return { value, critical, meaning: `${who} each step better.` };
}

/** Two digits: the estimate is not worth more. */
function roundToTwo(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.round(value / unit) * unit;
}
