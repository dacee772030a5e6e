// What is wrong with a typed room code, in a sentence, as soon as it can be known.
import { plural, t } from '@lingui/core/macro';
import { codeAlphabet, codeLength, type CodeReading } from '../../../src/base/room-code';

const digits = [...codeAlphabet].filter((character) => character <= '9');
const letters = [...codeAlphabet].filter((character) => character > '9');
/** '3 4 6 7 9 and A C D …'. */
export const spelledAlphabet = (): string =>
  t`${{ digits: digits.join(' ') }} and ${{ letters: letters.join(' ') }}`;

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
      if (!meant) return t`Codes use only ${{ spelledAlphabet: spelledAlphabet() }}.`;
      const last = meant[meant.length - 1];
      const guess = meant.length > 1 ? t`${{ meant: meant.slice(0, -1).join(', ') }} or ${last}` : last;
      return t`Codes have no ${character}: did you mean ${guess}? They use only ${{ spelledAlphabet: spelledAlphabet() }}.`;
    }
    case 'short': {
      const left = codeLength - reading.length;
      return plural(left, {
        one: `A code has ${codeLength} characters: one to go.`,
        other: `A code has ${codeLength} characters: ${left} to go.`,
      });
    }
    case 'long':
      return t`A code has ${codeLength} characters: these are ${{ length: reading.length }}.`;
    default:
      return reading satisfies never;
  }
}

/** The address may hold anything: only a short piece of it is shown. */
export function badCodeWords(raw: string, reading: Parameters<typeof codeWords>[0]): string {
  const shown = raw.length > 12 ? `${raw.slice(0, 12)}…` : raw;
  if (reading.kind === 'short') return t`“${shown}” is too short: the link may be cut off.`;
  if (reading.kind === 'foreign')
    return t`“${shown}” is not a room code: codes have no ${{ character: reading.character }}.`;
  return t`“${shown}” is not a room code. ${{ code: codeWords(reading) }}`;
}
