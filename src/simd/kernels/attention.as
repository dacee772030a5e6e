// Causal multi-head attention in tiles. A thread computes whole heads of an example, one after the other. qkv is
// (B, T, 3, H, D). Four queries at a time meet panels of eight keys; scores beyond a query's position are never used.
import { exp4, laneMask, log, maxLanes, storeLanes, sumLanes } from './math';
import { panelsOf, tile } from './matmul';
import { packAcross, packAlong } from './panels';
import { endOf, firstOf, ownScratch } from './thread';

/** Queries whose scores are kept together in the backward pass. A multiple of 4. */
const queriesOfBlock = 32;

@inline function bytesOf(elements: i32): usize {
  return usize(elements) << 2;
}

/** Rows of a head as columns of a product: panels of eight rows over the depth D. */
function packRows(from: usize, stride: usize, rows: i32, size: i32, to: usize): void {
  for (let p = 0, panels = panelsOf(rows, 8); p < panels; p++)
    packAlong(from + (p << 3) * stride, stride, rows - (p << 3), size, 8, to + p * size * 32);
}

/** Rows of a head as the depth of a product: panels of eight of the D columns over `rows`. */
function packDepth(from: usize, stride: usize, rows: i32, size: i32, to: usize): void {
  for (let p = 0, panels = panelsOf(size, 8); p < panels; p++)
    packAcross(from + (p << 5), stride, size - (p << 3), rows, 8, to + p * rows * 32);
}

/** Writes the first `rows` rows and `columns` columns of a tile (4, 8). */
function storeTile(from: usize, rows: i32, columns: i32, to: usize, stride: usize): void {
  for (let i = 0; i < rows; i++) {
    storeLanes(to + i * stride, v128.load(from + (i << 5)), columns);
    if (columns > 4) storeLanes(to + i * stride + 16, v128.load(from + (i << 5), 16), columns - 4);
  }
}

/** out (B, T, H, D), logSums (B, H, T): the logarithm of each softmax's denominator. Own scratch: attentionForwardBytes of
 *  simd-attention.ts. */
export function attentionForward(
  qkv: usize, out: usize, logSums: usize, batch: i32, context: i32, heads: i32, size: i32, scale: f32,
): void {
  const stride = bytesOf(3 * heads * size);
  const outStride = bytesOf(heads * size);
  const keyPanels = panelsOf(context, 8);
  const keys = ownScratch();
  const values = keys + keyPanels * size * 32;
  const query = values + panelsOf(size, 8) * context * 32;
  const scores = query + bytesOf(4 * size);
  const scoreStride = usize(keyPanels) << 5;
  const weights = scores + 4 * scoreStride;
  const output = weights + 4 * scoreStride;
  for (let item = firstOf(batch * heads), end = endOf(batch * heads); item < end; item++) {
    const b = item / heads;
    const h = item - b * heads;
    const q = qkv + b * context * stride + bytesOf(h * size);
    const o = out + b * context * outStride + bytesOf(h * size);
    packRows(q + outStride, stride, context, size, keys);
    packDepth(q + 2 * outStride, stride, context, size, values);
    for (let t = 0; t < context; t += 4) {
      const rows = min(4, context - t);
      const seen = t + rows;
      packAlong(q + t * stride, stride, rows, size, 4, query);
      for (let p = 0, panels = panelsOf(seen, 8); p < panels; p++)
        tile(query, keys + p * size * 32, size, scores + (p << 5), scoreStride, 0);
      for (let row = 0; row < 4; row++) {
        const line = scores + row * scoreStride;
        const count = row < rows ? t + row + 1 : 0;
        if (count > 0) store<f32>(logSums + bytesOf(item * context + t + row), softmax(line, count, scale));
        clear(line, count, panelsOf(seen, 8) << 3);
      }
      packAlong(scores, scoreStride, 4, seen, 4, weights);
      for (let p = 0, panels = panelsOf(size, 8); p < panels; p++) {
        tile(weights, values + p * context * 32, seen, output, 32, 0);
        storeTile(output, rows, size - (p << 3), o + t * outStride + (p << 5), outStride);
      }
    }
  }
}

