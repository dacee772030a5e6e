// The Cancel button of whatever is read, what was found in every language, and a dropped folder of too many files. React on the server draws without a page.
import { inEnglish } from '../../../src/cli/english/in-english';
import { say } from '../../../src/base/sayings';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { LocalFiles } from '../../bridge/session/engine-room';
import { speakIn } from '../../testing/speak-in';
import { droppedFiles } from './dropped-files';
import { FoundData } from './found-data';
import { problemWords } from '../../bridge/words/problem-words';
import { misfitOf, type Import } from './use-import';

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
    for (const of of ['merges', 'text'] as const)
      expect(buttons({ read: 5, of, total: 9 }, isDownload)).toBe(1);
});

test('a table that was found in a text can be read as a text instead', () => {
  const state: Import = {
    progress: undefined,
    problem: undefined,
    run: () => Promise.resolve(),
    cancel: () => undefined,
  };
  const table = {
    kind: 'table',
    name: 'rows',
    examples: 20,
    inputs: 2,
    inputNames: ['x', 'y'],
    classes: 2,
    notes: [],
    recipe: { kind: 'table', target: 'z' },
    choices: ['z', 'x'],
    amountChoices: ['x', 'y'],
    preview: {
      counts: [10, 10],
      samples: [{ label: 0, inputs: new Float32Array(2) }],
      split: { seed: 1, train: 16, validation: 4, leftOut: 0 },
      repeated: 0,
      contradicting: 0,
    },
  };
  const drawn = (other: object): string =>
    renderToStaticMarkup(
      <FoundData
        state={state}
        files={{ ...table, ...other } as unknown as LocalFiles}
        idle=""
        onChoose={() => undefined}
      />,
    );
  expect(drawn({ other: 'text' })).toContain('Read it as a text');
  expect(drawn({})).not.toContain('Read it as a text');
  for (const words of ['z: its classes', 'x: its classes', 'y: an amount'])
    expect(drawn({})).toContain(words);
  const amounts = [{ name: 'y', mean: 311, deviation: 12.5, unit: '€' }];
  const ofAmounts = drawn({ amounts, classes: 1, recipe: { kind: 'table', target: 'y', amounts: ['y'] } });
  expect(ofAmounts).toContain('one amount to predict');
  expect(ofAmounts).toContain('311.0\u00a0€ on average');
  expect(ofAmounts).toContain('Predict other amounts as well');
  expect(ofAmounts).not.toContain('Class 0');
});

test('a text that this device can only begin is not the whole one of a room', () => {
  const whole = { sha256: 'f'.repeat(64) };
  const words = /room for its first 67.1\u00a0MB only/;
  expect(inEnglish(misfitOf(book, whole)!)).toMatch(words);
  expect(misfitOf(book, { sha256: book.sha256, cutFrom: 1e9 })).toBeUndefined();
  expect(inEnglish(misfitOf(book, { ...whole, cutFrom: 1e9 })!)).not.toMatch(words);
  const { cutFrom: _, ...all } = book;
  expect(misfitOf(all, { sha256: book.sha256 })).toBeUndefined();
});

test('where each member brings its own rows, a table is none: it would be scaled by its own numbers', () => {
  const table = { kind: 'table', inputs: 2, classes: 2 } as unknown as LocalFiles;
  const own = { inputShape: [2], classes: 2 };
  expect(inEnglish(misfitOf(table, { sha256: '', own })!)).toContain('scaled by its own numbers');
});

const book: Extract<LocalFiles, { kind: 'text' }> = {
  kind: 'text',
  ...{ file: new Blob(), name: 'book', sha256: '0'.repeat(64), vocabulary: 65 },
  ...{ bytes: 64 * 2 ** 20, cutFrom: 1e9, characters: 67_108_864, tokens: 67_108_864 },
  notes: [say('first-part', { used: { bytes: 64 * 2 ** 20 }, of: { bytes: 1e9 } })],
  preview: {
    ...{ start: 'In the beginning', end: 'at the end', pairs: [] },
    split: {
      ...{ context: 64, train: 2_097_022, validation: 128, leftOut: 0 },
      ...{ trainTokens: 67_104_737, validationTokens: 4129, repeated: 32 },
    },
  },
};

test.each([
  [
    'en',
    [
      'book (only its first 67.1\u00a0MB of 1.00\u00a0GB): 67,108,864 characters',
      'The first 67.1\u00a0MB of 1.00\u00a0GB are used',
      '32 of 128 held-out windows (25\u00a0%)',
    ],
  ],
  [
    'de',
    [
      'book (nur die ersten 67,1\u00a0MB von 1,00\u00a0GB): 67\u202f108\u202f864 Zeichen',
      'Verwendet werden die ersten 67,1\u00a0MB von 1,00\u00a0GB',
      '32 von 128 zurückgelegten Fenstern (25\u00a0%)',
    ],
  ],
  [
    'fr',
    [
      'book (seulement les premiers 67,1\u00a0Mo sur 1,00\u00a0Go)\u00a0: 67\u202f108\u202f864 caractères',
      'Les premiers 67,1\u00a0Mo sur 1,00\u00a0Go sont utilisés',
      '32 fenêtres de validation sur 128 (25\u00a0%)',
    ],
  ],
] as const)(
  'in %s a long text is shown with its part, its note and its split',
  async (language, sentences) => {
    await speakIn(language);
    const state: Import = {
      progress: undefined,
      problem: undefined,
      run: () => Promise.resolve(),
      cancel: () => undefined,
    };
    const drawn = renderToStaticMarkup(<FoundData state={state} files={book} idle="" />);
    for (const sentence of sentences) expect(drawn).toContain(sentence);
  },
);

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
  expect(!more.ok && problemWords(more.error.says).words).toBe(
    'the folder holds more than 7 files, the most that are read: choose a part of it',
  );
});
