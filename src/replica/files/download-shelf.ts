// Downloaded files on this device, in its private file system (OPFS), so that nobody downloads twice. A part that was broken
// off stays too. Without that file system a file lives in memory until it has been read.
import { hashText } from '../../train/run/run-config';
import { StorageFullError } from '../../base/storage-words';
import { memoryShelf, type Shelf } from '../../data/catalogue/download';

const folderName = 'lockstep-data';
/** Browsers give a site gigabytes; the largest single download fits. */
const mostKeptBytes = 2 ** 30;

/** The whole file, or where its bytes go. Only a Worker may write this way. */
export async function openShelf(url: string): Promise<Blob | Shelf> {
  const folder = await dataFolder();
  if (!folder) return memoryShelf();
  const name = hashText(url);
  try {
    const isWhole = await folder.getFileHandle(`${name}.whole`).then(
      () => true,
      () => false,
    );
    const handle = await folder.getFileHandle(name, { create: true });
    if (isWhole) return await handle.getFile();
    await forgetOld(folder, name);
    const access = await handle.createSyncAccessHandle();
    return shelfOver(access, async () => {
      await folder.getFileHandle(`${name}.whole`, { create: true });
      return handle.getFile();
    });
  } catch {
    return memoryShelf(); // another tab writes this file now, or the disk is full
  }
}

type Access = Pick<FileSystemSyncAccessHandle, 'getSize' | 'write' | 'truncate' | 'flush' | 'close'>;

/** `whole`: the file, once it is closed. A full disk takes only a part of a piece: that part stays, and the piece fails. */
export function shelfOver(access: Access, whole: () => Promise<Blob>): Shelf {
  let bytes = access.getSize();
  return {
    get bytes() {
      return bytes;
    },
    async append(piece) {
      const written = access.write(piece, { at: bytes });
      bytes += written;
      if (written < piece.length) throw new StorageFullError();
    },
    clear() {
      access.truncate(0);
      bytes = 0;
      return Promise.resolve();
    },
    async finish() {
      access.flush();
      access.close();
      return whole();
    },
  };
}

async function dataFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    const root = await globalThis.navigator?.storage?.getDirectory();
    return await root?.getDirectoryHandle(folderName, { create: true });
  } catch {
    return undefined; // refused: a private window, or blocked storage
  }
}

/** The oldest files go until the rest fits. */
async function forgetOld(folder: FileSystemDirectoryHandle, keep: string): Promise<void> {
  const files: { name: string; size: number; lastModified: number }[] = [];
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind !== 'file' || name === keep || name.endsWith('.whole')) continue;
    const { size, lastModified } = await (handle as FileSystemFileHandle).getFile();
    files.push({ name, size, lastModified });
  }
  let kept = 0;
  for (const { name, size } of files.sort((a, b) => b.lastModified - a.lastModified)) {
    kept += size;
    if (kept <= mostKeptBytes) continue;
    await folder.removeEntry(`${name}.whole`).catch(() => undefined); // it was never whole
    await folder.removeEntry(name).catch(() => undefined); // another tab reads it
  }
}
