// Convolution without im2col. A thread copies some rows of an image into its scratch, with zeros around them. There the
// (column, channel) values of a window's row are contiguous, so a product of windows with packed filters reads the copy
// itself as its left operand. Each sum runs in one order, whichever thread computes it.
import { activate, madd, RELU } from './math';
import { panelsOf, storeEdge } from './matmul';
import { packAcross, packAlong } from './panels';
import { spreadImage } from './spread-image';
import { endOf, firstOf, ownScratch } from './thread';

/** Packs filters (taps, channels, filters) as the right operand: panels of 8 columns over the depth, each after its
 *  columns' biases. Columns are filters and the depth is (tap, channel); or `turned`, for the gradient of the input, columns
 *  are channels and the depth is (tap, filter) with the last tap first. */
export function packFilters(
  weight: usize, bias: usize, panels: usize, taps: i32, channels: i32, filters: i32, turned: i32,
): void {
  const columns = turned ? channels : filters;
  const depth = taps * (turned ? filters : channels);
  const stride = usize(filters) << 2;
  const count = panelsOf(columns, 8);
  for (let p = firstOf(count), end = endOf(count); p < end; p++) {
    const first = p << 3;
    const left = columns - first;
    let to = panels + p * (depth + 1) * 32;
    for (let i = 0; i < 8; i++)
      store<f32>(to + (i << 2), bias && i < left ? load<f32>(bias + ((first + i) << 2)) : <f32>0);
    to += 32;
    if (!turned) packAcross(weight + (first << 2), stride, left, depth, 8, to);
    else
      for (let tap = taps - 1; tap >= 0; tap--) {
        packAlong(weight + (tap * channels + first) * stride, stride, left, filters, 8, to);
        to += stride << 3;
      }
  }
}

/** out (batch, outHeight, outWidth, filters) = f(windows of the spread images · packed filters). Windows begin `step`
 *  apart; with a spread above 1, step is 1. Threads share the rows of the output, up to `chunkRows` of them at a time. */
export function convolve(
  images: usize, panels: usize, out: usize, batch: i32, height: i32, width: i32, channels: i32,
  top: i32, left: i32, spread: i32, outHeight: i32, outWidth: i32, filters: i32,
  kernelHeight: i32, kernelWidth: i32, step: i32, chunkRows: i32, activation: i32,
): void {
  const pixelBytes = channels << 2;
  const imageBytes = height * width * pixelBytes;
  const spreadWidth = (outWidth - 1) * step + kernelWidth;
  const rowBytes = spreadWidth * pixelBytes;
  const panelBytes = (kernelHeight * kernelWidth * channels + 1) * 32;
  const outStride = filters << 2;
  // A ragged tile of the output, then the copy.
  const copy = ownScratch() + 128;
  const lastRow = endOf(batch * outHeight);
  for (let row = firstOf(batch * outHeight); row < lastRow; ) {
    const example = row / outHeight;
    const i = row - example * outHeight;
    const rows = min(chunkRows, min(outHeight - i, lastRow - row));
    spreadImage(
      images + example * imageBytes, height, width, pixelBytes, top, left, spread,
      i * step, (rows - 1) * step + kernelHeight, spreadWidth, copy,
    );
    for (let column = 0; column < filters; column += 8) {
      const panel = panels + (column >> 3) * panelBytes;
      const columns = min(8, filters - column);
      let to = out + row * outWidth * outStride + (column << 2);
      if (spread == 1) {
        useAllTaps(kernelHeight, kernelWidth * channels, rowBytes);
        const nextRow = step * rowBytes - (outWidth - 1) * step * pixelBytes;
        const pixels = rows * outWidth;
        alongPixels(copy, pixels, outWidth, step * pixelBytes, nextRow, columns, panel, to, outStride, activation);
        continue;
      }
      // Pixels that are `spread` apart in a row meet the same taps.
      const next = spread * pixelBytes;
      const stride = spread * outStride;
      for (let r = 0; r < rows; r++) {
        const p = firstTap(i + r - top, spread);
        for (let j = 0; j < min(spread, outWidth); j++) {
          const q = firstTap(j - left, spread);
          useTaps(p, q, spread, kernelHeight, kernelWidth, channels, rowBytes);
          const window = copy + (r + p) * rowBytes + (j + q) * pixelBytes;
          const pixels = (outWidth - j + spread - 1) / spread;
          alongPixels(window, pixels, pixels, next, next, columns, panel, to + j * outStride, stride, activation);
        }
        to += outWidth * outStride;
      }
    }
    row += rows;
  }
}

// The taps of a window that a product reads: rows of taps, and in each row runs of bytes that are contiguous in the copy
// and in the panel. After a run, and after a row, both operands skip some bytes.
let tapRows = 0;
let tapRuns = 0;
let run = 0;
let runSkip = 0;
let rowSkip = 0;
let panelStart = 0;
let panelRunSkip = 0;
let panelRowSkip = 0;

