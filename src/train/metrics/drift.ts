// How far local steps take the members apart (E24): the root mean square distance of their parameters from their mean,
// weighted by examples, before the outer update. With Δ_j the change of member j and Δ the mean change,
//   drift² = Σ n_j·‖Δ_j − Δ‖² / Σ n_j = Σ n_j·‖Δ_j‖² / Σ n_j − ‖Δ‖².
// Every member has both terms: ‖Δ_j‖² from the records, ‖Δ‖ from the sum. A codec's sum is not the members' mean, so then
// it is not measured. Pure.

export interface MemberChange {
  /** n_j */
  readonly count: number;
  /** ‖Δ_j‖² */
  readonly squared: number;
}

/** `meanNorm`: ‖Δ‖. Undefined without a change, or where a number is not finite. */
export function driftOf(changes: readonly MemberChange[], meanNorm: number): number | undefined {
  const total = changes.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return undefined;
  const squared = changes.reduce((sum, change) => sum + change.count * change.squared, 0) / total;
  const drift = Math.sqrt(Math.max(0, squared - meanNorm ** 2)); // rounding may take equal members below 0
  return Number.isFinite(drift) ? drift : undefined;
}
