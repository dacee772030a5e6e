// The two loops of error feedback (Seide et al. 2014; Karimireddy et al. 2019), in f32, each result rounded by itself.

export function addResidual(
  values: Float32Array,
  residual: Float32Array,
  weight: number,
  into: Float32Array,
): void {
  for (let i = 0; i < values.length; i++) into[i] = values[i] + Math.fround(residual[i] * weight);
}

export function takeResidual(
  sent: Float32Array,
  decoded: Float32Array,
  unit: number,
  into: Float32Array,
): void {
  for (let i = 0; i < sent.length; i++) into[i] = Math.fround(sent[i] - decoded[i]) / unit;
}
