// Images in folders, one folder per class, as examples of one size (image-folders.ts: which folder is the class). The order
// depends on classes and names alone, so that a folder and an archive of it make the same dataset. A few files that are no
// images that are read are left out and named; a set of which most are such is refused.
import { say, type Saying } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import { mostClasses } from './column-profile';
import { isHiddenPath } from './choose-file';
import { decodeImage, type RgbImage } from './decode-image';
import { imageFolders } from './image-folders';
import { colourShape, greyShape, type ImageShape, isColourful, shrinkImage } from './shrink-image';
import { mostPackedFileBytes, type PackedFile } from './zip-entries';

export interface ImageClasses {
  readonly shape: ImageShape;
  readonly pixels: Uint8Array<ArrayBuffer>; // (n, side, side, channels)
  readonly labels: Uint8Array<ArrayBuffer>;
  readonly classNames: readonly string[];
  /** Images beyond the limit. */
  readonly leftOut: number;
  /** Which folders are the classes, and which images cannot be read. */
  readonly notes: readonly Saying[];
}

/** 192 MiB in colour, below what a replica reads (idx-dataset.ts). */
const mostImages = 65_536;
/** Images that are looked at for colour. */
const looked = 12;

/** `shape`: undefined to choose by the first images. `onImages` is told of the images read so far. */
export async function readImageClasses(
  files: readonly PackedFile[],
  shape: ImageShape | undefined,
  name: string,
  onImages: (images: number) => void = () => undefined,
  most = mostImages,
): Promise<Result<ImageClasses, 'bad-file'>> {
  const images = files.filter(({ path }) => isImagePath(path) && !isHiddenPath(path));
  if (images.length === 0) return fail('bad-file', say('no-images', { name }));
  const { classes, notes } = imageFolders(images.map(({ path }) => path));
  const placed = images.flatMap((file, at) => {
    const folder = classes[at];
    return folder === undefined ? [] : [{ folder, file }];
  });
  const found = sortedNames(placed.map(({ folder }) => folder));
  if (found.length < 2) return fail('bad-file', say('one-folder', { name }));
  if (found.length > mostClasses)
    return fail('bad-file', say('many-folders', { name, folders: found.length, most: mostClasses }));
  const order = new Map(found.map((folder, place) => [folder, place]));
  placed.sort((a, b) => order.get(a.folder)! - order.get(b.folder)! || compare(a.file.path, b.file.path));
  const taken = spread(placed, most);
  const chosen = shape ?? (await usualShape(taken.map(({ file }) => file)));
  const length = chosen.side ** 2 * chosen.channels;
  const pixels = new Uint8Array(taken.length * length);
  const folders: string[] = [];
  const unreadable: Unreadable[] = [];
  for (const [at, { folder, file }] of taken.entries()) {
    const image = await imageIn(file);
    if (image.ok) {
      pixels.set(shrinkImage(image.value, chosen.side, chosen.channels), folders.length * length);
      folders.push(folder);
    } else unreadable.push({ path: file.path, why: image });
    if (at % 10 === 9) onImages(at + 1);
  }
  const readable = new Set(folders);
  const classNames = found.filter((folder) => readable.has(folder));
  if (2 * unreadable.length > taken.length || (unreadable.length > 0 && classNames.length < 2))
    return unreadable[0].why;
  const places = new Map(classNames.map((folder, place) => [folder, place]));
  return ok({
    shape: chosen,
    pixels: pixels.slice(0, folders.length * length),
    labels: Uint8Array.from(folders, (folder) => places.get(folder)!),
    classNames,
    leftOut: placed.length - taken.length,
    notes: [
      ...notes,
      ...(unreadable.length > 0
        ? [say('images-unreadable', { count: unreadable.length, path: unreadable[0].path })]
        : []),
    ],
  });
}

interface Unreadable {
  readonly path: string;
  readonly why: Extract<Result<never, 'bad-file'>, { ok: false }>;
}

/** What is read is decided by the bytes: the images that browsers and phones save end in other ways too. */
const imagePath =
  /\.(a?png|p?jpe?g|jpe|jfif|pjp|gif|webp|bmp|dib|ico|svgz?|hei[cf]|hif|avif|jxl|jp2|tiff?|psd|dng|cr[23]|nef|arw)$/i;

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
    return fail('bad-file', say('file-above', { name: file.path, most: mostPackedFileBytes / 2 ** 20 }));
  const bytes = await file.bytes();
  return bytes.ok ? decodeImage(bytes.value, file.path) : bytes;
}

/** Entries, at most `most`, evenly from all. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)]);
}

function sortedNames(folders: readonly string[]): string[] {
  const rank = (folder: string): number => (/^\d{1,9}$/.test(folder) ? Number(folder) : 1e9);
  return [...new Set(folders)].sort((a, b) => rank(a) - rank(b) || compare(a, b));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
