// Numbers with their units, and lists of names, in French.
import type { numbersText } from '../numbers';

export const numbers = {
  k: ' k',
  g: ' G',
  t: ' T',
  b: ' o',
  kb: ' ko',
  mb: ' Mo',
  gb: ' Go',
  tb: ' To',
  ms: (significant) => `${significant} ms`,
  s: (significant) => `${significant} s`,
  minS: (minutes, floor) => `${minutes} min ${floor} s`,
  nobody: 'personne',
  and: (names, value) => `${names} et ${value}`,
  more: (value, value2, value3) => `${value}, ${value2} et ${value3} de plus`,
} satisfies typeof numbersText;
