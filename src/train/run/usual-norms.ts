// Finds outliers: contributions whose mean gradient is a thousand times longer than usual (S11a). Usual is the median
// norm of whole contributions over the last steps and members, from their header records. It is part of the run state,
// so all members judge alike. A receiver allows twice as much as the source, so rounding accuses nobody.
// A model that fits all that it saw has a usual norm near 0, and an example that is new to it looks like an outlier. So
// the norms of the run's beginning are kept too, and an outlier is longer than they allow (S11g).
// In the mode for a room of strangers, no member's part of a sum is much longer than usual (S25, S11c, H26): one liar of four
// moves the median within the norms of the honest members only. A member shortens its own part before it sends it; a
// receiver allows a tenth more, for rounding and codecs.
import * as v from 'valibot';

/** About ten steps of a small ring, two of a full classroom. */
const remembered = 64;
const fewestForOutlier = 8;
/** The first norms of a run, which stay. */
const ofBeginning = fewestForOutlier;
const outlierFactor = 1_000;
const receiverFactor = 2 * outlierFactor;

/** ‖g_j‖, oldest first: the run’s first ones, then the latest. */
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
  if (finite.length === 0) return norms;
  const all = [...norms, ...finite];
  return [...all.slice(0, ofBeginning), ...all.slice(ofBeginning).slice(ofBeginning - remembered)];
}

/** The lower median of the latest norms; undefined before the first norm. */
export function usualNorm(norms: UsualNorms): number | undefined {
  return lowerMedian(norms.slice(ofBeginning - remembered));
}

function lowerMedian(norms: UsualNorms): number | undefined {
  return new Float64Array(norms).sort().at((norms.length - 1) >> 1);
}

/** A ‖g_j‖ above it is an outlier; undefined while too few norms are known. */
export function outlierLimit(norms: UsualNorms, by: 'source' | 'receiver'): number | undefined {
  if (norms.length < fewestForOutlier) return undefined;
  const usual = Math.max(lowerMedian(norms.slice(0, ofBeginning))!, usualNorm(norms)!);
  return usual > 0 ? usual * (by === 'source' ? outlierFactor : receiverFactor) : undefined;
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
