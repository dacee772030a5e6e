// The products of PowerSGD, two f64 at a time, with the additions of power-sgd/products.ts in the same order. Factors come
// as f64, their rank padded to an even number by zeros; matrices as f32, their rows padded to a multiple of four by zeros.

@inline
function wide(x: usize): v128 {
  return f64x2.splat(<f64>load<f32>(x));
}

/** sums (rows × rank) = M (rows × columns) · right (columns × rank): four rows at once, by ascending column. */
export function multiplyRight(m: usize, rows: i32, columns: i32, right: usize, rank: i32, sums: usize): void {
  const stride = <usize>columns << 2, rankBytes = <usize>rank << 3;
  for (let i = 0; i < rows; i += 4, m += 4 * stride, sums += 4 * rankBytes)
    for (let k: usize = 0; k < rankBytes; k += 16) {
      let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0;
      let q = right + k;
      for (let x = m, end = m + stride; x < end; x += 4, q += rankBytes) {
        const factor = v128.load(q);
        s0 = f64x2.add(s0, f64x2.mul(wide(x), factor));
        s1 = f64x2.add(s1, f64x2.mul(wide(x + stride), factor));
        s2 = f64x2.add(s2, f64x2.mul(wide(x + 2 * stride), factor));
        s3 = f64x2.add(s3, f64x2.mul(wide(x + 3 * stride), factor));
      }
      v128.store(sums + k, s0);
      v128.store(sums + k + rankBytes, s1);
      v128.store(sums + k + 2 * rankBytes, s2);
      v128.store(sums + k + 3 * rankBytes, s3);
    }
}

/** sums (columns × rank) += Mᵀ · left (rows × rank): four rows in a pass, by ascending row. */
export function multiplyLeft(m: usize, rows: i32, columns: i32, left: usize, rank: i32, sums: usize): void {
  const stride = <usize>columns << 2, rankBytes = <usize>rank << 3;
  for (let i = 0; i < rows; i += 4, m += 4 * stride, left += 4 * rankBytes)
    for (let k: usize = 0; k < rankBytes; k += 16) {
      const p0 = v128.load(left + k), p1 = v128.load(left + k + rankBytes);
      const p2 = v128.load(left + k + 2 * rankBytes), p3 = v128.load(left + k + 3 * rankBytes);
      let sum = sums + k;
      for (let x = m, end = m + stride; x < end; x += 4, sum += rankBytes) {
        let s = f64x2.add(v128.load(sum), f64x2.mul(wide(x), p0));
        s = f64x2.add(s, f64x2.mul(wide(x + stride), p1));
        s = f64x2.add(s, f64x2.mul(wide(x + 2 * stride), p2));
        v128.store(sum, f64x2.add(s, f64x2.mul(wide(x + 3 * stride), p3)));
      }
    }
}

/** m = left (rows × rank) · right (rank × columns), or m − that: four columns at once, by ascending rank. */
export function reconstruct(
  m: usize, rows: i32, columns: i32, left: usize, right: usize, rank: i32, isResidual: i32,
): void {
  const rowBytes = <usize>columns << 3, rankBytes = <usize>rank << 3;
  for (let i = 0; i < rows; i++, left += rankBytes) {
    let c = 0;
    let q = right;
    for (; c + 4 <= columns; c += 4, m += 16, q += 32) {
      let low = f64x2.splat(0), high = f64x2.splat(0);
      for (let p = left, at = q; p < left + rankBytes; p += 8, at += rowBytes) {
        const factor = v128.load64_splat(p);
        low = f64x2.add(low, f64x2.mul(factor, v128.load(at)));
        high = f64x2.add(high, f64x2.mul(factor, v128.load(at, 16)));
      }
      if (isResidual) {
        const old = v128.load(m);
        low = f64x2.sub(f64x2.promote_low_f32x4(old), low);
        high = f64x2.sub(f64x2.promote_low_f32x4(v128.shuffle<u64>(old, old, 1, 0)), high);
      }
      v128.store(m, v128.shuffle<u64>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2));
    }
    for (; c < columns; c++, m += 4, q += 8) {
      let sum: f64 = 0;
      for (let p = left, at = q; p < left + rankBytes; p += 8, at += rowBytes) sum += load<f64>(p) * load<f64>(at);
      store<f32>(m, <f32>(isResidual ? <f64>load<f32>(m) - sum : sum));
    }
  }
}
