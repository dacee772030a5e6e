// Where data from the room's members is kept on this device while it comes: a file of the private file system (OPFS), so that
// it is not fetched again after a reload. Without that file system, or while another tab writes the file, it is in memory.
import { StorageFullError } from '../../base/storage-words';

const folderName = 'lockstep-shared-data';

export interface SharedShelf {
  /** What is there from before. */
  readonly bytes: number;
  read(at: number, length: number): Promise<Uint8Array>;
  write(at: number, bytes: Uint8Array): Promise<void>;
  finish(): Promise<Blob>;
  close(): void;
}

/** Only a Worker may write this way. `sha256`: as the run names the data. */
export async function openSharedShelf(sha256: string, bytes: number): Promise<SharedShelf> {
  try {
    const root = await globalThis.navigator?.storage?.getDirectory();
    const folder = await root?.getDirectoryHandle(folderName, { create: true });
    if (!folder) return inMemory(bytes);
    const names: string[] = [];
    for await (const [name] of folder.entries()) names.push(name);
    for (const name of names) if (name !== sha256) await folder.removeEntry(name).catch(() => undefined); // another tab uses it
    const handle = await folder.getFileHandle(sha256, { create: true });
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

/** Nothing of these data stays on this device. */
export async function forgetSharedShelf(sha256: string): Promise<void> {
  try {
    const root = await globalThis.navigator?.storage?.getDirectory();
    const folder = await root?.getDirectoryHandle(folderName);
    await folder?.removeEntry(sha256);
  } catch {
    return; // there is none, or another tab writes it
  }
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
