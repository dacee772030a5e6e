// Images in folders, one folder per class, as examples of one size. The folder that an image lies in is its class. The order
// depends on classes and names alone, so that a folder and an archive of it make the same dataset.
import { sayOfFile } from '../../base/file-sayings';
import { fail, ok, type Result } from '../../base/result';
import { mostClasses } from './column-profile';
import { decodeImage, type RgbImage } from './decode-image';
import { colourShape, greyShape, type ImageShape, isColourful, shrinkImage } from './shrink-image';
import { mostPackedFileBytes, type PackedFile } from './zip-entries';

export interface ImageClasses {
  readonly shape: ImageShape;
  readonly pixels: Uint8Array<ArrayBuffer>; // (n, side, side, channels)
  readonly labels: Uint8Array<ArrayBuffer>;
  readonly classNames: readonly string[];
  /** Images beyond the limit. */
  readonly leftOut: number;
}

/** 192 MiB in colour, below what a replica reads (idx-dataset.ts). */
export const mostImages = 65_536;
/** Images that are looked at for colour. */
const looked = 12;

/** `shape`: undefined to choose by the first images. `onImages` hears of the images read so far. */
export async function readImageClasses(
  files: readonly PackedFile[],
  shape: ImageShape | undefined,
  name: string,
  onImages: (images: number) => void = () => undefined,
  most = mostImages,
): Promise<Result<ImageClasses, 'bad-file'>> {
  const images = files.flatMap((file) => {
    const place = placeOf(file.path);
    return place ? [{ ...place, file }] : [];
  });
  const other = images.find(({ extension }) => !/^(png|jpe?g)$/.test(extension));
  if (other) return fail('bad-file', ...sayOfFile('image-of-other-kind', other.file.path));
  if (images.length === 0) return fail('bad-file', ...sayOfFile('no-images', name));
  const classNames = sortedNames(images.map(({ folder }) => folder));
  if (classNames.length < 2) return fail('bad-file', ...sayOfFile('one-folder', name));
  if (classNames.length > mostClasses)
    return fail('bad-file', ...sayOfFile('many-folders', name, classNames.length, mostClasses));
  const places = new Map(classNames.map((folder, place) => [folder, place]));
  images.sort((a, b) => places.get(a.folder)! - places.get(b.folder)! || order(a.file.path, b.file.path));
  const taken = spread(images, most);
  const chosen = shape ?? (await usualShape(taken.map(({ file }) => file)));
  const length = chosen.side ** 2 * chosen.channels;
  const pixels = new Uint8Array(taken.length * length);
  const labels = new Uint8Array(taken.length);
  for (const [at, { folder, file }] of taken.entries()) {
    const image = await imageIn(file);
    if (!image.ok) return image;
    pixels.set(shrinkImage(image.value, chosen.side, chosen.channels), at * length);
    labels[at] = places.get(folder)!;
    if (at % 10 === 9) onImages(at + 1);
  }
  return ok({ shape: chosen, pixels, labels, classNames, leftOut: images.length - taken.length });
}

/** Where an image lies; undefined for what is no image, or hidden. */
function placeOf(path: string): { readonly folder: string; readonly extension: string } | undefined {
  const parts = path.split('/');
  if (parts.some((part) => part.startsWith('.') || part === '__MACOSX')) return undefined;
  const extension = imagePath.exec(path)?.[1].toLowerCase();
  return extension === undefined ? undefined : { folder: parts.at(-2) ?? '', extension };
}

const imagePath = /\.(png|jpe?g|gif|webp|bmp|heic|avif|tiff?)$/i;

export function isImagePath(path: string): boolean {
  return imagePath.test(path);
}

async function usualShape(files: readonly PackedFile[]): Promise<ImageShape> {
  for (const file of spread(files, looked)) {
    const image = await imageIn(file);
    if (image.ok && isColourful(image.value)) return colourShape;
  }
  return greyShape;
}

async function imageIn(file: PackedFile): Promise<Result<RgbImage, 'bad-file'>> {
  if (file.size > mostPackedFileBytes)
    return fail('bad-file', ...sayOfFile('file-above', file.path, mostPackedFileBytes / 2 ** 20));
  const bytes = await file.bytes();
  return bytes.ok ? decodeImage(bytes.value, file.path) : bytes;
}

/** At most `most`, evenly from all. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)]);
}

function sortedNames(folders: readonly string[]): string[] {
  const rank = (folder: string): number => (/^\d{1,9}$/.test(folder) ? Number(folder) : 1e9);
  return [...new Set(folders)].sort((a, b) => rank(a) - rank(b) || order(a, b));
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
