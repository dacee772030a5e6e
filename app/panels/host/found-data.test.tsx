// The Cancel button of whatever is read, and a dropped folder of too many files. React on the server draws without a page.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { droppedFiles } from './dropped-files';
import { FoundData } from './found-data';
import type { Import } from './use-import';

function buttons(progress: Import['progress'], hasCancel = false): number {
  const state: Import = {
    progress,
    problem: undefined,
    run: () => Promise.resolve(),
    cancel: () => undefined,
  };
  const drawn = renderToStaticMarkup(
    <FoundData state={state} files={undefined} idle="nothing yet" hasCancel={hasCancel} />,
  );
  return drawn.match(/<button[^>]*>.*?Cancel.*?<\/button>/g)?.length ?? 0;
}

test('whatever is read can be cancelled, once', () => {
  expect(buttons(undefined)).toBe(0);
  for (const progress of ['begun', { read: 5, of: 'rows' }, { read: 5, of: 'images' }] as const) {
    expect(buttons(progress), JSON.stringify(progress)).toBe(1);
    expect(buttons(progress, true)).toBe(0); // the panel of a download shows its own
  }
  for (const isDownload of [true, false])
    expect(buttons({ read: 5, of: 'merges', total: 9 }, isDownload)).toBe(1);
});

/** A dropped folder of `files`, a few at a time as browsers give them. */
function folderOf(files: number): Parameters<typeof droppedFiles>[0] {
  let given = 0;
  const entry = {
    ...{ isFile: false, name: 'cats' },
    createReader: () => ({
      readEntries: (take: (entries: unknown[]) => void) => {
        const some = Array.from({ length: Math.min(3, files - given) }, (_, at) => ({
          ...{ isFile: true, name: `${given + at}.png` },
          file: (resolve: (file: Blob) => void) => resolve(new Blob(['x'])),
        }));
        given += some.length;
        take(some);
      },
    }),
  };
  return { items: [{ webkitGetAsEntry: () => entry }], files: [] } as unknown as Parameters<typeof droppedFiles>[0]; // prettier-ignore
}

test('a dropped folder is read whole or refused with words', async () => {
  const all = await droppedFiles(folderOf(7), 7);
  expect(all.ok && all.value.map(({ path }) => path)).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((at) => `cats/${at}.png`),
  );
  const more = await droppedFiles(folderOf(8), 7);
  expect(!more.ok && more.error.message).toBe(
    'the folder holds more than 7 files, the most that are read: choose a part of it',
  );
});
