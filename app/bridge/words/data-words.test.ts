// What people read of their files before they train on them, in every language.
import { say } from '../../../src/base/sayings';
import { describe, expect, test } from 'vitest';
import type { ImportedText } from '../../../src/data/import/imported';
import type { Phase, RunConfig } from '../../../src/replica/protocol';
import { speakIn } from '../../testing/speak-in';
import { foundWords, noteWords, progressWords, splitWords } from './data-words';
import { dataWords } from './run-words';
import { offerWords, tooLargeWords } from './sharing-words';
import { textName } from './text-name';

const text: ImportedText = {
  kind: 'text',
  ...{ file: new Blob(), name: 'plays', sha256: '0'.repeat(64), notes: [] },
  ...{ bytes: 64 * 2 ** 20, cutFrom: 1e9, characters: 67_000_000, tokens: 67_000_000, vocabulary: 65 },
  preview: {
    ...{ start: '', end: '', pairs: [] },
    split: {
      ...{ context: 64, train: 30_000, validation: 128, leftOut: 2 },
      ...{ trainTokens: 960_033, validationTokens: 4129, repeated: 32 },
    },
  },
};
const data: Extract<RunConfig['data'], { kind: 'text' }> = {
  kind: 'text',
  ...{ name: 'plays', sha256: '0'.repeat(64), bytes: 64 * 2 ** 20, cutFrom: 1e9 },
  ...{ characters: 67_000_000, examples: 9, context: 64, vocabulary: 65 },
};
const phase: Extract<Phase, { kind: 'needs-file' }> = {
  ...{ kind: 'needs-file', what: 'text', name: 'plays', sha256: '0'.repeat(64) },
  ...{ bytes: 64 * 2 ** 20, cutFrom: 1e9 },
};

describe('a text of which only the beginning is used', () => {
  test.each([
    ['en', '(only its first 67.1\u00a0MB of 1.00\u00a0GB)'],
    ['de', '(nur die ersten 67,1\u00a0MB von 1,00\u00a0GB)'],
    ['fr', '(seulement les premiers 67,1\u00a0Mo sur 1,00\u00a0Go)'],
  ] as const)('says so in %s wherever it is named', async (language, part) => {
    await speakIn(language);
    expect(textName(phase)).toBe(`plays ${part}`);
    for (const words of [foundWords(text), dataWords(data), offerWords(data)])
      expect(words).toContain(`plays ${part}`);
  });

  test('that nobody measured says what is used; one that is whole only its name', () => {
    expect(textName({ ...phase, cutFrom: 0 })).toBe('plays (only its first 67.1\u00a0MB)');
    const { cutFrom: _, ...whole } = data;
    expect([textName(whole), textName({ name: 'plays' })]).toEqual(['plays', 'plays']);
    expect(offerWords(whole)).toContain('the whole text of plays, 67,000,000 characters');
    expect(offerWords(data)).not.toContain('whole');
  });
});

test.each([
  ['en', 'Reading: 250\u00a0MB of 1.00\u00a0GB.', ['1.00\u00a0GB', '537\u00a0MB']],
  ['de', 'Wird gelesen: 250\u00a0MB von 1,00\u00a0GB.', ['1,00\u00a0GB', '537\u00a0MB']],
  ['fr', 'Lecture\u00a0: 250\u00a0Mo sur 1,00\u00a0Go.', ['1,00\u00a0Go', '537\u00a0Mo']],
] as const)(
  'in %s: how far a large text is read, and that it is too large to send',
  async (language, read, sizes) => {
    await speakIn(language);
    expect(progressWords({ read: 250e6, of: 'text', total: 1e9 })).toBe(read);
    for (const size of sizes) expect(tooLargeWords({ bytes: 1e9, most: 2 ** 29 })).toContain(size);
  },
);

test('how a text is split, and what of its end it trains on', async () => {
  expect(splitWords(text)).toEqual([
    'In windows of 64 characters, 128 are held out (the last 4,129 characters) and 30,000 trained on (the first 960,033 characters). 2 equal a held-out window, so nothing is trained on them.',
    '32 of 128 held-out windows (25\u00a0%) stand word for word in the part that is trained on.',
  ]);
  const { preview } = text;
  const other = { ...preview, split: { ...preview.split!, leftOut: 0, repeated: 0 } };
  expect(splitWords({ ...text, preview: { ...other, pairs: ['th'] } })).toEqual([
    'In windows of 64 tokens, 128 are held out (the last 4,129 tokens) and 30,000 trained on (the first 960,033 tokens).',
    'No held-out window stands word for word in the part that is trained on.',
  ]);
  expect(splitWords({ ...text, preview: { ...preview, split: undefined } })).toEqual([
    'The text is too short to hold a part of it out.',
  ]);
  // The run's windows are shorter than those in which the text was compared.
  expect(splitWords(text, 32)).toEqual([
    expect.stringMatching(
      /^In windows of 32 characters, 128 are held out \(the last 2,065 characters\) and [\d,]+ trained on/,
    ),
    'Compared in windows of 64 characters: 32 of 128 held-out windows (25\u00a0%) stand word for word in the part that is trained on.',
  ]);
  expect(splitWords(text, 64)).toEqual(splitWords(text));
  expect(splitWords({ ...text, preview: { ...preview, split: undefined } }, 8)[0]).toMatch(
    /^In windows of 8 /,
  );
  await speakIn('de');
  expect(splitWords(text)[1]).toBe(
    '32 von 128 zurückgelegten Fenstern (25\u00a0%) stehen wörtlich in dem Teil, der trainiert wird.',
  );
  await speakIn('fr');
  expect(splitWords(text)[1]).toBe(
    '32 fenêtres de validation sur 128 (25\u00a0%) figurent mot pour mot dans la partie d’entraînement.',
  );
});

describe('notes', () => {
  test('as they read', async () => {
    const note = say('column-mixed', { column: 'height', cell: 'oops', line: 1043 });
    expect(noteWords(note)).toBe(
      'Column “height” is left out: it has “oops” among its numbers, on line 1,043.',
    );
    await speakIn('de');
    expect(noteWords(note)).toBe(
      'Die Spalte „height“ wird weggelassen: Unter ihren Zahlen steht in Zeile 1\u202f043 „oops“.',
    );
    await speakIn('fr');
    expect(noteWords(say('first-part', { used: { bytes: 64 * 2 ** 20 }, of: { bytes: 1e9 } }))).toBe(
      'Les premiers 67,1\u00a0Mo sur 1,00\u00a0Go sont utilisés\u00a0: le texte est plus long que ce qui tient.',
    );
  });
});
