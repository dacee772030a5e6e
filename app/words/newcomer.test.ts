// The first minute of a newcomer: Home, Join and the page to start a room say nothing in words that were not shown before,
// in any language. The settings of a run, which nobody has to open, use the words of training.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { entriesOf } from '../../scripts/words/compiled.mjs';

const app = path.join(import.meta.dirname, '..');
const shown = [
  'screens/home.tsx',
  'screens/home-ring.tsx',
  'screens/join-with-code.tsx',
  'screens/join.tsx',
  'screens/join-notes.tsx',
  'screens/device-badge.tsx',
  'screens/start.tsx',
  'screens/start-room.tsx',
  'screens/try-alone.tsx',
  'screens/resume-run.tsx',
  'bridge/words/room-news-words.ts',
  'bridge/words/engine-options.ts',
  'bridge/words/preset-words.ts',
];
const jargon =
  /replica|batch|weights|gradient|epoch|bit for bit|Replik|Gewicht|Gradient|Epoche|Bit für Bit|réplique|poids|époque|bit à bit|réplica|lote|pesos|época|bit a bit/i;

/** The sentences of a file, as they stand in its code. */
function sentencesOf(file: string): string[] {
  const code = readFileSync(path.join(app, file), 'utf8');
  return [...code.matchAll(/\b(?:t|msg)`([^`]+)`/g)].map(([, text]) =>
    text.replaceAll(/\$\{\{? ?(\w+)[^}]*\}?\}/g, '{$1}'),
  );
}

test('the first screens say nothing that a newcomer was not shown', () => {
  const english = shown.flatMap(sentencesOf);
  expect(english.length).toBeGreaterThan(80);
  expect(english.filter((sentence) => jargon.test(sentence))).toEqual([]);
  const languages = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  for (const { name } of languages) {
    const entries = ['first', 'entry'].flatMap((catalogue) =>
      entriesOf(readFileSync(path.join(import.meta.dirname, name, `${catalogue}.po`), 'utf8')),
    );
    const own = entries.filter(({ sentence }) => english.includes(sentence));
    if (name !== 'en') expect(own.length, name).toBeGreaterThan(80);
    expect(
      own.filter(({ translation }) => jargon.test(translation)).map(({ translation }) => translation),
    ).toEqual([]);
  }
});
