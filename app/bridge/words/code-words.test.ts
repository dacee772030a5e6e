import { expect, test } from 'vitest';
import { codeAlphabet, readCode } from '../../../src/base/room-code';
import { codeWords } from './code-words';

const wordsOf = (typed: string): string => {
  const reading = readCode(typed);
  return reading.kind === 'code' ? 'a code' : codeWords(reading);
};

test.each([
  ['K7Q M2', 'Codes have no 2: did you mean 7?'],
  ['k7o', 'Codes have no O: did you mean C, D or Q?'],
  ['é', 'Codes use only 3 4 6 7 9 and A C D'],
  ['K7Q', '6 to go'],
  ['K7QM4P', 'A code has 9 characters: 3 to go'],
  ['K7QM4PTX9X', 'these are 10'],
  ['k7q-m4p-tx9', 'a code'],
])('%j is answered with %j', (typed, words) => {
  expect(wordsOf(typed)).toContain(words);
});

test('every keyboard character that no code contains is explained by characters that codes contain', () => {
  for (const character of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
    if (codeAlphabet.includes(character)) continue;
    const meant = /did you mean ([^?]+)\?/.exec(wordsOf(character))?.[1].match(/\b\w\b/g) ?? [];
    expect(meant, character).not.toEqual([]);
    for (const one of meant) expect(codeAlphabet).toContain(one);
  }
});
