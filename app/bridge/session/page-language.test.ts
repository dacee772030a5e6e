import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dictionaries } from '../../dictionaries';
import { holdsOneOf } from '../../text/dictionaries';
import { languageFor } from './page-language';

test.each([
  [undefined, ['de-AT', 'en'], 'de'],
  [undefined, ['pt-BR', 'fr', 'de'], 'fr'],
  [undefined, ['DE'], 'de'],
  [undefined, ['pt-BR', 'ja'], 'en'],
  [undefined, [], 'en'],
  ['en', ['de-AT'], 'en'],
  ['fr', ['de-AT'], 'fr'],
] as const)('a choice of %s and a browser of %j give %s', (chosen, wished, expected) => {
  expect(languageFor(chosen, wished)).toBe(expected);
});

const folder = path.join(import.meta.dirname, '../../text');
const areas = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^(language|dictionaries)\.ts$/.test(file))
  .map((file) => path.basename(file, '.ts'));

test.each(['de', 'fr'] as const)(
  'the chunks of %s hold each area once, and each text of it',
  async (language) => {
    const { first, ring, rest } = dictionaries[language]!;
    const chunks = (await Promise.all([first(), ring(), rest()])).map((chunk) => chunk.default);
    const all = Object.assign({}, ...chunks) as Record<string, object>;
    expect(chunks.flatMap((chunk) => Object.keys(chunk)).sort()).toEqual(areas.sort());
    for (const area of Object.keys(chunks[1])) expect(holdsOneOf('ring', [area]), area).toBe(true);
    for (const area of Object.keys(chunks[2])) expect(holdsOneOf('rest', [area]), area).toBe(true);
    for (const [area, words] of Object.entries(all)) {
      const english = (await import(/* @vite-ignore */ `../../text/${area}.ts`)) as Record<string, object>;
      expect(Object.keys(words).sort(), area).toEqual(Object.keys(english[`${area}Text`]).sort());
    }
  },
);
