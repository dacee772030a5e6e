// Files in folders, one folder per class, as examples of one size (image-folders.ts: which folder is the class). The order
// depends on classes and names alone, so that a folder and an archive of it make the same dataset. A few files that cannot be
// read are left out and named; a set of which most are such is refused.
import { say, type Saying } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import { mostClasses } from './column-profile';
import { isHiddenPath } from './choose-file';
import { imageFolders } from './image-folders';
import { mostPackedFileBytes, type PackedFile } from './zip-entries';

/** The kind of files that a reader takes, such as images. */
export interface FolderReader<Shape> {
  /** Whether a file is of this kind, by its name. */
  isPath(path: string): boolean;
  /** Why a set without such files is refused. */
  none(name: string): Saying;
  /** The note about files that were left out. `path`: one of them. */
  unreadable(count: number, path: string): Saying;
  /** The shape of examples, by the first files. */
  shapeOf(files: readonly PackedFile[]): Promise<Shape>;
  /** The values of an example. */
  lengthOf(shape: Shape): number;
  read(bytes: Uint8Array, path: string, shape: Shape): Result<Uint8Array, 'bad-file'>;
}

export interface ClassFolders<Shape> {
  readonly shape: Shape;
  readonly values: Uint8Array<ArrayBuffer>; // (n, …shape)
  readonly labels: Uint8Array<ArrayBuffer>;
  readonly classNames: readonly string[];
  /** Which folders are the classes, and which files are not used. */
  readonly notes: readonly Saying[];
}

/** 192 MiB of images in colour, below what a replica reads (idx-dataset.ts). */
const mostExamples = 65_536;

/** `onRead` is told of the files read so far. */
export async function readClassFolders<Shape>(
  files: readonly PackedFile[],
  reader: FolderReader<Shape>,
  name: string,
  onRead: (files: number) => void = () => undefined,
  most = mostExamples,
): Promise<Result<ClassFolders<Shape>, 'bad-file'>> {
  const given = files.filter(({ path }) => reader.isPath(path) && !isHiddenPath(path));
  if (given.length === 0) return fail('bad-file', reader.none(name));
  const { classes, notes } = imageFolders(given.map(({ path }) => path));
  const placed = given.flatMap((file, at) => {
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
  const shape = await reader.shapeOf(taken.map(({ file }) => file));
  const length = reader.lengthOf(shape);
  const values = new Uint8Array(taken.length * length);
  const folders: string[] = [];
  const unreadable: Unreadable[] = [];
  for (const [at, { folder, file }] of taken.entries()) {
    const bytes = await bytesOf(file);
    const example = bytes.ok ? reader.read(bytes.value, file.path, shape) : bytes;
    if (example.ok) {
      values.set(example.value, folders.length * length);
      folders.push(folder);
    } else unreadable.push({ path: file.path, why: example });
    if (at % 10 === 9) onRead(at + 1);
  }
  const readable = new Set(folders);
  const classNames = found.filter((folder) => readable.has(folder));
  if (2 * unreadable.length > taken.length || (unreadable.length > 0 && classNames.length < 2))
    return unreadable[0].why;
  const places = new Map(classNames.map((folder, place) => [folder, place]));
  const leftOut = placed.length - taken.length;
  return ok({
    shape,
    values: values.slice(0, folders.length * length),
    labels: Uint8Array.from(folders, (folder) => places.get(folder)!),
    classNames,
    notes: [
      ...notes,
      ...(unreadable.length > 0 ? [reader.unreadable(unreadable.length, unreadable[0].path)] : []),
      ...(leftOut > 0 ? [say('images-beyond', { count: leftOut })] : []),
    ],
  });
}

interface Unreadable {
  readonly path: string;
  readonly why: Extract<Result<never, 'bad-file'>, { ok: false }>;
}

export async function bytesOf(file: PackedFile): Promise<Result<Uint8Array, 'bad-file'>> {
  if (file.size > mostPackedFileBytes)
    return fail('bad-file', say('file-above', { name: file.path, most: mostPackedFileBytes / 2 ** 20 }));
  return file.bytes();
}

/** Entries, at most `most`, evenly from all. */
export function spread<T>(list: readonly T[], most: number): readonly T[] {
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
