// The two loops of error feedback, as in plain/residuals.ts. Arrays are padded to whole quads.

export function addResidual(x: usize, residual: usize, length: i32, weight: f32): void {
  const weightQ = f32x4.splat(weight);
  for (const end = x + (<usize>length << 2); x < end; x += 16, residual += 16)
    v128.store(x, f32x4.add(v128.load(x), f32x4.mul(v128.load(residual), weightQ)));
}

export function takeResidual(x: usize, decoded: usize, length: i32, unit: f32): void {
  const unitQ = f32x4.splat(unit);
  for (const end = x + (<usize>length << 2); x < end; x += 16, decoded += 16)
    v128.store(x, f32x4.div(f32x4.sub(v128.load(x), v128.load(decoded)), unitQ));
}
