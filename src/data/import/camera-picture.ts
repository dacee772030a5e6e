// A frame of a camera as an example: the middle square at the size that colour images of a folder get. A person's pictures
// then are files in a folder per class, and are read as any images by class are.
import type { ImageRecipe } from '../recipe';
import { colourShape, shrinkImage, type ImageShape } from './shrink-image';

export interface CameraFrame {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray; // (height, width, 4), opaque
}

export const pictureSide = colourShape.side;

/** How pictures are read: in colour, even where the first ones are grey. */
export const pictureRecipe: ImageRecipe = { kind: 'images', ...colourShape };

/** (side, side, channels), 0 … 255, of `shape`. `isMirrored`: left and right change places. */
export function pictureOf(
  { width, height, data }: CameraFrame,
  isMirrored: boolean,
  shape: ImageShape = colourShape,
): Uint8Array {
  const rgb = new Uint8Array(3 * width * height);
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let c = 0; c < 3; c++) rgb[3 * pixel + c] = data[4 * pixel + c];
  const picture = shrinkImage({ width, height, rgb }, shape.side, shape.channels);
  return isMirrored ? mirrored(picture, shape) : picture;
}

function mirrored(picture: Uint8Array, { side, channels }: ImageShape): Uint8Array {
  const out = new Uint8Array(picture.length);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const from = channels * (y * side + side - 1 - x);
      out.set(picture.subarray(from, from + channels), channels * (y * side + x));
    }
  return out;
}
