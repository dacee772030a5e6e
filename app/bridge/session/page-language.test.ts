import { expect, test } from 'vitest';
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
