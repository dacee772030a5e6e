// p ← p − η·ḡ, where ḡ = (Σ / n)·clip. As in every rule here, the operations are f32 + − × ÷ √ in the order written,
// each rounded by itself. So they are exact on every engine (E3), and WASM can do four at a time. These rules are the
// oracle of the WASM kernels (wasm/simd.as), and run instead of kernels that fail the self-test.

export interface SgdConstants {
  readonly count: number; // n
  readonly clip: number;
  readonly rate: number; // η
}

const f = Math.fround;

/** Updates elements [start, end). Constants are f32. */
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
