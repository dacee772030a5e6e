// The specification of the embedding: a row of the token table plus a row of the position table.
import type { Reals } from '../reals';

/** y (B, T, C) = tokens[input] + positions[t]. */
export function embeddingReference(
  inputs: Reals, // (B, T), whole numbers below V
  tokens: Reals, // (V, C)
  positions: Reals, // (T, C)
  y: Reals,
  { batch, context, channels }: Readonly<Record<'batch' | 'context' | 'channels', number>>,
): void {
  for (let row = 0; row < batch * context; row++)
    for (let c = 0; c < channels; c++)
      y[row * channels + c] = tokens[inputs[row] * channels + c] + positions[(row % context) * channels + c];
}

/** dTokens (V, C) += the sum of dy over each token's positions, in ascending order. */
export function tokenGradientReference(
  dy: Reals, // (positions, C)
  order: Uint32Array, // (V + 1) starts, then the positions
  dTokens: Reals,
  vocabulary: number,
  channels: number,
): void {
  for (let token = 0; token < vocabulary; token++)
    for (let c = 0; c < channels; c++) {
      let sum = 0;
      for (let at = order[token]; at < order[token + 1]; at++)
        sum += dy[order[vocabulary + 1 + at] * channels + c];
      dTokens[token * channels + c] += sum;
    }
}

/** dPositions (T·C) += the sum of dy (B, T·C) over B. */
export function positionGradientReference(
  dy: Reals,
  dPositions: Reals,
  batch: number,
  length: number, // T·C
): void {
  for (let i = 0; i < length; i++) {
    let sum = 0;
    for (let b = 0; b < batch; b++) sum += dy[b * length + i];
    dPositions[i] += sum;
  }
}