/** Replaces `count` scores by the softmax of scale · score. Returns the logarithm of its denominator. */
function softmax(line: usize, count: i32, scale: f32): f32 {
  let largest = f32x4.splat(-Infinity);
  const lowest = largest;
  for (let s = 0; s < count; s += 4) {
    const at = line + (s << 2);
    const score = v128.bitselect(f32x4.mul(v128.load(at), f32x4.splat(scale)), lowest, laneMask(count - s));
    v128.store(at, score);
    largest = f32x4.max(largest, score);
  }
  const top = maxLanes(largest);
  let sum = f32x4.splat(0);
  for (let s = 0; s < count; s += 4) {
    const at = line + (s << 2);
    const e = v128.and(exp4(f32x4.sub(v128.load(at), f32x4.splat(top))), laneMask(count - s));
    v128.store(at, e);
    sum = f32x4.add(sum, e);
  }
  const total = sumLanes(sum);
  const inverse = f32x4.splat(1 / total);
  for (let s = 0; s < count; s += 4) {
    const at = line + (s << 2);
    v128.store(at, f32x4.mul(v128.load(at), inverse));
  }
  return top + log(total);
}

/** Zeros elements [from, to) of a row. */
function clear(line: usize, from: i32, to: i32): void {
  for (let s = from; s < to; s++) store<f32>(line + (s << 2), 0);
}

/** dQkv =. Own scratch: attentionBackwardBytes of simd-attention.ts. */
export function attentionBackward(
  qkv: usize, out: usize, logSums: usize, dOut: usize, dQkv: usize,
  batch: i32, context: i32, heads: i32, size: i32, scale: f32,
): void {
  const stride = bytesOf(3 * heads * size);
  const outStride = bytesOf(heads * size);
  const keyPanels = panelsOf(context, 8);
  const sizePanels = panelsOf(size, 8);
  const rowBytes = usize(sizePanels) << 5; // of a row of dK and dV, padded
  const scoreStride = usize(keyPanels) << 5;
  const keys = ownScratch();
  const values = keys + keyPanels * size * 32;
  const keyDepth = values + keyPanels * size * 32;
  const weights = keyDepth + sizePanels * context * 32;
  const slopes = weights + queriesOfBlock * scoreStride;
  const queryDepth = slopes + queriesOfBlock * scoreStride;
  const outDepth = queryDepth + queriesOfBlock * rowBytes;
  const dKeys = outDepth + queriesOfBlock * rowBytes;
  const dValues = dKeys + (keyPanels << 3) * rowBytes;
  const output = dValues + (keyPanels << 3) * rowBytes;
  const panel = output + 128;
  for (let item = firstOf(batch * heads), end = endOf(batch * heads); item < end; item++) {
    const b = item / heads;
    const h = item - b * heads;
    const q = qkv + b * context * stride + bytesOf(h * size);
    const dq = dQkv + b * context * stride + bytesOf(h * size);
    const o = out + b * context * outStride + bytesOf(h * size);
    const dO = dOut + b * context * outStride + bytesOf(h * size);
    packRows(q + outStride, stride, context, size, keys);
    packRows(q + 2 * outStride, stride, context, size, values);
    packDepth(q + outStride, stride, context, size, keyDepth);
    memory.fill(dKeys, 0, 2 * (keyPanels << 3) * rowBytes);
    for (let first = 0; first < context; first += queriesOfBlock) {
      const count = min(queriesOfBlock, context - first);
      const seen = first + count; // keys that a query of this block may see
      const seenPadded = panelsOf(seen, 8) << 3;
      for (let t = first; t < seen; t += 4) {
        const rows = min(4, seen - t);
        const lines = (t - first) * scoreStride;
        products(q + t * stride, stride, rows, size, keys, t + rows, weights + lines, scoreStride, panel);
        products(dO + t * outStride, outStride, rows, size, values, t + rows, slopes + lines, scoreStride, panel);
        for (let row = 0; row < rows; row++) {
          const at = (t + row) * outStride;
          const logSum = load<f32>(logSums + bytesOf(item * context + t + row));
          const line = lines + row * scoreStride;
          const visible = t + row + 1;
          slopeOf(weights + line, slopes + line, visible, scale, logSum, dot(dO + at, o + at, size));
          clear(weights + line, visible, seenPadded);
          clear(slopes + line, visible, seenPadded);
        }
        // dQ = slopes · K
        packAlong(slopes + lines, scoreStride, rows, t + rows, 4, panel);
        for (let p = 0; p < sizePanels; p++) {
          tile(panel, keyDepth + p * context * 32, t + rows, output, 32, 0);
          storeTile(output, rows, size - (p << 3), dq + t * stride + (p << 5), stride);
        }
      }
      // dK += slopesᵀ · Q, dV += weightsᵀ · dO
      packDepth(q + first * stride, stride, count, size, queryDepth);
      packDepth(dO + first * outStride, outStride, count, size, outDepth);
      for (let s = 0; s < seen; s += 4) {
        accumulate(slopes + bytesOf(s), scoreStride, count, queryDepth, sizePanels, dKeys + s * rowBytes, panel);
        accumulate(weights + bytesOf(s), scoreStride, count, outDepth, sizePanels, dValues + s * rowBytes, panel);
      }
    }
    for (let s = 0; s < context; s++)
      for (let d = 0; d < size; d += 4) {
        const to = dq + s * stride + outStride + bytesOf(d);
        storeLanes(to, v128.load(dKeys + s * rowBytes + bytesOf(d)), size - d);
        storeLanes(to + outStride, v128.load(dValues + s * rowBytes + bytesOf(d)), size - d);
      }
  }
}

