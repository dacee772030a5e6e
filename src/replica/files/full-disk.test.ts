// A disk that has no room left: what arrived stays, nothing half-written is kept, and the words say what to do.
import { inEnglish } from '../../cli/english/in-english';
import { expect, test } from 'vitest';
import { StorageFullError, storageSaying } from '../../base/storage-words';
import { shelfOver } from './download-shelf';
import { keepRun } from './saved-runs';
import { fileOver } from './token-folder';

const nothing = (): Promise<void> => Promise.resolve();
const full = 'the storage of this site is full: free some space on this device';

test('a piece that is written in part fails, and the part counts', async () => {
  const room = 10;
  let size = 4; // from before
  const shelf = shelfOver(
    {
      getSize: () => size,
      write(piece, options) {
        expect(options?.at).toBe(size);
        const written = Math.min(piece.byteLength, room - size);
        size += written;
        return written;
      },
      truncate: (length) => void (size = length),
      flush: () => undefined,
      close: () => undefined,
    },
    () => Promise.resolve(new Blob(['whole'])),
  );
  await shelf.append(new Uint8Array(3));
  expect(shelf.bytes).toBe(7);
  await expect(shelf.append(new Uint8Array(8))).rejects.toThrow(StorageFullError);
  expect(shelf.bytes).toBe(10);
  await shelf.clear();
  expect([size, shelf.bytes]).toEqual([0, 0]);
  expect((await shelf.finish()).size).toBe(5);
});

test('a file of tokens fails whole where the disk takes a part of a piece, or gives one', async () => {
  const log: string[] = [];
  const file = fileOver(
    {
      write: (piece, options) => Math.min(piece.byteLength, 10 - options!.at!),
      read: (into, options) => Math.min(into.byteLength, 10 - options!.at!),
      close: () => void log.push('closed'),
    },
    () => {
      log.push('removed');
      return Promise.reject(new Error('another tab was faster'));
    },
  );
  file.write(4, new Uint8Array(6));
  expect(() => file.write(4, new Uint8Array(7))).toThrow(StorageFullError);
  file.read(0, new Uint8Array(10));
  expect(() => file.read(1, new Uint8Array(10))).toThrow('the file of tokens ends at byte 10');
  await file.remove();
  await file.remove();
  expect(log).toEqual(['closed', 'removed']);
});

/** A folder whose writable refuses at `when`, and the names of the files in it. */
function folderThatRefuses(when: 'write' | 'close', error: Error) {
  const names = new Set<string>();
  const log: string[] = [];
  const refuse = (at: 'write' | 'close') => (): Promise<void> =>
    at === when ? Promise.reject(error) : Promise.resolve();
  const abort = (): Promise<void> => {
    log.push('aborted');
    return Promise.resolve();
  };
  const folder = {
    async *entries() {
      // It holds no runs.
    },
    getFileHandle(name: string) {
      names.add(name);
      return Promise.resolve({
        createWritable: () => Promise.resolve({ write: refuse('write'), close: refuse('close'), abort }),
      });
    },
    removeEntry(name: string) {
      names.delete(name);
      return Promise.resolve();
    },
  };
  return { folder: folder as unknown as FileSystemDirectoryHandle, names, log };
}

test.each(['write', 'close'] as const)('a run that does not fit at its %s leaves no file', async (when) => {
  const error = new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  const { folder, names, log } = folderThatRefuses(when, error);
  const name = 'lockstep-a-run-1-step-1.safetensors';
  await expect(keepRun(folder, name, [new Uint8Array(3)], nothing)).rejects.toBe(error);
  expect([...names]).toEqual([]);
  expect(log).toEqual(['aborted']);
  expect(inEnglish(storageSaying(error))).toBe(full);
});

test('words for storage', () => {
  expect(inEnglish(storageSaying(new StorageFullError()))).toBe(full);
  expect(inEnglish(storageSaying(Object.assign(new Error('no space'), { code: 'ENOSPC' })))).toBe(full);
  expect(inEnglish(storageSaying(new Error('it is locked')))).toBe(
    'the storage of this site failed (it is locked)',
  );
});
