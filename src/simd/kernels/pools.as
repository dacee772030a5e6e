// Pooling over windows inside the image. Four channels at a time, and one at a time where four are not left.
import { endOf, firstOf } from './thread';

/** y = the largest value of each window and channel, argmax = its place in the window, row by row. Ties go to the first.
 *  Threads share the rows of the output. */
export function maxPool(
  x: usize, y: usize, argmax: usize, batch: i32, height: i32, width: i32, channels: i32,
  outHeight: i32, outWidth: i32, kernelHeight: i32, kernelWidth: i32, stride: i32,
): void {
  const pixelBytes = channels << 2;
  const rowBytes = width * pixelBytes;
  const first = firstOf(batch * outHeight), end = endOf(batch * outHeight);
  let to: usize = first * outWidth * pixelBytes;
  for (let row = first; row < end; row++) {
    const example = row / outHeight;
    let window = x + (example * height + (row - example * outHeight) * stride) * rowBytes;
    for (let j = 0; j < outWidth; j++) {
      let c = 0;
      for (; c + 16 <= pixelBytes; c += 16) {
        let best = f32x4.splat(-Infinity), place = i32x4.splat(0);
        for (let p = 0, tap = 0; p < kernelHeight; p++)
          for (let q = 0; q < kernelWidth; q++, tap++) {
            const value = v128.load(window + p * rowBytes + q * pixelBytes + c);
            const larger = v128.or(f32x4.gt(value, best), f32x4.ne(value, value));
            best = v128.bitselect(value, best, larger);
            place = v128.bitselect(i32x4.splat(tap), place, larger);
          }
        v128.store(y + to + c, best);
        v128.store(argmax + to + c, place);
      }
      for (; c < pixelBytes; c += 4) {
        let best: f32 = -Infinity, place = 0;
        for (let p = 0, tap = 0; p < kernelHeight; p++)
          for (let q = 0; q < kernelWidth; q++, tap++) {
            const value = load<f32>(window + p * rowBytes + q * pixelBytes + c);
            if (value > best || value != value) { best = value; place = tap; }
          }
        store<f32>(y + to + c, best);
        store<i32>(argmax + to + c, place);
      }
      window += stride * pixelBytes;
      to += pixelBytes;
    }
  }
}

/** y = the mean of each window and channel. A row of the window is added up before it joins the others. */
export function averagePool(
  x: usize, y: usize, batch: i32, height: i32, width: i32, channels: i32,
  outHeight: i32, outWidth: i32, kernelHeight: i32, kernelWidth: i32, stride: i32,
): void {
  const pixelBytes = channels << 2;
  const rowBytes = width * pixelBytes;
  const area = f32(kernelHeight * kernelWidth);
  const first = firstOf(batch * outHeight), end = endOf(batch * outHeight);
  let to: usize = y + first * outWidth * pixelBytes;
  for (let row = first; row < end; row++) {
    const example = row / outHeight;
    let window = x + (example * height + (row - example * outHeight) * stride) * rowBytes;
    for (let j = 0; j < outWidth; j++) {
      let c = 0;
      for (; c + 16 <= pixelBytes; c += 16) {
        let total = f32x4.splat(0);
        for (let p = 0; p < kernelHeight; p++) {
          let sum = f32x4.splat(0);
          for (let q = 0; q < kernelWidth; q++)
            sum = f32x4.add(sum, v128.load(window + p * rowBytes + q * pixelBytes + c));
          total = f32x4.add(total, sum);
        }
        v128.store(to + c, f32x4.div(total, f32x4.splat(area)));
      }
      for (; c < pixelBytes; c += 4) {
        let total: f32 = 0;
        for (let p = 0; p < kernelHeight; p++) {
          let sum: f32 = 0;
          for (let q = 0; q < kernelWidth; q++) sum += load<f32>(window + p * rowBytes + q * pixelBytes + c);
          total += sum;
        }
        store<f32>(to + c, total / area);
      }
      window += stride * pixelBytes;
      to += pixelBytes;
    }
  }
}

/** dx = dy where argmax says. */
export function maxPoolBackward(
  argmax: usize, dy: usize, dx: usize, batch: i32, height: i32, width: i32, channels: i32,
  outHeight: i32, outWidth: i32, kernelHeight: i32, kernelWidth: i32, stride: i32,
): void {
  scatter(true, argmax, dy, dx, batch, height, width, channels, outHeight, outWidth, kernelHeight, kernelWidth, stride);
}

/** dx = dy / area, summed over windows. */
export function averagePoolBackward(
  dy: usize, dx: usize, batch: i32, height: i32, width: i32, channels: i32,
  outHeight: i32, outWidth: i32, kernelHeight: i32, kernelWidth: i32, stride: i32,
): void {
  scatter(false, 0, dy, dx, batch, height, width, channels, outHeight, outWidth, kernelHeight, kernelWidth, stride);
}

/** Threads share the rows of dx. Windows come row by row, so each element has one order of additions. */
@inline function scatter(
  isMax: bool, argmax: usize, dy: usize, dx: usize, batch: i32, height: i32, width: i32, channels: i32,
  outHeight: i32, outWidth: i32, kernelHeight: i32, kernelWidth: i32, stride: i32,
): void {
  const pixelBytes = channels << 2;
  const rowBytes = width * pixelBytes;
  const area = f32(kernelHeight * kernelWidth);
  const end = endOf(batch * height);
  for (let next = firstOf(batch * height); next < end; ) {
    const example = next / height;
    // Rows [first, last] of this example are the thread's.
    const first = next - example * height;
    const last = min(height, end - example * height) - 1;
    const image = dx + example * height * rowBytes;
    memory.fill(image + first * rowBytes, 0, (last - first + 1) * rowBytes);
    const firstWindow = max(0, (first - kernelHeight + stride) / stride);
    const lastWindow = min(outHeight - 1, last / stride);
    for (let i = firstWindow; i <= lastWindow; i++)
      for (let p = max(0, first - i * stride); p < kernelHeight && i * stride + p <= last; p++) {
        let from: usize = (example * outHeight + i) * outWidth * pixelBytes;
        let window = image + (i * stride + p) * rowBytes;
        for (let j = 0; j < outWidth; j++) {
          for (let q = 0; q < kernelWidth; q++) {
            const to = window + q * pixelBytes;
            const tap = p * kernelWidth + q;
            let c = 0;
            for (; c + 16 <= pixelBytes; c += 16) {
              let value = v128.load(dy + from + c);
              if (isMax) value = v128.and(value, i32x4.eq(v128.load(argmax + from + c), i32x4.splat(tap)));
              else value = f32x4.div(value, f32x4.splat(area));
              v128.store(to + c, f32x4.add(v128.load(to + c), value));
            }
            for (; c < pixelBytes; c += 4) {
              if (isMax && load<i32>(argmax + from + c) != tap) continue;
              const value = load<f32>(dy + from + c);
              store<f32>(to + c, load<f32>(to + c) + (isMax ? value : value / area));
            }
          }
          window += stride * pixelBytes;
          from += pixelBytes;
        }
      }
    next += last - first + 1;
  }
}
