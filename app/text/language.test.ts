import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { area, language, plural, speak, type Texts } from './language';

afterEach(() => speak('en', {}));

test('the texts of an area change with the language, and come back', () => {
  const english = { title: 'Join', left: (count: string) => `${count} left` };
  const text = area('test-of-areas', english);
  speak('de', { 'test-of-areas': { title: 'Beitreten', left: (count: string) => `noch ${count}` } });
  expect(language()).toBe('de');
  expect([text.title, text.left('3')]).toEqual(['Beitreten', 'noch 3']);
  speak('en', {});
  expect([text.title, text.left('3')]).toEqual(['Join', '3 left']);
});

test('an area that loads late is in the language of then', () => {
  speak('fr', { 'test-of-late': { title: 'Rejoindre' } });
  expect(area('test-of-late', { title: 'Join' }).title).toBe('Rejoindre');
});

test('what a language lacks is English', () => {
  const text = area('test-of-lack', { title: 'Join', other: 'Other' });
  speak('de', { 'test-of-lack': { title: 'Beitreten' } });
  expect(text.other).toBe('Other');
});

test.each([
  ['en', ['other', 'one', 'other']],
  ['de', ['other', 'one', 'other']],
  ['fr', ['one', 'one', 'other']],
] as const)('in %s the forms of 0, 1 and 2 are %j', (next, forms) => {
  speak(next, {});
  expect([0, 1, 2].map((count) => plural(count, { one: 'one', other: 'other' }))).toEqual(forms);
});

test('a million is “many” in French where a text has such a form', () => {
  speak('fr', {});
  expect(plural(1_000_000, { one: 'un', many: 'de', other: 'des' })).toBe('de');
  expect(plural(1_000_000, { one: 'un', other: 'des' })).toBe('des');
});

/** Every text of an area: nested objects too, and functions called with their own parameters' places. */
function* textsIn(texts: Texts, at: string): Generator<[at: string, text: string]> {
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') yield [`${at}.${key}`, value];
    else if (typeof value === 'function')
      yield [`${at}.${key}`, String((value as (...all: unknown[]) => unknown)(...Array(9).fill(1)))]; // prettier-ignore
    else if (typeof value === 'object' && value !== null) yield* textsIn(value as Texts, `${at}.${key}`);
  }
}

const files = readdirSync(import.meta.dirname).filter(
  (file) =>
    file.endsWith('.ts') && !['language.ts', 'dictionaries.ts'].includes(file) && !file.endsWith('.test.ts'),
);

test.each(files)('%s has an area of its own name, and every text of it is a text', async (file) => {
  const name = path.basename(file, '.ts');
  const exported = (await import(/* @vite-ignore */ `./${name}.ts`)) as Record<string, Texts>;
  const [[exportedName, texts], ...others] = Object.entries(exported);
  expect(others).toEqual([]);
  expect(exportedName).toBe(`${name}Text`);
  const all = [...textsIn(texts, name)];
  expect(all.length).toBeGreaterThan(0);
  for (const [at, text] of all) {
    expect(text.trim(), at).not.toBe('');
    expect(text, at).not.toMatch(/undefined|\[object|NaN/);
  }
  // The area is live: the same object changes with the language.
  speak('de', { [name]: Object.fromEntries(Object.keys(texts).map((key) => [key, '⟦…⟧'])) });
  expect(Object.values(texts).every((text) => text === '⟦…⟧')).toBe(true);
});
