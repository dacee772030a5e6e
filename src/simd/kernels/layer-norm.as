// Layer norm over rows (rows, C). Mean and variance take two passes over a row, which stays in the cache.
import { laneMask, storeLanes, sumLanes } from './math';
import { rowsOfSum } from './column-sum';
import { endOf, firstOf, ownScratch } from './thread';

/** Added to the variance (layer-norm.ref.ts). */
const epsilon: f32 = 1e-5;

@inline function meanOf(x: usize, channels: i32): f32 {
  let sum = f32x4.splat(0);
  for (let c = 0; c < channels; c += 4)
    sum = f32x4.add(sum, v128.and(v128.load(x + (c << 2)), laneMask(channels - c)));
  return sumLanes(sum) / f32(channels);
}

/** 1/√(variance + ε). */
@inline function inverseOf(x: usize, channels: i32, mean: f32): f32 {
  let sum = f32x4.splat(0);
  for (let c = 0; c < channels; c += 4) {
    const d = v128.and(f32x4.sub(v128.load(x + (c << 2)), f32x4.splat(mean)), laneMask(channels - c));
    sum = f32x4.add(sum, f32x4.mul(d, d));
  }
  return 1 / sqrt<f32>(sumLanes(sum) / f32(channels) + epsilon);
}

export function layerNormForward(
  x: usize, scale: usize, offset: usize, y: usize, rows: i32, channels: i32,
): void {
  for (let row = firstOf(rows), end = endOf(rows); row < end; row++) {
    const start = usize(row * channels) << 2;
    const mean = meanOf(x + start, channels);
    const inverse = inverseOf(x + start, channels, mean);
    for (let c = 0; c < channels; c += 4) {
      const at = usize(c) << 2;
      const normal = f32x4.mul(
        f32x4.sub(v128.load(x + start + at), f32x4.splat(mean)),
        f32x4.splat(inverse),
      );
      const value = f32x4.add(f32x4.mul(normal, v128.load(scale + at)), v128.load(offset + at));
      storeLanes(y + start + at, value, channels - c);
    }
  }
}

/** dx = rstd·(g − mean(g) − x̂·mean(g·x̂)), g = dy·scale. */
export function layerNormInputGradient(
  x: usize, scale: usize, dy: usize, dx: usize, rows: i32, channels: i32,
): void {
  for (let row = firstOf(rows), end = endOf(rows); row < end; row++) {
    const start = usize(row * channels) << 2;
    const mean = meanOf(x + start, channels);
    const inverse = inverseOf(x + start, channels, mean);
    let sum = f32x4.splat(0);
    let along = f32x4.splat(0);
    for (let c = 0; c < channels; c += 4) {
      const at = usize(c) << 2;
      const mask = laneMask(channels - c);
      const g = v128.and(f32x4.mul(v128.load(dy + start + at), v128.load(scale + at)), mask);
      const d = v128.and(f32x4.sub(v128.load(x + start + at), f32x4.splat(mean)), mask);
      sum = f32x4.add(sum, g);
      along = f32x4.add(along, f32x4.mul(g, d));
    }
    const meanG = f32x4.splat(sumLanes(sum) / f32(channels));
    const slope = f32x4.splat((sumLanes(along) * inverse) / f32(channels));
    for (let c = 0; c < channels; c += 4) {
      const at = usize(c) << 2;
      const g = f32x4.mul(v128.load(dy + start + at), v128.load(scale + at));
      const normal = f32x4.mul(
        f32x4.sub(v128.load(x + start + at), f32x4.splat(mean)),
        f32x4.splat(inverse),
      );
      const value = f32x4.sub(f32x4.sub(g, meanG), f32x4.mul(normal, slope));
      storeLanes(dx + start + at, f32x4.mul(value, f32x4.splat(inverse)), channels - c);
    }
  }
}

/** statistics (rows, 2): mean, 1/√(variance + ε). */
export function layerNormStatistics(x: usize, statistics: usize, rows: i32, channels: i32): void {
  for (let row = firstOf(rows), end = endOf(rows); row < end; row++) {
    const from = x + (usize(row * channels) << 2);
    const mean = meanOf(from, channels);
    store<f32>(statistics + (row << 3), mean);
    store<f32>(statistics + (row << 3), inverseOf(from, channels, mean), 4);
  }
}

/** dScale (C) += Σ dy·x̂, dOffset (C) += Σ dy. Threads share the channels. Own scratch: 8·C bytes, padded. */
export function layerNormParameterGradient(
  x: usize, dy: usize, statistics: usize, dScale: usize, dOffset: usize, rows: i32, channels: i32,
): void {
  const quads = (channels + 3) >> 2;
  const first = usize(firstOf(quads)) << 4;
  const end = usize(endOf(quads)) << 4;
  const stride = usize(channels) << 2;
  const scales = ownScratch() - first;
  const offsets = scales + (usize(quads) << 4);
  for (let row = 0; row < rows; row += rowsOfSum) {
    for (let at = first; at < end; at += 16) {
      v128.store(scales + at, f32x4.splat(0));
      v128.store(offsets + at, f32x4.splat(0));
    }
    for (let i = row, last = min(row + rowsOfSum, rows); i < last; i++) {
      const start = i * stride;
      const mean = v128.load32_splat(statistics + (i << 3));
      const inverse = v128.load32_splat(statistics + (i << 3), 4);
      for (let at = first; at < end; at += 16) {
        const g = v128.load(dy + start + at);
        const normal = f32x4.mul(f32x4.sub(v128.load(x + start + at), mean), inverse);
        v128.store(scales + at, f32x4.add(v128.load(scales + at), f32x4.mul(g, normal)));
        v128.store(offsets + at, f32x4.add(v128.load(offsets + at), g));
      }
    }
    for (let at = first; at < end; at += 16) {
      v128.store(dScale + at, f32x4.add(v128.load(dScale + at), v128.load(scales + at)));
      v128.store(dOffset + at, f32x4.add(v128.load(dOffset + at), v128.load(offsets + at)));
    }
  }
}
