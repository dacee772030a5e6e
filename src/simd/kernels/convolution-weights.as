// The gradients of a convolution's filters and biases.
import { madd, slope } from './math';
import { loadEdge, panelsOf, storeEdge } from './matmul';
import { packAcross } from './panels';
import { spreadImage } from './spread-image';
import { endOf, firstOf, ownScratch } from './thread';

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
        const isWhole = tileRows == 4 && columns == 8;
        if (!isWhole) loadEdge(to, stride, tileRows, columns, edge, 4, 1);
        pixelTile(
          a, b, examples, rows, outWidth, copyRows * rowBytes, step * rowBytes, step * pixelBytes,
          isWhole ? to : edge, isWhole ? stride : 32,
        );
        if (!isWhole) storeEdge(edge, tileRows, columns, to, stride);
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
