// The embedding's tables: a row for each token, a row for each position.
import { loadFour, shiftOf } from './half';
import { storeLanes } from './math';
import { endOf, firstOf, ownScratch } from './thread';

/** y (B, T, C) = tokens[input] + positions[t]; `isHalf`: both tables are f16. */
export function embeddingForward(
  inputs: usize, tokens: usize, positions: usize, y: usize, rows: i32, context: i32, channels: i32, isHalf: i32,
): void {
  const stride = usize(channels) << shiftOf(isHalf);
  for (let row = firstOf(rows), end = endOf(rows); row < end; row++) {
    const token = tokens + usize(load<f32>(inputs + (row << 2))) * stride;
    const position = positions + (row % context) * stride;
    const to = y + ((row * channels) << 2);
    for (let c = 0; c < channels; c += 4) {
      const at = usize(c) << shiftOf(isHalf);
      const value = f32x4.add(loadFour(token + at, isHalf), loadFour(position + at, isHalf));
      storeLanes(to + (usize(c) << 2), value, channels - c);
    }
  }
}

/** dTokens (V, C) += the sum of dy over each token's positions. `order`: where each token's positions begin (V + 1), then
 *  the positions. Threads share the tokens. Own scratch: 4·C bytes, padded. */
export function embeddingTokensBackward(
  dy: usize, order: usize, dTokens: usize, vocabulary: i32, channels: i32,
): void {
  const stride = usize(channels) << 2;
  const sums = ownScratch();
  const positions = order + ((vocabulary + 1) << 2);
  for (let token = firstOf(vocabulary), end = endOf(vocabulary); token < end; token++) {
    const first = load<u32>(order + (token << 2));
    const last = load<u32>(order + (token << 2), 4);
    if (first == last) continue;
    for (let at: usize = 0; at < stride; at += 16) v128.store(sums + at, f32x4.splat(0));
    for (let i = first; i < last; i++) {
      const from = dy + load<u32>(positions + (i << 2)) * stride;
      for (let at: usize = 0; at < stride; at += 16)
        v128.store(sums + at, f32x4.add(v128.load(sums + at), v128.load(from + at)));
    }
    const to = dTokens + token * stride;
    for (let c = 0; c < channels; c += 4) {
      const at = usize(c) << 2;
      storeLanes(to + at, f32x4.add(v128.load(to + at), v128.load(sums + at)), channels - c);
    }
  }
}

/** dPositions (length = T·C) += the sum of dy (B, length) over B. */
export function embeddingPositionsBackward(dy: usize, dPositions: usize, batch: i32, length: i32): void {
  const quads = (length + 3) >> 2;
  const stride = usize(length) << 2;
  for (let i = firstOf(quads), end = endOf(quads); i < end; i++) {
    let sum = f32x4.splat(0);
    for (let b = 0; b < batch; b++) sum = f32x4.add(sum, v128.load(dy + b * stride + (i << 4)));
    const to = dPositions + (i << 4);
    v128.store(to, f32x4.add(v128.load(to), sum));
  }
}
