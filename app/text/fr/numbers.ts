// Numbers with their units, and lists of names, in French.
import type { numbersText } from '../numbers';

export const numbers = {
  k: '\u00a0k',
  g: '\u00a0G',
  t: '\u00a0T',
  b: '\u00a0o',
  kb: '\u00a0ko',
  mb: '\u00a0Mo',
  gb: '\u00a0Go',
  tb: '\u00a0To',
  ms: (significant) => `${significant} ms`,
  s: (significant) => `${significant}\u00a0s`,
  minS: (minutes, floor) => `${minutes} min ${floor}\u00a0s`,
  nobody: 'personne',
  and: (names, value) => `${names} et ${value}`,
  more: (value, value2, value3) => `${value}, ${value2} et ${value3} de plus`,
} satisfies typeof numbersText;
