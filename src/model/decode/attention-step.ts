// Causal attention for one position, with the keys and values of the positions before it kept. A key is kept by head and
// position, so that the scores read memory in order.
import { dense, type ParameterNamed, type PositionStep } from './position-steps';

/** The weights (0 … position) of one head of the attention layer at `path`, which sum to 1. Valid during the call. */
export type AttentionWatch = (path: string, head: number, position: number, weights: Float64Array) => void;

interface Around {
  readonly parameter: ParameterNamed;
  readonly context: number;
  readonly watch: AttentionWatch | undefined;
}

export function attentionStep(
  path: string,
  heads: number,
  { parameter, context, watch }: Around,
): PositionStep {
  const qkv = dense(parameter(`${path}.qkv.weight`), parameter(`${path}.qkv.bias`));
  const outBias = parameter(`${path}.out.bias`);
  const out = dense(parameter(`${path}.out.weight`), outBias);
  const channels = outBias.length;
  const size = channels / heads;
  const scale = Math.sqrt(size);
  const keys = new Float32Array(context * channels); // (heads, context, size)
  const values = new Float32Array(context * channels);
  const mixed = new Float32Array(channels);
  const weights = new Float64Array(context);
  const sums = new Float64Array(size);
  return (x, position) => {
    const all = qkv(x, position); // (3, heads, size)
    for (let head = 0; head < heads; head++) {
      const first = head * context * size;
      const query = head * size;
      const own = first + position * size;
      keys.set(all.subarray(channels + query, channels + query + size), own);
      values.set(all.subarray(2 * channels + query, 2 * channels + query + size), own);
      let top = -Infinity;
      for (let s = 0, at = first; s <= position; s++) {
        let score = 0;
        for (let d = 0; d < size; d++, at++) score += all[query + d] * keys[at];
        weights[s] = score / scale;
        top = Math.max(top, weights[s]);
      }
      let total = 0;
      for (let s = 0; s <= position; s++) total += Math.exp(weights[s] - top);
      sums.fill(0);
      for (let s = 0, at = first; s <= position; s++) {
        const weight = Math.exp(weights[s] - top) / total;
        weights[s] = weight;
        for (let d = 0; d < size; d++, at++) sums[d] += weight * values[at];
      }
      mixed.set(sums, query);
      watch?.(path, head, position, weights.subarray(0, position + 1));
    }
    return out(mixed, position);
  };
}
