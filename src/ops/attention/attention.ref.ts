// The specification of causal multi-head attention: o_t = Σ_{s ≤ t} p_ts·v_s, p_t = softmax(q_t·k_s/√D). The input qkv
// has shape (B, T, 3, H, D): queries, keys and values side by side, as one projection writes them.
import type { Reals } from '../reals';

export interface AttentionSizes {
  readonly batch: number; // B
  readonly context: number; // T
  readonly heads: number; // H
  readonly size: number; // D, of a head
}

/** The first element in qkv of a position's head, for part 0 (q), 1 (k) or 2 (v). */
function start(
  { context, heads, size }: AttentionSizes,
  part: number,
  b: number,
  t: number,
  h: number,
): number {
  return (((b * context + t) * 3 + part) * heads + h) * size;
}

function dot(x: Reals, i: number, y: Reals, j: number, size: number): number {
  let sum = 0;
  for (let d = 0; d < size; d++) sum += x[i + d] * y[j + d];
  return sum;
}

/** Writes out (B, T, H, D), and logSums (B, H, T): the logarithm of each softmax's denominator. */
export function attentionForward(qkv: Reals, out: Reals, logSums: Reals, sizes: AttentionSizes): void {
  const { batch, context, heads, size } = sizes;
  const scores = new Float64Array(context);
  const sum = new Float64Array(size);
  for (let b = 0; b < batch; b++)
    for (let h = 0; h < heads; h++)
      for (let t = 0; t < context; t++) {
        const query = start(sizes, 0, b, t, h);
        let top = -Infinity;
        for (let s = 0; s <= t; s++) {
          scores[s] = dot(qkv, query, qkv, start(sizes, 1, b, s, h), size) / Math.sqrt(size);
          top = Math.max(top, scores[s]);
        }
        let total = 0;
        for (let s = 0; s <= t; s++) total += Math.exp(scores[s] - top);
        sum.fill(0);
        for (let s = 0; s <= t; s++) {
          const weight = Math.exp(scores[s] - top) / total;
          const value = start(sizes, 2, b, s, h);
          for (let d = 0; d < size; d++) sum[d] += weight * qkv[value + d];
        }
        out.set(sum, ((b * context + t) * heads + h) * size);
        logSums[(b * heads + h) * context + t] = top + Math.log(total);
      }
}

/** dQkv from dOut, with p from the saved logSums:
 *  dv_s = Σ p_ts·do_t, ds_ts = p_ts·(do_t·v_s − do_t·o_t), dq_t = Σ ds_ts·k_s/√D, dk_s = Σ ds_ts·q_t/√D. */
export function attentionBackward(
  qkv: Reals,
  out: Reals,
  logSums: Reals,
  dOut: Reals,
  dQkv: Reals,
  sizes: AttentionSizes,
): void {
  const { batch, context, heads, size } = sizes;
  const scale = 1 / Math.sqrt(size);
  const sums = new Float64Array(dQkv.length);
  for (let b = 0; b < batch; b++)
    for (let h = 0; h < heads; h++)
      for (let t = 0; t < context; t++) {
        const query = start(sizes, 0, b, t, h);
        const output = ((b * context + t) * heads + h) * size;
        const along = dot(dOut, output, out, output, size);
        const logSum = logSums[(b * heads + h) * context + t];
        for (let s = 0; s <= t; s++) {
          const key = start(sizes, 1, b, s, h);
          const value = start(sizes, 2, b, s, h);
          const weight = Math.exp(dot(qkv, query, qkv, key, size) * scale - logSum);
          const slope = weight * (dot(dOut, output, qkv, value, size) - along) * scale;
          for (let d = 0; d < size; d++) {
            sums[query + d] += slope * qkv[key + d];
            sums[key + d] += slope * qkv[query + d];
            sums[value + d] += weight * dOut[output + d];
          }
        }
      }
  dQkv.set(sums);
}
