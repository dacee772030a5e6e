// The first minute of a newcomer: Home says nothing in words that were not shown before, in any language.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { entriesOf } from '../../scripts/words/compiled.mjs';

const screens = path.join(import.meta.dirname, '../screens');
const shown = ['home.tsx', 'home-ring.tsx', 'join-with-code.tsx'];
const jargon =
  /replica|batch|weights|gradient|epoch|bit for bit|Replik|Gewicht|Gradient|Epoche|Bit für Bit|réplique|poids|époque|bit à bit|réplica|lote|pesos|época|bit a bit/i;

/** The sentences of the screen, as they stand in its code. */
function sentencesOf(file: string): string[] {
  const code = readFileSync(path.join(screens, file), 'utf8');
  return [...code.matchAll(/\bt`([^`]+)`/g)].map(([, text]) =>
    text.replaceAll(/\$\{\{? ?(\w+)[^}]*\}?\}/g, '{$1}'),
  );
}

test('Home says nothing that a newcomer was not shown', () => {
  const english = shown.flatMap(sentencesOf);
  expect(english.length).toBeGreaterThan(8);
  expect(english.filter((sentence) => jargon.test(sentence))).toEqual([]);
  const languages = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  for (const { name } of languages) {
    const entries = entriesOf(readFileSync(path.join(import.meta.dirname, name, 'first.po'), 'utf8'));
    const own = entries.filter(({ sentence }) => english.includes(sentence));
    if (name !== 'en') expect(own.length, name).toBeGreaterThan(8);
    expect(
      own.filter(({ translation }) => jargon.test(translation)).map(({ translation }) => translation),
    ).toEqual([]);
  }
});
