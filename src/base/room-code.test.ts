// R1: room codes can be read aloud and typed by hand.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { codeAlphabet, drawCode, exampleCode, readCode, spellCode } from './room-code';

it('R1 a code has no look-alikes, and every character is equally likely', () => {
  for (const pair of ['0O', '1IL', '2Z', '5S', '8B', 'UV'])
    expect([...pair].filter((character) => codeAlphabet.includes(character)).length).toBe(0);
  const counts = new Map<string, number>();
  for (let i = 0; i < 4000; i++)
    for (const character of drawCode(randomBytes)) counts.set(character, (counts.get(character) ?? 0) + 1);
  const expected = (4000 * 9) / codeAlphabet.length;
  const sixSigma = 6 * Math.sqrt(expected);
  for (const character of codeAlphabet)
    expect(Math.abs(counts.get(character)! - expected)).toBeLessThan(sixSigma);
});

it('R1 bytes that would bias a code are skipped', () => {
  let calls = 0;
  const code = drawCode((length) => new Uint8Array(length).fill(++calls < 3 ? 255 : 0));
  expect([calls, code]).toEqual([3, '333333333']);
});

it('R1 a code is read with any case, spaces and dashes', () => {
  for (const typed of [
    'HK3ACD4QX',
    'hk3acd4qx',
    ' hk3-acd-4qx ',
    'HK3 ACD 4QX',
    'h.k_3·acd4qx',
    'HK3–ACD–4QX',
  ])
    expect(readCode(typed)).toEqual({ kind: 'code', code: 'HK3ACD4QX' });
  for (const wrong of [
    '',
    'HK3ACD4Q',
    'HK3ACD4QXX',
    'HK3ACD4Q0',
    '../..',
    'HK3ACD4Q\u0000',
    `${' '.repeat(70)}HK3ACD4QX`,
  ])
    expect(readCode(wrong).kind).not.toBe('code');
});

it('R1 a reading names what is wrong with the text', () => {
  expect(readCode('K7Q M2P')).toEqual({ kind: 'foreign', character: '2' });
  expect(readCode('k7o')).toEqual({ kind: 'foreign', character: 'O' });
  expect(readCode('K7Q M4P')).toEqual({ kind: 'short', length: 6 });
  expect(readCode('k7q')).toEqual({ kind: 'short', length: 3 });
  expect(readCode('K7QM4PTX9X')).toEqual({ kind: 'long', length: 10 });
  expect(readCode('К7QM4PTX9')).toEqual({ kind: 'foreign', character: 'К' }); // Cyrillic
  expect(readCode('K'.repeat(100_000)).kind).toBe('long');
  expect(readCode('💧K7QM4PTX')).toEqual({ kind: 'foreign', character: '💧' });
});

it('R1 a code is spelled in three groups of three, and typed as it is spelled', () => {
  expect(spellCode('K7QM4PTX9')).toBe('K7Q M4P TX9');
  expect(readCode(spellCode('K7QM4PTX9'))).toEqual({ kind: 'code', code: 'K7QM4PTX9' });
});

it('the example on screen is a valid code', () => {
  expect(readCode(exampleCode)).toEqual({ kind: 'code', code: exampleCode });
});
