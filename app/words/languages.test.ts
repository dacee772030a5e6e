import { expect, test } from 'vitest';
import { languages as folders } from '../../scripts/words/catalogues.mjs';
import { languageName, languages } from './languages';

test('each folder of catalogues is a language of the page, English first', () => {
  expect(languages[0]).toBe('en');
  expect(languages.toSorted()).toEqual(folders.toSorted());
});

test('a language is called as its speakers call it', () => {
  expect(['en', 'de', 'fr', 'es'].map(languageName)).toEqual(['English', 'Deutsch', 'Français', 'Español']);
});
