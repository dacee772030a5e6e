// The way from logits to the next token: temperature, then top-k, then top-p (Holtzman et al. 2020), then one draw.
// Pure.

export interface TokenChoice {
  /** 0: always the likeliest token. */
  readonly temperature: number;
  /** Only so many of the likeliest tokens may be drawn; 0: all. */
  readonly topK: number;
  /** Only the likeliest tokens that together have at least this probability may be drawn; 1: all. */
  readonly topP: number;
}

/** The model's own probabilities: softmax of the logits. */
export function probabilitiesOf(logits: ArrayLike<number>): Float64Array {
  return softmax(logits, 1);
}

/** The probability with which each token is drawn. At temperature 0 the likeliest has 1, the first among equals. */
export function drawChances(
  logits: ArrayLike<number>,
  { temperature, topK, topP }: TokenChoice,
): Float64Array {
  const order = byDescending(logits);
  if (temperature === 0) {
    const chances = new Float64Array(logits.length);
    chances[order[0]] = 1;
    return chances;
  }
  const chances = softmax(logits, temperature);
  const most = topK > 0 ? Math.min(topK, order.length) : order.length;
  for (const token of order.slice(most)) chances[token] = 0;
  rescale(chances);
  if (topP < 1) {
    let reached = 0;
    for (const token of order) {
      if (reached >= topP) chances[token] = 0;
      reached += chances[token];
    }
    rescale(chances);
  }
  return chances;
}

/** The token that `random`, uniform over [0, 1), draws. */
export function drawToken(chances: Float64Array, random: number): number {
  let rest = random * chances.reduce((sum, chance) => sum + chance, 0);
  const drawn = chances.findIndex((chance) => (rest -= chance) < 0);
  // Rounding may leave a rest past the last one.
  return drawn >= 0 ? drawn : chances.findLastIndex((chance) => chance > 0);
}

/** The indices of the largest values first; among equals the lower index. */
export function byDescending(values: ArrayLike<number>): Uint32Array {
  return Uint32Array.from({ length: values.length }, (_, i) => i).sort(
    (a, b) => values[b] - values[a] || a - b,
  );
}

function softmax(logits: ArrayLike<number>, temperature: number): Float64Array {
  let top = -Infinity;
  for (let i = 0; i < logits.length; i++) top = Math.max(top, logits[i]);
  const chances = Float64Array.from(logits, (logit) => Math.exp((logit - top) / temperature));
  rescale(chances);
  return chances;
}

function rescale(chances: Float64Array): void {
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  for (let i = 0; i < chances.length; i++) chances[i] /= total;
}
