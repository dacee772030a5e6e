// The lowest held-out loss of a run so far (S27). It follows from the header records alone, by + and ÷ (H24), and is part
// of the run state: so all members end a run that no longer gets better at the same step, and a newcomer knows the best.
import * as v from 'valibot';
import { medianOfMeans, type SaidSums } from './median-of-means';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const heldOutBest = v.strictObject({
  loss: v.pipe(v.number(), v.finite(), v.minValue(0)),
  /** The step after which it was measured. */
  step: count,
  /** Evaluations since then, none of which was lower. */
  since: count,
});

export type HeldOutBest = v.InferOutput<typeof heldOutBest>;

/** The part of a member's header record that is read here. */
interface SaidOfValidation {
  readonly validation: SaidSums & { readonly step: number };
  /** The data that the member brought. */
  readonly own: { readonly examples: number } | undefined;
}

/** The parts of the validation split that members evaluated after `step`. */
export function evaluatedParts(records: readonly SaidOfValidation[], step: number): SaidSums[] {
  return (
    records
      .filter(({ validation }) => validation.step === step && validation.count > 0)
      // Two members that brought the same data held out the same examples, which count once (S20a).
      .filter(({ own }) => own === undefined || own.examples > 0)
      .map(({ validation }) => validation)
  );
}

/** The best after the evaluation of `step`. `records` are those of the header after it; without one in them: `best`. */
export function addEvaluation(
  best: HeldOutBest | undefined,
  records: readonly SaidOfValidation[],
  step: number,
): HeldOutBest | undefined {
  const parts = evaluatedParts(records, step);
  if (parts.length === 0 || best?.step === step) return best;
  const { loss } = medianOfMeans(parts);
  if (loss >= 0 && loss < (best?.loss ?? Infinity)) return { loss, step, since: 0 };
  return best && { ...best, since: best.since + 1 };
}

/** Whether so many evaluations in a row were no better that the host wants no more. `patience` 0: never. */
export function isAtRest(best: HeldOutBest | undefined, patience = 0): boolean {
  return patience > 0 && best !== undefined && best.since >= patience;
}

/** The sentence of a run that ended so, in its digest. */
export const stoppedAtRest = 'the held-out loss fell no more';
