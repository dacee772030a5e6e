// What is wrong with a typed room code, in a sentence, as soon as it can be known.
import { codeAlphabet, codeLength, type CodeReading } from '../../../src/base/room-code';
import { homeText } from '../../text/home';

const digits = [...codeAlphabet].filter((character) => character <= '9');
const letters = [...codeAlphabet].filter((character) => character > '9');
/** '3 4 6 7 9 and A C D …'. */
export const spelledAlphabet = (): string => homeText.and(digits.join(' '), letters.join(' '));

/** Characters that no code contains → characters of codes that look or sound like them. */
const lookAlikes: Readonly<Record<string, readonly string[]>> = {
  0: ['C', 'D', 'Q'],
  O: ['C', 'D', 'Q'],
  1: ['7'],
  I: ['J', 'T'],
  L: ['E', 'J'],
  2: ['7'],
  Z: ['7'],
  5: ['6'],
  S: ['3', '6'],
  8: ['3', '6'],
  B: ['3', 'R'],
  U: ['W', 'Y'],
  V: ['W', 'Y'],
};

export function codeWords(reading: Exclude<CodeReading, { kind: 'code' }>): string {
  switch (reading.kind) {
    case 'foreign': {
      const { character } = reading;
      const meant = lookAlikes[character];
      if (!meant) return homeText.codesUseOnly(spelledAlphabet());
      const last = meant[meant.length - 1];
      const guess = meant.length > 1 ? homeText.or(meant.slice(0, -1).join(', '), last) : last;
      return homeText.codesNoDid(character, guess, spelledAlphabet());
    }
    case 'short':
      return homeText.codeCharactersGo(codeLength, codeLength - reading.length);
    case 'long':
      return homeText.codeCharactersThese(codeLength, reading.length);
    default:
      return reading satisfies never;
  }
}

/** The address may hold anything: only a short piece of it is shown. */
export function badCodeWords(raw: string, reading: Parameters<typeof codeWords>[0]): string {
  const shown = raw.length > 12 ? `${raw.slice(0, 12)}…` : raw;
  if (reading.kind === 'short') return homeText.tooShortLink(shown);
  if (reading.kind === 'foreign') return homeText.notRoomCode(shown, reading.character);
  return homeText.notRoomCode2(shown, codeWords(reading));
}
