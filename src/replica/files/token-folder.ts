// Tokens of large texts in the private file system of this site (OPFS): a file for each text that a Worker reads or trains on,
// with a name of its own, so that tabs do not meet. It ends with its Worker; what ended tabs left is removed later.
import { StorageFullError } from '../../base/storage-words';
import { toHex } from '../../base/bytes';
import type { TokenFile } from '../../data/tokens';

const folderName = 'lockstep-tokens';
/** Left free for the page's other files. */
const spareBytes = 64 * 2 ** 20;
/** Another tab that starts may take a new file away before it is in use. */
const mostTries = 3;

/** Undefined: without that file system (a private window, plain http), or with too little room. Only a Worker may write this
 *  way. */
export async function openTokenFile(bytes: number): Promise<TokenFile | undefined> {
  const storage = globalThis.navigator?.storage as StorageManager | undefined;
  if (!storage?.getDirectory) return undefined;
  await removeLeftTokens();
  for (let tries = 0; tries < mostTries; tries++)
    try {
      const { quota, usage = 0 } = await storage.estimate();
      if (quota !== undefined && usage + bytes + spareBytes > quota) return undefined;
      const folder = await (await storage.getDirectory()).getDirectoryHandle(folderName, { create: true });
      const name = toHex(crypto.getRandomValues(new Uint8Array(16)));
      const handle = await folder.getFileHandle(name, { create: true });
      return fileOver(await handle.createSyncAccessHandle(), () => folder.removeEntry(name));
    } catch {
      // refused, or taken away
    }
  return undefined;
}

/** Files of Workers that have ended: the browser removes none that is in use. */
export async function removeLeftTokens(): Promise<void> {
  try {
    const root = await globalThis.navigator?.storage?.getDirectory();
    const folder = await root?.getDirectoryHandle(folderName);
    if (!folder) return;
    const names: string[] = [];
    for await (const [name] of folder.entries()) names.push(name);
    for (const name of names) await folder.removeEntry(name).catch(() => undefined); // in use
  } catch {
    // there is no such folder, or no file system
  }
}

type Access = Pick<FileSystemSyncAccessHandle, 'read' | 'write' | 'close'>;

export function fileOver(access: Access, removeEntry: () => Promise<void>): TokenFile {
  let isOpen = true;
  return {
    write(at, bytes) {
      if (access.write(bytes, { at }) < bytes.length) throw new StorageFullError();
    },
    read(at, into) {
      const read = access.read(into, { at });
      if (read < into.length) throw new Error(`the file of tokens ends at byte ${at + read}`);
    },
    async remove() {
      if (!isOpen) return;
      isOpen = false;
      access.close();
      await removeEntry().catch(() => undefined); // another tab was faster
    },
  };
}
