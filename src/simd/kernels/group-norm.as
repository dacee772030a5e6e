// Group normalisation (Wu & He 2018). Sums run per channel over pixels, then over the channels of a group. Threads share
// the examples. Arrays per channel in scratch are padded to whole quads: the lanes past the last channel are never used.
import { madd } from './math';
import { endOf, firstOf, ownScratch } from './thread';

const epsilon: f64 = 1e-5;

/** Pixels whose sum joins the total: short sums round less. */
const pixelsOfSum = 64;

/** y = scale · (x − mean) / √(variance + ε) + offset; statistics (batch, groups, 2) = mean and 1/√(variance + ε). */
export function groupNorm(
  x: usize, scale: usize, offset: usize, y: usize, statistics: usize,
  batch: i32, pixels: i32, channels: i32, groups: i32,
): void {
  const pixelBytes = channels << 2;
  const arrayBytes = (pixelBytes + 15) & ~15;
  const means = ownScratch(), sums = means + arrayBytes;
  const width = channels / groups;
  const count = f64(pixels) * width;
  for (let example = firstOf(batch), end = endOf(batch); example < end; example++) {
    const from: usize = example * pixels * pixelBytes;
    const pairs = statistics + ((example * groups) << 3);
    memory.fill(means, 0, arrayBytes);
    addUp(x + from, means, sums, pixels, pixelBytes, false);
    for (let g = 0; g < groups; g++) {
      const mean = f32(sumOf(sums, g * width, width) / count);
      store<f32>(pairs + (g << 3), mean);
      fill(means, g * width, width, mean);
    }
    addUp(x + from, means, sums, pixels, pixelBytes, true);
    for (let g = 0; g < groups; g++) {
      const inverse = f32(1 / Math.sqrt(sumOf(sums, g * width, width) / count + epsilon));
      store<f32>(pairs + (g << 3), inverse, 4);
      for (let c = g * width; c < (g + 1) * width; c++)
        store<f32>(sums + (c << 2), inverse * load<f32>(scale + (c << 2)));
    }
    let at = from;
    for (let pixel = 0; pixel < pixels; pixel++) {
      let c = 0;
      for (; c + 16 <= pixelBytes; c += 16) {
        const centred = f32x4.sub(v128.load(x + at + c), v128.load(means + c));
        v128.store(y + at + c, madd(centred, v128.load(sums + c), v128.load(offset + c)));
      }
      for (; c < pixelBytes; c += 4) {
        const centred = load<f32>(x + at + c) - load<f32>(means + c);
        store<f32>(y + at + c, centred * load<f32>(sums + c) + load<f32>(offset + c));
      }
      at += pixelBytes;
    }
  }
}

/** sums = per channel Σ (x − means), or Σ (x − means)². */
function addUp(x: usize, means: usize, sums: usize, pixels: i32, pixelBytes: i32, squares: bool): void {
  memory.fill(sums, 0, (pixelBytes + 15) & ~15);
  for (let first = 0; first < pixels; first += pixelsOfSum) {
    const count = min(pixelsOfSum, pixels - first);
    for (let c = 0; c < pixelBytes; c += 16) {
      const mean = v128.load(means + c);
      let from = x + first * pixelBytes + c;
      let sum = f32x4.splat(0);
      for (let i = 0; i < count; i++) {
        const value = f32x4.sub(v128.load(from), mean);
        sum = squares ? madd(value, value, sum) : f32x4.add(sum, value);
        from += pixelBytes;
      }
      v128.store(sums + c, f32x4.add(v128.load(sums + c), sum));
    }
  }
}

function sumOf(array: usize, first: i32, count: i32): f64 {
  let sum: f64 = 0;
  for (let c = first; c < first + count; c++) sum += load<f32>(array + (c << 2));
  return sum;
}

function fill(array: usize, first: i32, count: i32, value: f32): void {
  for (let c = first; c < first + count; c++) store<f32>(array + (c << 2), value);
}

