// French as it is printed: its quotation marks, its spaces before double signs, and the codes that are not words.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { entriesOf } from '../../scripts/words/compiled.mjs';

function expectFrench(text: string, at: string): void {
  expect(text, `${at}: a plain space before ; : ? ! »`).not.toMatch(/ [;:?!»]/);
  expect(text, `${at}: no space before ; ? !`).not.toMatch(/[^\s\u202f][;?!](\s|$)/);
  expect(text, `${at}: other quotation marks`).not.toMatch(/[“”"']|« |«[^\u202f]|[^\u202f]»/);
  expect(text, `${at}: a space before …`).not.toMatch(/[\s\u202f]…$/);
}

test('the French catalogues are set as French is', () => {
  const folder = path.join(import.meta.dirname, 'fr');
  const all = readdirSync(folder).flatMap((file) => entriesOf(readFileSync(path.join(folder, file), 'utf8')));
  expect(all.length).toBeGreaterThan(20);
  for (const { translation, sentence } of all) expectFrench(translation, sentence);
});
