// What members say of themselves as weights of their shares, lowered until nobody's share is beyond a bound (S23, S24). Pure.

/** The weights, those above the bound lowered to one same weight, which is `most` of the sum of all. `isFree`: by index,
 *  who is not bound. */
export function boundedShares(
  weights: readonly number[],
  most: number,
  isFree: (at: number) => boolean = () => false,
): readonly number[] {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const free = sum(weights.filter((_, at) => isFree(at)));
  const bound = weights.filter((_, at) => !isFree(at)).sort((a, b) => b - a);
  // The first `above` of them count as `limit`, and the rest as they are.
  for (let above = 0; above * most < 1; above++) {
    const limit = (most * (free + sum(bound.slice(above)))) / (1 - above * most);
    if ((bound[above] ?? 0) <= limit)
      return weights.map((weight, at) => (isFree(at) ? weight : Math.min(weight, limit)));
  }
  return weights;
}
