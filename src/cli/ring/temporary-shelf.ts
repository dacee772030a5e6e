// Keeps the examples of a large table in a temporary file of this user alone, because Node holds a Blob's bytes in the
// process. The file is removed when the process ends, by a signal too; only a kill leaves it to the system.
import { closeSync, fstatSync, mkdtempSync, openAsBlob, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { groupDigits } from '../../base/group-digits';
import type { ByteShelf } from '../../data/byte-shelf';
import { defaultCapBytes } from '../../data/idx-dataset';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const interruptedCode = 1;

/** `mostBytes`: above the largest table that is read (tableLimits). */
export function temporaryShelf(mostBytes = defaultCapBytes): ByteShelf {
  const folder = mkdtempSync(path.join(tmpdir(), 'lockstep-table-')); // of mode 0700
  removeAtEnd(folder);
  const name = path.join(folder, 'examples');
  const file = openSync(name, 'wx', 0o600);
  let length = 0;
  return {
    append(bytes) {
      length += bytes.length;
      if (length > mostBytes)
        throw new Error(`the examples take more than ${groupDigits(mostBytes)} bytes, the most that is kept`);
      try {
        for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      } catch (error) {
        throw new Error(`the examples cannot be kept in ${folder}: ${(error as Error).message}`, {
          cause: error,
        });
      }
    },
    async finish() {
      const { size } = fstatSync(file);
      closeSync(file);
      if (size !== length)
        throw new Error(`${name} has ${groupDigits(size)} bytes instead of ${groupDigits(length)}`);
      return (await openAsBlob(name)) as Blob;
    },
  };
}

const folders = new Set<string>();

/** The folder goes at the end of this process; by a signal too. */
export function removeAtEnd(folder: string): void {
  if (folders.size === 0) {
    process.once('exit', removeAll);
    for (const signal of signals) process.on(signal, endUnlessHandled);
  }
  folders.add(folder);
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** A command with a handler of its own ends in its own way. */
function endUnlessHandled(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 1) process.exit(interruptedCode);
}
