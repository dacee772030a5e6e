// The mode for a room of strangers: no member's part of a sum is much longer than usual (S25, H26). Usual is the median norm of
// S11c, which one liar of four moves within the norms of the honest members only. A member shortens its own part before it
// sends it; a receiver allows a tenth more, for rounding and codecs.
import { usualNorm, type UsualNorms } from './usual-norms';

const sentFactor = 1.5;
const receivedFactor = 1.65;
/** One step of four members: one liar cannot make the median of so many its own. */
const fewest = 4;

/** The most that the mean of a member's part may measure. 0 while too few norms are known: then nothing may be added. */
export function boundedNorm(norms: UsualNorms, where: 'sent' | 'received'): number {
  const usual = norms.length < fewest ? 0 : usualNorm(norms)!;
  return usual * (where === 'sent' ? sentFactor : receivedFactor);
}
