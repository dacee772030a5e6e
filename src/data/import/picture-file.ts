// A picture as a file.
import { encode } from 'fast-png';
import { colourShape } from './shrink-image';

const { side, channels } = colourShape;

/** A PNG file, which loses nothing. */
export function pictureFile(picture: Uint8Array): Uint8Array<ArrayBuffer> {
  return encode({ width: side, height: side, data: picture, channels, depth: 8 }).slice();
}
