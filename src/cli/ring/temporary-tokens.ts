// Tokens of a large text in a temporary file of this user alone. Where the system lets it, the file has no name from its first
// moment on, so nothing is left whatever ends the process.
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeAtEnd } from './temporary-shelf';
import type { TokenFile } from '../../data/tokens';

/** Left free for others. */
const spareBytes = 256 * 2 ** 20;

/** Undefined: the disk of temporary files has too little room. */
export function openTemporaryTokens(bytes: number, parent = tmpdir()): Promise<TokenFile | undefined> {
  let file: number;
  let folder: string;
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (bytes + spareBytes > bavail * bsize) return Promise.resolve(undefined);
    folder = mkdtempSync(path.join(parent, 'lockstep-tokens-')); // of mode 0700
    removeAtEnd(folder);
    file = openSync(path.join(folder, 'tokens'), 'wx+', 0o600);
  } catch {
    return Promise.resolve(undefined); // nothing may be written there
  }
  removeFolder(folder);
  let isOpen = true;
  return Promise.resolve({
    write(at, from) {
      for (let done = 0; done < from.length;)
        done += writeSync(file, from, done, from.length - done, at + done);
    },
    read(at, into) {
      for (let done = 0; done < into.length;) {
        const some = readSync(file, into, done, into.length - done, at + done);
        if (some === 0) throw new Error(`the file of tokens ends at byte ${at + done}`);
        done += some;
      }
    },
    remove() {
      if (isOpen) closeSync(file);
      isOpen = false;
      removeFolder(folder);
      return Promise.resolve();
    },
  });
}

/** Windows keeps an open file. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // removed at the end of the process
  }
}
