// p ← p − η·ḡ, where ḡ = f32(Σ / n)·clip. As in every rule here, f64 + − × ÷ √ in the order written, rounded to f32
// once, by the store: exact on every engine (E3). One rounding per operation would be as exact, but costs twice
// the time (31 against 15 ns per AdamW parameter on one core): engines convert to f64 and back at each.

export interface SgdConstants {
  readonly count: number; // n
  readonly clip: number;
  readonly rate: number; // η
}

/** Elements [start, end). */
export function sgdUpdate(
  constants: SgdConstants,
  sum: Float32Array,
  p: Float32Array,
  pNext: Float32Array,
  start: number,
  end: number,
): void {
  const { count, clip, rate } = constants;
  for (let i = start; i < end; i++) {
    const g = Math.fround(sum[i] / count) * clip;
    pNext[i] = p[i] - rate * g;
  }
}
