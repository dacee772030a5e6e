// The middle square of an image at the side that models take. Each new pixel is the mean of the area that it covers. Plain
// f64 arithmetic, so that all members get the same bytes.
import type { RgbImage } from './decode-image';

export interface ImageShape {
  readonly side: number;
  readonly channels: 1 | 3;
}

/** The shape of MNIST, and of CIFAR-10. */
export const greyShape: ImageShape = { side: 28, channels: 1 };
export const colourShape: ImageShape = { side: 32, channels: 3 };

/** (side, side, channels), 0 … 255. One channel is grey: luma of BT.601. */
export function shrinkImage(image: RgbImage, side: number, channels: 1 | 3): Uint8Array {
  const { width, height } = image;
  const square = Math.min(width, height);
  const across = spans(square, side, Math.floor((width - square) / 2));
  const down = spans(square, side, Math.floor((height - square) / 2));
  const area = (square / side) ** 2;
  const out = new Uint8Array(side * side * channels);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const sums = [0, 0, 0];
      for (const [y, high] of down[row])
        for (const [x, wide] of across[column]) {
          const at = 3 * (y * width + x);
          for (let c = 0; c < 3; c++) sums[c] += high * wide * image.rgb[at + c];
        }
      const [red, green, blue] = sums.map((sum) => sum / area);
      const at = (row * side + column) * channels;
      if (channels === 1) out[at] = Math.round((299 * red + 587 * green + 114 * blue) / 1000);
      else out.set([Math.round(red), Math.round(green), Math.round(blue)], at);
    }
  return out;
}

/** Which pixels each of `side` equal parts of `length` pixels covers, from `start` on, and how much of each. */
function spans(length: number, side: number, start: number): (readonly [at: number, part: number])[][] {
  return Array.from({ length: side }, (_, part) => {
    const [from, to] = [(part * length) / side, ((part + 1) * length) / side];
    const covered: [number, number][] = [];
    for (let at = Math.floor(from); at < to; at++) {
      const share = Math.min(to, at + 1) - Math.max(from, at);
      if (share > 0) covered.push([start + at, share]);
    }
    return covered;
  });
}

/** Does any pixel show a colour? JPEG's grey is a few levels off. */
export function isColourful({ rgb }: RgbImage): boolean {
  for (let at = 0; at < rgb.length; at += 3)
    if (Math.max(rgb[at], rgb[at + 1], rgb[at + 2]) - Math.min(rgb[at], rgb[at + 1], rgb[at + 2]) > 16)
      return true;
  return false;
}
