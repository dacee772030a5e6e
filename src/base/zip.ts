// Files as one ZIP archive, stored without compression: weights and PNG images hardly shrink.
import { zipSync } from 'fflate';
import { assert } from './assert';

interface ZippedFile {
  /** The name with its folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The format's earliest day: archives of equal files are equal. */
const mtime = new Date(1980, 0, 1);

export function zipOf(files: readonly ZippedFile[]): Uint8Array<ArrayBuffer> {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  assert(bytes < 2 ** 32 - 2 ** 20, 'an archive below 4 GiB');
  return zipSync(Object.fromEntries(files.map((file) => [file.name, file.bytes])), { level: 0, mtime });
}