function useAllTaps(height: i32, rowLength: i32, rowBytes: i32): void {
  tapRows = height;
  tapRuns = 1;
  run = rowLength << 2;
  runSkip = panelStart = panelRunSkip = panelRowSkip = 0;
  rowSkip = rowBytes - run;
}

/** Taps (p, q), `spread` apart: between them a spread image is zero. */
function useTaps(p: i32, q: i32, spread: i32, height: i32, width: i32, channels: i32, rowBytes: i32): void {
  tapRows = (height - p + spread - 1) / spread;
  tapRuns = (width - q + spread - 1) / spread;
  run = channels << 2;
  runSkip = (spread - 1) * run;
  rowSkip = spread * (rowBytes - tapRuns * run);
  panelStart = (p * width + q) * channels * 32;
  panelRunSkip = (spread - 1) * channels * 32;
  panelRowSkip = (width - tapRuns) * spread * channels * 32;
}

/** The first tap of a window at `place` (from the first pixel) that meets a pixel. */
function firstTap(place: i32, spread: i32): i32 {
  const past = place % spread;
  return past > 0 ? spread - past : -past;
}

/** One panel of columns for `pixels` windows in rows of `width`: `next` bytes apart, `nextRow` from the last of a row. */
function alongPixels(
  window: usize, pixels: i32, width: i32, next: i32, nextRow: i32,
  columns: i32, panel: usize, out: usize, stride: usize, activation: i32,
): void {
  const edge = ownScratch();
  let ahead = width;
  for (let pixel = 0; pixel < pixels; pixel += 4) {
    const rows = min(4, pixels - pixel);
    const s0 = window;
    let s1 = s0, s2 = s0, s3 = s0;
    for (let i = 1; i <= rows; i++) {
      if (--ahead == 0) { ahead = width; window += nextRow; }
      else window += next;
      if (i == rows) break;
      if (i == 1) s1 = window;
      else if (i == 2) s2 = window;
      else s3 = window;
    }
    const isWhole = rows == 4 && columns == 8;
    windowTile(s0, s1, s2, s3, panel, isWhole ? out : edge, isWhole ? stride : 32, activation);
    if (!isWhole) storeEdge(edge, rows, columns, out, stride);
    out += stride << 2;
  }
}

/** out (4, 8) = f(biases + four windows · one panel). */
function windowTile(
  s0: usize, s1: usize, s2: usize, s3: usize, panel: usize, out: usize, stride: usize, activation: i32,
): void {
  let c00 = v128.load(panel), c01 = v128.load(panel, 16);
  let c10 = c00, c11 = c01, c20 = c00, c21 = c01, c30 = c00, c31 = c01;
  let b = panel + 32 + panelStart;
  for (let p = tapRows; p > 0; p--) {
    for (let q = tapRuns; q > 0; q--) {
      for (const end = s0 + run; s0 < end; ) {
        const b0 = v128.load(b), b1 = v128.load(b, 16);
        let x = v128.load32_splat(s0);
        c00 = madd(x, b0, c00); c01 = madd(x, b1, c01);
        x = v128.load32_splat(s1);
        c10 = madd(x, b0, c10); c11 = madd(x, b1, c11);
        x = v128.load32_splat(s2);
        c20 = madd(x, b0, c20); c21 = madd(x, b1, c21);
        x = v128.load32_splat(s3);
        c30 = madd(x, b0, c30); c31 = madd(x, b1, c31);
        s0 += 4; s1 += 4; s2 += 4; s3 += 4; b += 32;
      }
      s0 += runSkip; s1 += runSkip; s2 += runSkip; s3 += runSkip; b += panelRunSkip;
    }
    s0 += rowSkip; s1 += rowSkip; s2 += rowSkip; s3 += rowSkip; b += panelRowSkip;
  }
  if (activation == RELU) {
    const zero = f32x4.splat(0);
    c00 = f32x4.pmax(c00, zero); c01 = f32x4.pmax(c01, zero);
    c10 = f32x4.pmax(c10, zero); c11 = f32x4.pmax(c11, zero);
    c20 = f32x4.pmax(c20, zero); c21 = f32x4.pmax(c21, zero);
    c30 = f32x4.pmax(c30, zero); c31 = f32x4.pmax(c31, zero);
  }
  v128.store(out, c00); v128.store(out, c01, 16);
  v128.store(out + stride, c10); v128.store(out + stride, c11, 16);
  v128.store(out + 2 * stride, c20); v128.store(out + 2 * stride, c21, 16);
  v128.store(out + 3 * stride, c30); v128.store(out + 3 * stride, c31, 16);
  if (activation > RELU)
    for (let row = 0; row < 4; row++) {
      const at = out + row * stride;
      v128.store(at, activate(activation, v128.load(at)));
      v128.store(at, activate(activation, v128.load(at, 16)), 16);
    }
}
