// Runs that this device keeps in its private file system (OPFS), and which only this site can read. A browser without
// it, or a page that is not secure, keeps none. A file appears whole or not at all: a writable is swapped in when it
// closes.
import { runOfFile, toForget, type SavedRunFile } from './saved-run-files';

const folderName = 'lockstep-runs';

/** Undefined: this browser or this page has no private file system. */
export async function savedRunsFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  // Older browsers write here only by locking the file, which two tabs cannot do.
  if (typeof globalThis.FileSystemFileHandle?.prototype.createWritable !== 'function') return undefined;
  try {
    const root = await globalThis.navigator?.storage?.getDirectory();
    return await root?.getDirectoryHandle(folderName, { create: true });
  } catch {
    return undefined; // refused: a private window, or blocked storage
  }
}

export async function savedRunFiles(folder: FileSystemDirectoryHandle): Promise<readonly File[]> {
  const files: File[] = [];
  for await (const [name, handle] of folder.entries())
    if (handle.kind === 'file' && runOfFile(name) !== undefined)
      files.push(await (handle as FileSystemFileHandle).getFile());
  return files.filter(({ size }) => size > 0); // an empty one is being written, or its tab was closed meanwhile
}

/** False: it is there already, perhaps by another tab. Rejects where the disk is full. `stay`: the runs that this replica has
 *  written since it came to its room. */
export async function keepRun(
  folder: FileSystemDirectoryHandle,
  name: string,
  pieces: Iterable<Uint8Array<ArrayBuffer>>,
  pause: () => Promise<void>,
  stay: readonly string[] = [],
): Promise<boolean> {
  const before = await savedRunFiles(folder);
  if (before.some((file) => file.name === name)) return false;
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  try {
    for (const piece of pieces) {
      await writable.write(piece);
      await pause();
    }
    await writable.close();
  } catch (error) {
    await writable.abort().catch(() => undefined);
    await forgetRun(folder, name);
    throw error;
  }
  const after = (await savedRunFiles(folder)).map(({ name, size, lastModified }): SavedRunFile => ({
    name,
    bytes: size,
    savedAtMs: lastModified,
  }));
  for (const old of toForget(after, stay)) await forgetRun(folder, old);
  return true;
}

export async function forgetRun(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  await folder.removeEntry(name).catch(() => undefined); // another tab was faster
}
