// Convolution without im2col. A thread copies some rows of an image into its scratch, with zeros around them. There the
// (column, channel) values of a window's row are contiguous, so a product of windows with packed filters reads the copy
// itself as its left operand. Each sum runs in one order, whichever thread computes it.
import { activate, madd, RELU, slope } from './math';
import { loadEdge, panelsOf, storeEdge } from './matmul';
import { packAcross, packAlong } from './panels';
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

/** Copies rows [first, first + rows) of an image with zeros between and around its pixels: pixel (i, j) lies at row
 *  top + i·spread, column left + j·spread. */
function spreadImage(
  image: usize, height: i32, width: i32, pixelBytes: i32, top: i32, left: i32, spread: i32,
  first: i32, rows: i32, columns: i32, to: usize,
): void {
  const rowBytes = columns * pixelBytes;
  memory.fill(to, 0, rows * rowBytes);
  const firstRow = max(0, (first - top + spread - 1) / spread);
  const endRow = min(height, (first + rows - top + spread - 1) / spread);
  const inside = min(width, (columns - left + spread - 1) / spread);
  for (let i = firstRow; i < endRow; i++) {
    const source = image + i * width * pixelBytes;
    const row = to + (top + i * spread - first) * rowBytes + left * pixelBytes;
    if (spread == 1) memory.copy(row, source, inside * pixelBytes);
    else
      for (let j = 0; j < inside; j++)
        memory.copy(row + j * spread * pixelBytes, source + j * pixelBytes, pixelBytes);
  }
}

/** out (batch, outHeight, outWidth, filters) = f(windows of the spread images · packed filters). Windows begin `step` apart.
 *  Threads share the rows of the output and take up to `chunkRows` of them at a time. */
export function convolve(
  images: usize, panels: usize, out: usize, batch: i32, height: i32, width: i32, channels: i32,
  top: i32, left: i32, spread: i32, outHeight: i32, outWidth: i32, filters: i32,
  kernelHeight: i32, kernelWidth: i32, step: i32, chunkRows: i32, activation: i32,
): void {
  const pixelBytes = channels << 2;
  const imageBytes = height * width * pixelBytes;
  const spreadWidth = (outWidth - 1) * step + kernelWidth;
  const run = kernelWidth * channels;
  const rowBytes = spreadWidth * pixelBytes;
  const panelBytes = (kernelHeight * run + 1) * 32;
  const outStride = usize(filters) << 2;
  // A ragged tile of the output, then the copy.
  const edge = ownScratch();
  const copy = edge + 128;
  const lastRow = endOf(batch * outHeight);
  for (let row = firstOf(batch * outHeight); row < lastRow; ) {
    const example = row / outHeight;
    const i = row - example * outHeight;
    const rows = min(chunkRows, min(outHeight - i, lastRow - row));
    spreadImage(
      images + example * imageBytes, height, width, pixelBytes, top, left, spread,
      i * step, (rows - 1) * step + kernelHeight, spreadWidth, copy,
    );
    const pixels = rows * outWidth;
    const chunk = out + row * outWidth * outStride;
    for (let column = 0; column < filters; column += 8) {
      const panel = panels + (column >> 3) * panelBytes;
      const columns = min(8, filters - column);
      // The window of the next pixel, and what is left of its row.
      let window = copy, ahead = outWidth;
      for (let pixel = 0; pixel < pixels; pixel += 4) {
        const s0 = window;
        let s1 = s0, s2 = s0, s3 = s0;
        const tileRows = min(4, pixels - pixel);
        for (let next = 1; next <= tileRows; next++) {
          window += step * pixelBytes;
          if (--ahead == 0) {
            ahead = outWidth;
            window += step * rowBytes - outWidth * step * pixelBytes;
          }
          if (next == 1) s1 = window;
          else if (next == 2) s2 = window;
          else if (next == 3) s3 = window;
        }
        const to = chunk + pixel * outStride + (column << 2);
        if (tileRows == 4 && columns == 8)
          windowTile(s0, s1, s2, s3, rowBytes, kernelHeight, run, panel, to, outStride, activation);
        else {
          if (tileRows < 4) s3 = s0;
          if (tileRows < 3) s2 = s0;
          if (tileRows < 2) s1 = s0;
          windowTile(s0, s1, s2, s3, rowBytes, kernelHeight, run, panel, edge, 32, activation);
          storeEdge(edge, tileRows, columns, to, outStride);
        }
      }
    }
    row += rows;
  }
}

