// Softmax cross-entropy: loss and gradient of each row together.
import { exp4, laneMask, log, maxLanes, storeLanes, sumLanes } from './math';
import { endOf, firstOf, isFirstThread } from './thread';

/** gradient = weight·(softmax − onehot(label)), rowStats (2, rows) = weight·loss, and weight if the largest logit is the
 *  label's. `targets` holds labels (rows) from element `firstLabel` on, the bits of the weights from `firstWeight` on. */
export function crossEntropy(
  logits: usize, targets: usize, gradient: usize, rowStats: usize,
  firstLabel: i32, firstWeight: i32, rows: i32, classes: i32,
): void {
  const labels = targets + (firstLabel << 2);
  const weights = targets + (firstWeight << 2);
  const lowest = f32x4.splat(-Infinity);
  for (let row = firstOf(rows), end = endOf(rows); row < end; row++) {
    const start = usize(row * classes) << 2;
    const from = logits + start;
    const to = gradient + start;
    const stats = rowStats + (row << 2);
    const weight = load<f32>(weights + (row << 2));
    if (weight == 0) {
      memory.fill(to, 0, usize(classes) << 2);
      store<f32>(stats, 0);
      store<f32>(stats + (rows << 2), 0);
      continue;
    }
    let largest = lowest;
    for (let j = 0; j < classes; j += 4)
      largest = f32x4.max(largest, v128.bitselect(v128.load(from + (j << 2)), lowest, laneMask(classes - j)));
    const top = maxLanes(largest);
    let sum = f32x4.splat(0);
    for (let j = 0; j < classes; j += 4) {
      const shifted = f32x4.sub(v128.load(from + (j << 2)), f32x4.splat(top));
      const e = v128.and(exp4(shifted), laneMask(classes - j));
      storeLanes(to + (j << 2), e, classes - j);
      sum = f32x4.add(sum, e);
    }
    const total = sumLanes(sum);
    const factor = f32x4.splat(weight / total);
    for (let j = 0; j < classes; j += 4)
      storeLanes(to + (j << 2), f32x4.mul(v128.load(to + (j << 2)), factor), classes - j);
    const label = usize(load<u32>(labels + (row << 2))) << 2;
    store<f32>(to + label, load<f32>(to + label) - weight);
    store<f32>(stats, weight * (top + log(total) - load<f32>(from + label)));
    store<f32>(stats + (rows << 2), isFirstLargest(from, label, top) ? weight : 0);
  }
}

/** The lowest class counts among equal logits. */
@inline function isFirstLargest(logits: usize, label: usize, top: f32): bool {
  if (load<f32>(logits + label) != top) return false;
  for (let at: usize = 0; at < label; at += 4) if (load<f32>(logits + at) == top) return false;
  return true;
}

/** sums (2) += Σ over rows of rowStats (2, rows). One thread. */
export function lossSum(rowStats: usize, sums: usize, rows: i32): void {
  if (!isFirstThread()) return;
  for (let part: usize = 0; part < 2; part++) {
    let sum: f64 = 0;
    const from = rowStats + part * (rows << 2);
    for (let row = 0; row < rows; row++) sum += load<f32>(from + (row << 2));
    store<f32>(sums + (part << 2), f32(f64(load<f32>(sums + (part << 2))) + sum));
  }
}
