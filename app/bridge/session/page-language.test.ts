import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dictionaries } from '../../dictionaries';
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

test.each(['de', 'fr'] as const)('the chunk of %s holds each area, and each text of it', async (language) => {
  const { default: all } = await dictionaries[language]!();
  expect(Object.keys(all).sort()).toEqual(areas.sort());
  for (const [area, words] of Object.entries<object>({ ...all })) {
    const english = (await import(/* @vite-ignore */ `../../text/${area}.ts`)) as Record<string, object>;
    expect(Object.keys(words).sort(), area).toEqual(Object.keys(english[`${area}Text`]).sort());
  }
});
