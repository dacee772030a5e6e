// p ← p − η·ḡ, where ḡ = (Σ / n)·clip. As in every rule here, f32 + − × ÷ √ in the order written, each rounded by
// itself: exact on every engine (E3), and what WASM does four at a time. This is the oracle of those kernels
// (wasm/scalar.as, wasm/simd.as), and what runs where they fail the self-test.

export interface SgdConstants {
  readonly count: number; // n
  readonly clip: number;
  readonly rate: number; // η
}

const f = Math.fround;

/** Elements [start, end). Constants are f32. */
export function sgdUpdate(
  constants: SgdConstants,
  sum: Float32Array,
  p: Float32Array,
  pNext: Float32Array,
  start: number,
  end: number,
): void {
  const { count, clip, rate } = constants;
  for (let i = start; i < end; i++) pNext[i] = p[i] - f(rate * f(f(sum[i] / count) * clip));
}
