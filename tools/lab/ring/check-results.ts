// Are the results right? Compared with plain loops in f64 over the contributions, element by element. Pure.
import type { CollectivePlan } from '../../../src/collectives/collective-plan';
import { chunkSpan } from '../../../src/collectives/schedule';

export interface Verdict {
  /** The same bits at all; undefined: each has its own part only. */
  readonly isEqual: boolean | undefined;
  /** The largest error ÷ its bound, over all elements; 0 when every element is exact. */
  readonly worst: number;
  readonly isWithinBound: boolean;
}

/** The outcome by ring position. `dropped`: what the codec dropped there; absent: f32. */
export interface Outcome {
  readonly part: Float32Array;
  readonly result: Float32Array;
  readonly dropped: Float32Array | undefined;
  /** The products of a part that went as factors: Σ_k |P̂_ik| · |Q_ck| by element. The roundings of P̂ · Qᵀ are
   *  relative to it, for its terms may cancel. */
  readonly products?: Float32Array | undefined;
}

const unit = 2 ** -24; // of an f32 rounding

export function checkResults(plan: CollectivePlan, outcomes: readonly Outcome[]): Verdict {
  const [{ part, result: first }] = outcomes;
  let worst = 0;
  for (let chunk = 0; chunk < plan.chunkCount; chunk++) {
    const owner = plan.ownerOf(chunk);
    const { start, end } = chunkSpan(part.length, plan.chunkCount, chunk);
    const { result } = plan.descends ? outcomes[0] : outcomes[owner];
    for (let i = start; i < end; i++)
      worst = Math.max(worst, excessOf(plan.climbs ? outcomes : [outcomes[owner]], outcomes, result[i], i));
  }
  const isEqual = plan.descends ? outcomes.every(({ result }) => hasSameBits(result, first)) : undefined;
  return { isEqual, worst, isWithinBound: worst <= 1 };
}

/** |value − Σ contributions| ÷ bound. f32: γ(N−1) · Σ|x| (Higham 2002, §4.2). With a codec: what all dropped, and a
 *  rounding of each addition and of each difference. With factors: also of each Q, of each addition of Qs and of P̂ · Qᵀ. */
function excessOf(
  contributors: readonly Outcome[],
  all: readonly Outcome[],
  value: number,
  i: number,
): number {
  let [sum, magnitude, dropped, products] = [0, 0, 0, 0];
  for (const { part } of contributors) {
    sum += part[i];
    magnitude += Math.abs(part[i]);
  }
  for (const one of all) {
    dropped += Math.abs(one.dropped?.[i] ?? 0);
    products += one.products?.[i] ?? 0;
  }
  const isCompressed = all[0].dropped !== undefined;
  const additions = (contributors.length - 1) * unit;
  const bound = isCompressed
    ? dropped + 8 * all.length * unit * (magnitude + dropped + products)
    : (additions / (1 - additions)) * magnitude;
  const error = Math.abs(value - sum);
  if (error === 0) return 0;
  return bound > 0 && Number.isFinite(error) ? error / bound : Infinity;
}

function hasSameBits(one: Float32Array, other: Float32Array): boolean {
  const [a, b] = [one, other].map(
    ({ buffer, byteOffset, length }) => new Int32Array(buffer, byteOffset, length),
  );
  return a.length === b.length && a.every((word, i) => word === b[i]);
}
