// A member as a mark has a bar for all chunks: how many stripes it is cut into.

/** A thinner stripe is only a blend of its neighbours. Patterns have no blend. */
const leastStripe = { colour: 4, pattern: 3 };

/** The stripes of a mark: one for each chunk, or for a few. */
export function stripesOf(height: number, chunks: number, hasPatterns: boolean): number {
  const least = hasPatterns ? leastStripe.pattern : leastStripe.colour;
  return Math.min(chunks, Math.max(1, Math.floor(height / least)));
}
