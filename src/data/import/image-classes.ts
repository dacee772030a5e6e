// Images in folders by class, as examples of one size.
import { say } from '../../base/sayings';
import { ok } from '../../base/result';
import { bytesOf, spread, type FolderReader } from './class-folders';
import { decodeImage } from './decode-image';
import { colourShape, greyShape, type ImageShape, isColourful, shrinkImage } from './shrink-image';
import type { PackedFile } from './zip-entries';

/** Images that are looked at for colour. */
const looked = 12;

/** `wanted`: undefined to choose by the first images. */
export function imageReader(wanted?: ImageShape): FolderReader<ImageShape> {
  return {
    isPath: isImagePath,
    none: (name) => say('no-images', { name }),
    unreadable: (count, path) => say('images-unreadable', { count, path }),
    shapeOf: async (files) => wanted ?? usualShape(files),
    lengthOf: ({ side, channels }) => side ** 2 * channels,
    read(bytes, path, { side, channels }) {
      const image = decodeImage(bytes, path);
      return image.ok ? ok(shrinkImage(image.value, side, channels)) : image;
    },
  };
}

/** What is read is decided by the bytes: the images that browsers and phones save end in other ways too. */
const imagePath =
  /\.(a?png|p?jpe?g|jpe|jfif|pjp|gif|webp|bmp|dib|ico|svgz?|hei[cf]|hif|avif|jxl|jp2|tiff?|psd|dng|cr[23]|nef|arw)$/i;

export function isImagePath(path: string): boolean {
  return imagePath.test(path);
}

async function usualShape(files: readonly PackedFile[]): Promise<ImageShape> {
  for (const file of spread(files, looked)) {
    const bytes = await bytesOf(file);
    const image = bytes.ok ? decodeImage(bytes.value, file.path) : bytes;
    if (image.ok && isColourful(image.value)) return colourShape;
  }
  return greyShape;
}