/** out (4, 8) = f(biases + four windows · one panel). A window is `height` rows of `run` values, `rowBytes` apart. */
function windowTile(
  s0: usize, s1: usize, s2: usize, s3: usize, rowBytes: i32, height: i32, run: i32,
  panel: usize, out: usize, stride: usize, activation: i32,
): void {
  let c00 = v128.load(panel), c01 = v128.load(panel, 16);
  let c10 = c00, c11 = c01, c20 = c00, c21 = c01, c30 = c00, c31 = c01;
  let b = panel + 32;
  const skip = rowBytes - (run << 2);
  for (let p = 0; p < height; p++) {
    for (let k = 0; k < run; k++) {
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
    s0 += skip; s1 += skip; s2 += skip; s3 += skip;
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

/** gradient (kernelHeight, kernelWidth, channels, filters) += windows of the padded images, turned · dy (batch, outHeight,
 *  outWidth, filters). Pixels come in chunks: `chunkRows` rows of one example, or `chunkExamples` whole ones. A chunk's
 *  sum joins the gradient. Threads share tiles of 4 values of a window's row by 8 filters. */
export function convolutionWeights(
  images: usize, dy: usize, gradient: usize, batch: i32, height: i32, width: i32, channels: i32,
  top: i32, left: i32, outHeight: i32, outWidth: i32, filters: i32,
  kernelHeight: i32, kernelWidth: i32, step: i32, chunkRows: i32, chunkExamples: i32,
): void {
  const pixelBytes = channels << 2;
  const imageBytes = height * width * pixelBytes;
  const spreadWidth = (outWidth - 1) * step + kernelWidth;
  const rowBytes = spreadWidth * pixelBytes;
  const run = kernelWidth * channels;
  const quads = panelsOf(run, 4);
  const stride = usize(filters) << 2;
  const columnTiles = kernelHeight * quads;
  const tiles = columnTiles * panelsOf(filters, 8);
  const firstTile = firstOf(tiles), endTile = endOf(tiles);
  if (firstTile == endTile) return;
  const firstColumn = firstTile / columnTiles, endColumn = (endTile - 1) / columnTiles + 1;
  // A ragged tile of the gradient, then the columns of dy, then the copy.
  const edge = ownScratch();
  const panels = edge + 128;
  const copy = panels + panelsOf(filters, 8) * chunkExamples * chunkRows * outWidth * 32;
  for (let example = 0; example < batch; example += chunkExamples) {
    const examples = min(chunkExamples, batch - example);
    for (let i = 0; i < outHeight; i += chunkRows) {
      const rows = min(chunkRows, outHeight - i);
      const copyRows = (rows - 1) * step + kernelHeight;
      for (let e = 0; e < examples; e++)
        spreadImage(
          images + (example + e) * imageBytes, height, width, pixelBytes, top, left, 1,
          i * step, copyRows, spreadWidth, copy + e * copyRows * rowBytes,
        );
      // With several examples in a chunk, each is whole.
      const pixels = examples * rows * outWidth;
      const from = dy + (example * outHeight + i) * outWidth * stride;
      for (let column = firstColumn; column < endColumn; column++) {
        const panel = panels + (column - firstColumn) * pixels * 32;
        packAcross(from + (column << 5), stride, filters - (column << 3), pixels, 8, panel);
      }
      for (let tile = firstTile; tile < endTile; tile++) {
        const column = tile / columnTiles;
        const inColumn = tile - column * columnTiles;
        const p = inColumn / quads;
        const k = (inColumn - p * quads) << 2;
        const a = copy + p * rowBytes + (k << 2);
        const b = panels + (column - firstColumn) * pixels * 32;
        const to = gradient + (p * run + k) * stride + (column << 5);
        const tileRows = min(4, run - k), columns = min(8, filters - (column << 3));
        if (tileRows == 4 && columns == 8)
          pixelTile(a, b, examples, rows, outWidth, copyRows * rowBytes, step * rowBytes, step * pixelBytes, to, stride);
        else {
          loadEdge(to, stride, tileRows, columns, edge, 1);
          pixelTile(a, b, examples, rows, outWidth, copyRows * rowBytes, step * rowBytes, step * pixelBytes, edge, 32);
          storeEdge(edge, tileRows, columns, to, stride);
        }
      }
    }
  }
}

/** out (4, 8) += Σ over pixels of four values at a · eight at b. */
function pixelTile(
  a: usize, b: usize, examples: i32, rows: i32, columns: i32, exampleBytes: i32, rowBytes: i32, pixelBytes: i32,
  out: usize, stride: usize,
): void {
  let c00 = f32x4.splat(0), c01 = c00, c10 = c00, c11 = c00, c20 = c00, c21 = c00, c30 = c00, c31 = c00;
  for (let example = 0; example < examples; example++)
    for (let i = 0; i < rows; i++) {
      let from = a + example * exampleBytes + i * rowBytes;
      for (let j = 0; j < columns; j++) {
        const b0 = v128.load(b), b1 = v128.load(b, 16);
        let x = v128.load32_splat(from);
        c00 = madd(x, b0, c00); c01 = madd(x, b1, c01);
        x = v128.load32_splat(from, 4);
        c10 = madd(x, b0, c10); c11 = madd(x, b1, c11);
        x = v128.load32_splat(from, 8);
        c20 = madd(x, b0, c20); c21 = madd(x, b1, c21);
        x = v128.load32_splat(from, 12);
        c30 = madd(x, b0, c30); c31 = madd(x, b1, c31);
        from += pixelBytes; b += 32;
      }
    }
  addTo(out, c00, c01);
  addTo(out + stride, c10, c11);
  addTo(out + 2 * stride, c20, c21);
  addTo(out + 3 * stride, c30, c31);
}

@inline function addTo(to: usize, x: v128, y: v128): void {
  v128.store(to, f32x4.add(v128.load(to), x));
  v128.store(to, f32x4.add(v128.load(to, 16), y), 16);
}

/** Rows whose sum joins the total: short sums round less. */
const rowsOfSum = 64;

/** dz = dy·f′ of y, all (rows, columns), and per 64 rows the column sums in `sums`. Columns are at least 4: where they
 *  are no whole quads, the last quad overlaps the one before. Threads share the sums. */
export function slopesAndSums(
  y: usize, dy: usize, dz: usize, sums: usize, rows: i32, columns: i32, activation: i32,
): void {
  const stride = usize(columns) << 2;
  const spans = panelsOf(rows, rowsOfSum);
  for (let span = firstOf(spans), end = endOf(spans); span < end; span++) {
    const first = span * rowsOfSum;
    const count = min(rowsOfSum, rows - first);
    for (let c = 0; c < columns; c += 4) {
      const column = min(c, columns - 4) << 2;
      let at = first * stride + column;
      let sum = f32x4.splat(0);
      for (let i = 0; i < count; i++) {
        const value = f32x4.mul(v128.load(dy + at), slope(activation, v128.load(y + at)));
        v128.store(dz + at, value);
        sum = f32x4.add(sum, value);
        at += stride;
      }
      v128.store(sums + span * stride + column, sum);
    }
  }
}
