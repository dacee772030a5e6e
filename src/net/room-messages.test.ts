// R1: codes that survive being read aloud and typed by hand; text that stays in its place.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { codeAlphabet, codeFromBytes, inertText, normaliseCode } from './room-messages';

it('R1 a code has no look-alikes, and every character is equally likely', () => {
  for (const pair of ['0O', '1IL', '2Z', '5S', '8B', 'UV'])
    expect([...pair].filter((character) => codeAlphabet.includes(character)).length).toBe(0);
  const counts = new Map<string, number>();
  for (let i = 0; i < 4000; i++)
    for (const character of codeFromBytes(randomBytes(64))!)
      counts.set(character, (counts.get(character) ?? 0) + 1);
  const expected = (4000 * 6) / codeAlphabet.length;
  const sixSigma = 6 * Math.sqrt(expected);
  for (const character of codeAlphabet)
    expect(Math.abs(counts.get(character)! - expected)).toBeLessThan(sixSigma);
  expect(codeFromBytes(new Uint8Array(32).fill(255))).toBeUndefined();
});

it('R1 a code is read however it was typed', () => {
  for (const typed of ['HK34QX', 'hk34qx', ' hk3-4qx ', 'HK3 4QX', 'h.k_3·4qx'])
    expect(normaliseCode(typed)).toBe('HK34QX');
  for (const wrong of ['', 'HK34Q', 'HK34QXX', 'HK34Q0', '../..', 'HK34Q\u0000'])
    expect(normaliseCode(wrong)).toBeUndefined();
});

it('names keep what people write and lose what deceives', () => {
  expect(inertText('  Zoë\t Ångström  ', 40)).toBe('Zoë Ångström');
  expect(inertText('محمد علی', 40)).toBe('محمد علی');
  expect(inertText('नमस्ते 👩‍🔬', 40)).toBe('नमस्ते 👩‍🔬');
  expect(inertText('a\u202eb\u2066c\u200bd\ufeffe\u{e0041}f', 40)).toBe('abcdef');
  expect(inertText('a\ud800b', 40)).toBe('ab');
  expect(inertText('💧'.repeat(50), 40)).toBe('💧'.repeat(40));
});
