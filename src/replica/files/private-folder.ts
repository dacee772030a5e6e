// A folder of the private file system of this site (OPFS).

/** Undefined: it is not there, or there is no such file system: in a private window, or where storage is blocked. */
export async function privateFolder(
  name: string,
  create = false,
): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    const root = await globalThis.navigator?.storage?.getDirectory();
    return await root?.getDirectoryHandle(name, { create });
  } catch {
    return undefined;
  }
}