/** sums (batch, 2, channels in whole quads) = per channel Σ dy and Σ dy · normal(x). dx =, unless it is 0. */
export function groupNormBackward(
  x: usize, dy: usize, statistics: usize, scale: usize, dx: usize, sums: usize,
  batch: i32, pixels: i32, channels: i32, groups: i32,
): void {
  const pixelBytes = channels << 2;
  const arrayBytes = (pixelBytes + 15) & ~15;
  const means = ownScratch(), inverses = means + arrayBytes;
  const shifts = inverses + arrayBytes, slopes = shifts + arrayBytes;
  const width = channels / groups;
  const count = f64(pixels) * width;
  for (let example = firstOf(batch), end = endOf(batch); example < end; example++) {
    const from: usize = example * pixels * pixelBytes;
    const pairs = statistics + ((example * groups) << 3);
    for (let g = 0; g < groups; g++) {
      fill(means, g * width, width, load<f32>(pairs + (g << 3)));
      fill(inverses, g * width, width, load<f32>(pairs + (g << 3), 4));
    }
    const gradients = sums + example * 2 * arrayBytes, products = gradients + arrayBytes;
    addGradients(x + from, dy + from, means, inverses, gradients, products, pixels, pixelBytes);
    if (!dx) continue;
    // dx = inverse · (dy·scale − (sum + normal·product) / count) = dy·factor − shift − (x − mean)·slope.
    for (let g = 0; g < groups; g++) {
      const inverse = load<f32>(pairs + (g << 3), 4);
      let sum: f64 = 0, product: f64 = 0;
      for (let c = g * width; c < (g + 1) * width; c++) {
        const factor = load<f32>(scale + (c << 2));
        sum += f64(factor) * load<f32>(gradients + (c << 2));
        product += f64(factor) * load<f32>(products + (c << 2));
        store<f32>(inverses + (c << 2), inverse * factor);
      }
      fill(shifts, g * width, width, f32((inverse * sum) / count));
      fill(slopes, g * width, width, f32((f64(inverse) * inverse * product) / count));
    }
    let at = from;
    for (let pixel = 0; pixel < pixels; pixel++) {
      let c = 0;
      for (; c + 16 <= pixelBytes; c += 16) {
        const centred = f32x4.sub(v128.load(x + at + c), v128.load(means + c));
        const rest = madd(centred, v128.load(slopes + c), v128.load(shifts + c));
        v128.store(dx + at + c, f32x4.sub(f32x4.mul(v128.load(dy + at + c), v128.load(inverses + c)), rest));
      }
      for (; c < pixelBytes; c += 4) {
        const centred = load<f32>(x + at + c) - load<f32>(means + c);
        const rest = centred * load<f32>(slopes + c) + load<f32>(shifts + c);
        store<f32>(dx + at + c, load<f32>(dy + at + c) * load<f32>(inverses + c) - rest);
      }
      at += pixelBytes;
    }
  }
}

/** gradients = per channel Σ dy, products = Σ dy · (x − means) · inverses. */
function addGradients(
  x: usize, dy: usize, means: usize, inverses: usize, gradients: usize, products: usize,
  pixels: i32, pixelBytes: i32,
): void {
  memory.fill(gradients, 0, (pixelBytes + 15) & ~15);
  memory.fill(products, 0, (pixelBytes + 15) & ~15);
  for (let first = 0; first < pixels; first += pixelsOfSum) {
    const count = min(pixelsOfSum, pixels - first);
    for (let c = 0; c < pixelBytes; c += 16) {
      const mean = v128.load(means + c);
      let at: usize = first * pixelBytes + c;
      let sum = f32x4.splat(0), product = f32x4.splat(0);
      for (let i = 0; i < count; i++) {
        const value = v128.load(dy + at);
        sum = f32x4.add(sum, value);
        product = madd(value, f32x4.sub(v128.load(x + at), mean), product);
        at += pixelBytes;
      }
      v128.store(gradients + c, f32x4.add(v128.load(gradients + c), sum));
      v128.store(products + c, madd(product, v128.load(inverses + c), v128.load(products + c)));
    }
  }
}

/** Both gradients (channels) += the sums over the examples, from groupNormBackward. Threads share the channels. */
export function groupNormParameters(
  sums: usize, scaleGradient: usize, offsetGradient: usize, batch: i32, channels: i32,
): void {
  const quads = (channels + 3) >> 2;
  const arrayBytes = usize(quads) << 4;
  for (let quad = firstOf(quads), end = endOf(quads); quad < end; quad++) {
    const at = usize(quad) << 4;
    let offsets = f32x4.splat(0), scales = f32x4.splat(0);
    for (let example = 0; example < batch; example++) {
      const from = sums + example * 2 * arrayBytes + at;
      offsets = f32x4.add(offsets, v128.load(from));
      scales = f32x4.add(scales, v128.load(from + arrayBytes));
    }
    v128.store(offsetGradient + at, f32x4.add(v128.load(offsetGradient + at), offsets));
    v128.store(scaleGradient + at, f32x4.add(v128.load(scaleGradient + at), scales));
  }
}
