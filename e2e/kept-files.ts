// The files that a device keeps for runs that name them by their hash.
import type { Page } from '@playwright/test';
import type { NamedFile } from '../src/data/named-file';
import { nameOfBytes } from '../src/data/name-of-file';

const folder = 'lockstep-named-files';

export function keptOn(page: Page): Promise<readonly string[]> {
  return page.evaluate(async (from) => {
    const root = await navigator.storage.getDirectory();
    const names: string[] = [];
    for await (const [name] of (await root.getDirectoryHandle(from)).entries()) names.push(name);
    return names;
  }, folder);
}

/** The name of the kept file's bytes, by this process; undefined: it is not kept. */
export async function keptName(page: Page, { root }: NamedFile): Promise<NamedFile | undefined> {
  const bytes = await page.evaluate(
    async ([from, start]) => {
      const kept = await (await navigator.storage.getDirectory()).getDirectoryHandle(from);
      for await (const [name, handle] of kept.entries())
        if (name.startsWith(start) && handle.kind === 'file')
          return [...new Uint8Array(await (await (handle as FileSystemFileHandle).getFile()).arrayBuffer())];
      return undefined;
    },
    [folder, root] as const,
  );
  return bytes && nameOfBytes(Uint8Array.from(bytes));
}
