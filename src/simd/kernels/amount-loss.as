// The losses of amounts: loss and gradient of four terms together.
import { storeLanes } from './math';
import { endOf, firstOf } from './thread';

/** Four terms at a time, with e = output − target and c = e cut to ±most: gradient = weight·factor·c, rowStats (2, rows) = weight·factor·c·(e − c/2),
 *  and weight·(1 − e²). `targets` holds the bits of the wanted amounts (rows) from element `firstTarget` on, then those of
 *  the weights. */
export function amountLoss(
  outputs: usize, targets: usize, gradient: usize, rowStats: usize,
  firstTarget: i32, rows: i32, most: f32, factor: f32,
): void {
  const wanted = targets + (firstTarget << 2);
  const weights = wanted + (rows << 2);
  const quads = (rows + 3) >> 2;
  const high = f32x4.splat(most);
  const low = f32x4.splat(-most);
  const half = f32x4.splat(0.5);
  for (let quad = firstOf(quads), end = endOf(quads); quad < end; quad++) {
    const at = usize(quad) << 4;
    const left = rows - (quad << 2);
    const weight = v128.load(weights + at);
    const counts = f32x4.ne(weight, f32x4.splat(0));
    const error = f32x4.sub(v128.load(outputs + at), v128.load(wanted + at));
    const cut = f32x4.min(f32x4.max(error, low), high);
    const slope = f32x4.mul(f32x4.mul(weight, f32x4.splat(factor)), cut);
    const loss = f32x4.mul(slope, f32x4.sub(error, f32x4.mul(half, cut)));
    const score = f32x4.mul(weight, f32x4.sub(f32x4.splat(1), f32x4.mul(error, error)));
    storeLanes(gradient + at, v128.and(slope, counts), left);
    storeLanes(rowStats + at, v128.and(loss, counts), left);
    storeLanes(rowStats + (rows << 2) + at, v128.and(score, counts), left);
  }
}
