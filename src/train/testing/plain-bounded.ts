// Bounded parts a second time, for the replay oracle (PROTOCOL.md S25, EXACTNESS.md E30, E31): how much of a part is
// sent, and sums by rank, by plain loops. Nothing of the product's is used.

const f = Math.fround;

/** Σ x² as E10 says, over elements [start, end). */
export function plainSquares(values: Float32Array, start: number, end: number): number {
  let sum = 0;
  for (let block = start; block < end; block += 4096) {
    const lanes = [0, 0, 0, 0];
    for (let i = block; i < Math.min(block + 4096, end); i++) lanes[(i - block) % 4] += values[i] * values[i];
    sum += lanes[0] + lanes[1] + (lanes[2] + lanes[3]);
  }
  return sum;
}

/** An f32 of 0 … 1, for a part over `terms` loss terms whose squares as sent add up to this. */
export function plainScale(norms: readonly number[], terms: number, squares: number): number {
  const inOrder = [...norms].sort((a, b) => a - b);
  const most = norms.length < 4 ? 0 : 1.5 * inOrder[Math.floor((inOrder.length - 1) / 2)];
  const length = Math.sqrt(squares) / terms;
  return length > most ? f(most / length) : 1;
}

export function plainScaled(values: Float32Array, scale: number): Float32Array {
  return scale === 1 ? values : values.map((value) => f(value * scale));
}

/** What stays for the next step of a residual `before`, of what a codec dropped of a part that was scaled. */
export function plainKept(
  dropped: Float32Array,
  scale: number,
  before: Float32Array | undefined,
): Float32Array {
  if (scale === 0) return before ?? new Float32Array(dropped.length);
  return scale === 1 ? dropped : dropped.map((value) => f(value / scale));
}

/** The sum by rank, each addition rounded to f32; the first as it is. */
export function plainRankSum(parts: readonly Float32Array[]): Float32Array {
  const [first, ...others] = parts;
  const sum = first.slice();
  for (const part of others) for (let i = 0; i < sum.length; i++) sum[i] = f(sum[i] + part[i]);
  return sum;
}
