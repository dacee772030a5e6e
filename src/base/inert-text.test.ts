// Names as inert text.
import { expect, it } from 'vitest';
import { inertText } from './inert-text';

it('names keep letters of every script and lose deceptive characters', () => {
  expect(inertText('  Zoë\t Ångström  ', 40)).toBe('Zoë Ångström');
  expect(inertText('محمد علی', 40)).toBe('محمد علی');
  expect(inertText('नमस्ते 👩‍🔬', 40)).toBe('नमस्ते 👩‍🔬');
  expect(inertText('a\u202eb\u2066c\u200bd\ufeffe\u{e0041}f', 40)).toBe('abcdef');
  expect(inertText('a\ud800b', 40)).toBe('ab');
  expect(inertText('💧'.repeat(50), 40)).toBe('💧'.repeat(40));
});

it.each([
  ['a Hangul filler', '\u3164'],
  ['half-width and choseong fillers', '\uffa0\u115f\u1160'],
  ['blank Braille', '\u2800\u2800'],
  ['joiners', '\u200d\u200c'],
  ['emoji styles', '\ufe0f\ufe0e'],
  ['combining marks alone', '\u0301\u0308'],
  ['a Mongolian separator', '\u180e\u180b'],
])('a name of which nothing is seen is empty: %s', (_, text) => {
  expect(inertText(text, 40)).toBe('');
});

it('two names that look the same are the same', () => {
  for (const text of [
    'Ann\u200d',
    'A\u200cnn',
    'Ann\ufe0f',
    '\u3164Ann',
    'A\u034fnn',
    'Ann\u2800',
    'Ann\u{e0100}',
  ])
    expect(inertText(text, 40), JSON.stringify(text)).toBe('Ann');
  expect(inertText('❤️‍🔥 می‌خواهم क्‍ष 1️⃣', 40)).toBe('❤️‍🔥 می‌خواهم क्‍ष 1️⃣');
});

it('a long name is cut between characters as people see them', () => {
  const family = '👩‍👩‍👧‍👦'; // 7 code points
  expect(inertText(family.repeat(6), 40)).toBe(family.repeat(5));
  expect(inertText(`${'a'.repeat(31)}🇩🇪`, 32)).toBe('a'.repeat(31));
  expect(inertText(`${'a'.repeat(31)}e\u0323\u0301\u0302`, 33)).toBe('a'.repeat(31));
  for (const text of [`${'a'.repeat(39)}👩‍🔬`, `${'🇫🇷'.repeat(30)}`, `${'é\u0323'.repeat(50)}`]) {
    const once = inertText(text, 40);
    expect(inertText(once, 40)).toBe(once);
  }
});
