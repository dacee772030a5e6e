// The two files of an IDX set, images and labels, among the files that a person chose. Pure but for reading their first bytes.
import { startOf } from './text-encoding';

/** The two files of a set. Of four, as MNIST has them, those to train on. */
export function idxSet<T extends { readonly path: string }>(files: readonly T[]): readonly T[] {
  const named = files.filter(({ path }) => /(ubyte|\.idx)(\.gz)?$/i.test(path));
  const trained = named.filter(({ path }) => /train/i.test(path));
  return trained.length === 2 ? trained : named.length === 2 ? named : files;
}

export async function idxPair<T extends { readonly path: string; readonly file: Blob }>(
  files: readonly T[],
): Promise<[T, T] | undefined> {
  if (files.length !== 2) return undefined;
  const dimensions = await Promise.all(files.map(async ({ file }) => idxDimensions(await startOf(file))));
  if (dimensions.some((count) => count === undefined)) {
    const named = files.map(({ path }) => (/label|idx1/i.test(path) ? 1 : /image|idx3/i.test(path) ? 3 : 0));
    if (named[0] + named[1] !== 4) return undefined;
    return named[0] === 1 ? [files[1], files[0]] : [files[0], files[1]];
  }
  return dimensions[0]! < dimensions[1]! ? [files[1], files[0]] : [files[0], files[1]];
}

export function isIdx(start: Uint8Array): boolean {
  return idxDimensions(start) !== undefined;
}

/** Undefined: not IDX. */
function idxDimensions(start: Uint8Array): number | undefined {
  return start[0] === 0 && start[1] === 0 && start[2] >= 0x08 && start[2] <= 0x0e ? start[3] : undefined;
}
