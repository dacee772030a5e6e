// Finds outliers: contributions whose mean gradient is a thousand times longer than usual (S11a). Usual is the median
// norm of whole contributions over the last steps and members, from their header records. It is part of the run state,
// so all members judge alike. A receiver allows twice as much as the source, so rounding accuses nobody.
// In the mode for a room of strangers, no member's part of a sum is much longer than usual (S25, S11c, H26): one liar of four
// moves the median within the norms of the honest members only. A member shortens its own part before it sends it; a
// receiver allows a tenth more, for rounding and codecs.
import * as v from 'valibot';

/** About ten steps of a small ring, two of a full classroom. */
const remembered = 64;
const fewestForOutlier = 8;
const outlierFactor = 1_000;
const receiverFactor = 2 * outlierFactor;

/** ‖g_j‖, oldest first. */
export const usualNorms = v.pipe(
  v.array(v.pipe(v.number(), v.finite(), v.minValue(0))),
  v.maxLength(remembered),
  v.readonly(),
);

export type UsualNorms = v.InferOutput<typeof usualNorms>;

/** The last step in a member's header record. */
interface SaidOfStep {
  readonly last: {
    readonly step: number;
    readonly count: number;
    readonly gradientSquared: number;
    readonly isSkipped: boolean;
  };
}

/** The norms after one more step, number `step`. `records` are those of the header after it. */
export function addNorms(norms: UsualNorms, records: readonly SaidOfStep[], step: number): UsualNorms {
  const sources = records.filter(({ last }) => last.step === step && last.count > 0 && !last.isSkipped);
  const added = sources.map(({ last }) => Math.sqrt(last.gradientSquared));
  // A peer may send any value.
  const finite = added.filter((norm) => norm >= 0 && norm < Infinity);
  return finite.length === 0 ? norms : [...norms, ...finite].slice(-remembered);
}

/** The lower median; undefined before the first norm. */
export function usualNorm(norms: UsualNorms): number | undefined {
  return new Float64Array(norms).sort().at((norms.length - 1) >> 1);
}

/** A ‖g_j‖ above it is an outlier; undefined while too few norms are known. */
export function outlierLimit(norms: UsualNorms, by: 'source' | 'receiver'): number | undefined {
  const usual = norms.length < fewestForOutlier ? undefined : usualNorm(norms);
  return usual ? usual * (by === 'source' ? outlierFactor : receiverFactor) : undefined;
}

const sentFactor = 1.5;
const receivedFactor = 1.65;
/** One step of four members: one liar cannot make the median of so many its own. */
const fewestForBound = 4;

/** The most that the mean of a member's part may measure. 0 while too few norms are known: then nothing may be added. */
export function boundedNorm(norms: UsualNorms, where: 'sent' | 'received'): number {
  const usual = norms.length < fewestForBound ? 0 : usualNorm(norms)!;
  return usual * (where === 'sent' ? sentFactor : receivedFactor);
}