/** Four rows times the packed rows [0, seen): scores into four lines. */
function products(
  from: usize, stride: usize, rows: i32, size: i32, packed: usize, seen: i32,
  lines: usize, lineStride: usize, panel: usize,
): void {
  packAlong(from, stride, rows, size, 4, panel);
  for (let p = 0, panels = panelsOf(seen, 8); p < panels; p++)
    tile(panel, packed + p * size * 32, size, lines + (p << 5), lineStride, 0);
}

/** The weights p, and ds = p·(do·v − do·o)·scale, from q·k and do·v of one query. */
function slopeOf(weights: usize, slopes: usize, count: i32, scale: f32, logSum: f32, along: f32): void {
  for (let s = 0; s < count; s += 4) {
    const at = usize(s) << 2;
    const score = f32x4.mul(v128.load(weights + at), f32x4.splat(scale));
    const weight = exp4(f32x4.sub(score, f32x4.splat(logSum)));
    const rest = f32x4.mul(f32x4.sub(v128.load(slopes + at), f32x4.splat(along)), f32x4.splat(scale));
    v128.store(weights + at, weight);
    v128.store(slopes + at, f32x4.mul(weight, rest));
  }
}

function dot(x: usize, y: usize, size: i32): f32 {
  let sum = f32x4.splat(0);
  for (let d = 0; d < size; d += 4) {
    const product = f32x4.mul(v128.load(x + (d << 2)), v128.load(y + (d << 2)));
    sum = f32x4.add(sum, v128.and(product, laneMask(size - d)));
  }
  return sumLanes(sum);
}

/** Four columns of `lines` (rows, …), turned, times panels of depth `rows`: added to four rows of `to`. */
function accumulate(
  lines: usize, lineStride: usize, rows: i32, packed: usize, panels: i32, to: usize, panel: usize,
): void {
  packAcross(lines, lineStride, 4, rows, 4, panel);
  for (let p = 0; p < panels; p++) tile(panel, packed + p * rows * 32, rows, to + (p << 5), usize(panels) << 5, 1);
}
