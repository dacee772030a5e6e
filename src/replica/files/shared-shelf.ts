// Where files from the room's members are kept on this device while they come: in the private file system (OPFS), so that they
// are not fetched again after a reload. Without that file system, or while another tab writes the file, it is in memory.
import { StorageFullError } from '../../base/storage-words';
import type { NamedFile } from '../../data/named-file';

export interface ShelfPlace {
  readonly folder: 'lockstep-shared-data' | 'lockstep-named-files';
  /** Names of the files that stay in the folder. */
  readonly stay: readonly string[];
}

/** The room's data, by the hash by which the run names it. */
export function dataPlace(sha256: string): ShelfPlace {
  return { folder: 'lockstep-shared-data', stay: [sha256] };
}

export interface SharedShelf {
  /** What is there from before. */
  readonly bytes: number;
  read(at: number, length: number): Promise<Uint8Array>;
  write(at: number, bytes: Uint8Array): Promise<void>;
  finish(): Promise<Blob>;
  close(): void;
}

/** Only a Worker may write this way. `name`: a hash. */
export async function openSharedShelf(place: ShelfPlace, name: string, bytes: number): Promise<SharedShelf> {
  try {
    const folder = await folderOf(place, true);
    if (!folder) return inMemory(bytes);
    const names: string[] = [];
    for await (const [found] of folder.entries()) names.push(found);
    for (const found of names)
      if (found !== name && !place.stay.includes(found))
        await folder.removeEntry(found).catch(() => undefined); // another tab uses it
    const handle = await folder.getFileHandle(name, { create: true });
    const access = await handle.createSyncAccessHandle();
    if (access.getSize() > bytes) access.truncate(0);
    const before = access.getSize();
    let whole: Blob | undefined;
    return {
      bytes: before,
      async read(at, length) {
        if (whole) return new Uint8Array(await whole.slice(at, at + length).arrayBuffer());
        const piece = new Uint8Array(length);
        access.read(piece, { at });
        return piece;
      },
      write(at, piece) {
        const written = access.write(piece, { at });
        if (written === piece.byteLength) return Promise.resolve();
        return Promise.reject(new StorageFullError());
      },
      async finish() {
        access.flush();
        access.close();
        return (whole = await handle.getFile());
      },
      close: () => access.close(),
    };
  } catch {
    return inMemory(bytes); // refused: a private window, blocked storage, or another tab
  }
}

/** The shards of a file that are there, all or some. */
export async function keptFile(place: ShelfPlace, name: string): Promise<File | undefined> {
  try {
    const folder = await folderOf(place, false);
    return await (await folder?.getFileHandle(name))?.getFile();
  } catch {
    return undefined; // there is none
  }
}

/** A file that a run named by its hash: not verified, and perhaps not whole. */
export function keptNamed({ root }: NamedFile): Promise<File | undefined> {
  return keptFile({ folder: 'lockstep-named-files', stay: [] }, root);
}

/** Keeps a whole file for another visit. Where it cannot be kept, nothing happens. */
export async function keepWhole(place: ShelfPlace, name: string, file: Blob): Promise<void> {
  if (!(globalThis.navigator?.storage as StorageManager | undefined)?.getDirectory) return;
  const shelf = await openSharedShelf(place, name, file.size);
  try {
    for (let at = 0; at < file.size; at += pieceBytes)
      await shelf.write(at, new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer()));
    await shelf.finish();
  } catch {
    shelf.close(); // the disk is full
  }
}

const pieceBytes = 2 ** 20;

/** Nothing of this file stays on this device. */
export async function forgetSharedShelf(place: ShelfPlace, name: string): Promise<void> {
  try {
    const folder = await folderOf(place, false);
    await folder?.removeEntry(name);
  } catch {
    return; // there is none, or another tab writes it
  }
}

async function folderOf(place: ShelfPlace, create: boolean): Promise<FileSystemDirectoryHandle | undefined> {
  const root = await globalThis.navigator?.storage?.getDirectory();
  return root?.getDirectoryHandle(place.folder, { create });
}

function inMemory(bytes: number): SharedShelf {
  const held = new Uint8Array(bytes);
  return {
    bytes: 0,
    read: (at, length) => Promise.resolve(held.slice(at, at + length)),
    write(at, piece) {
      held.set(piece, at);
      return Promise.resolve();
    },
    finish: () => Promise.resolve(new Blob([held])),
    close: () => undefined,
  };
}
