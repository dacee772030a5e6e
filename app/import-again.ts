// How a built page imports a part that comes later (scripts/import-again-plugin.mjs). A browser may keep that a file could
// not be fetched: Chromium 150 does, for as long as the page lives. So the next attempt asks for the same file by another
// address. A part whose own imports could not be fetched stays away until the page is loaded again.

/** File → the attempts that failed. */
const failed = new Map<string, number>();

async function importAgain(file: string, first: () => Promise<unknown>): Promise<unknown> {
  const attempts = failed.get(file);
  try {
    return await (attempts === undefined ? first() : import(/* @vite-ignore */ `${file}?again=${attempts}`));
  } catch (error) {
    failed.set(file, (attempts ?? 0) + 1);
    throw error;
  }
}

Object.assign(globalThis, { importAgain });
