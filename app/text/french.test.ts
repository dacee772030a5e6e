// French as it is printed: its quotation marks, its spaces before double signs, and the codes that are not words.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entriesOf } from '../../scripts/words/compiled.mjs';
import { bringSentences, speak } from './language';

const folder = path.join(import.meta.dirname, 'fr');
const files = readdirSync(folder).map((file) => path.join(folder, file));

/** Every text: nested ones too, and functions called with a number that stands for itself. */
function* said(texts: unknown, at: string): Generator<[at: string, text: string]> {
  if (typeof texts === 'string') yield [at, texts];
  else if (typeof texts === 'function')
    yield [at, String((texts as (...given: unknown[]) => unknown)(...Array<number>(9).fill(7)))];
  else if (typeof texts === 'object' && texts !== null)
    for (const [key, value] of Object.entries(texts)) yield* said(value, `${at}.${key}`);
}

beforeAll(() => speak('fr', {}));
// Parts of the page that other tests load bring their sentences in the language of then.
afterAll(async () => {
  speak('en', {});
  await bringSentences('en');
});

function expectFrench(text: string, at: string): void {
  expect(text, `${at}: a plain space before ; : ? ! »`).not.toMatch(/ [;:?!»]/);
  expect(text, `${at}: no space before ; ? !`).not.toMatch(/[^\s\u202f][;?!](\s|$)/);
  expect(text, `${at}: other quotation marks`).not.toMatch(/[“”"']|« |«[^\u202f]|[^\u202f]»/);
  expect(text, `${at}: a space before …`).not.toMatch(/[\s\u202f]…$/);
  expect(text, at).not.toMatch(/undefined|\[object|NaN/);
}

test.each(files)('%s is set as French is', async (file) => {
  const all = [...said(await import(/* @vite-ignore */ file), path.basename(file, '.ts'))];
  expect(all.length).toBeGreaterThan(0);
  for (const [at, text] of all) expectFrench(text, at);
});

test('the French catalogues are set as French is', () => {
  const folder = path.join(import.meta.dirname, '../words/fr');
  const all = readdirSync(folder).flatMap((file) => entriesOf(readFileSync(path.join(folder, file), 'utf8')));
  expect(all.length).toBeGreaterThan(20);
  for (const { translation, sentence } of all) expectFrench(translation, sentence);
});
