// The German text of: numbers.
import type { numbersText } from '../numbers';

export const numbers = {
  k: ' k',
  g: ' G',
  t: ' T',
  b: ' B',
  kb: ' kB',
  mb: ' MB',
  gb: ' GB',
  tb: ' TB',
  ms: (significant) => `${significant} ms`,
  s: (significant) => `${significant} s`,
  minS: (minutes, floor) => `${minutes} min ${floor} s`,
  nobody: 'niemand',
  and: (names, value) => `${names} und ${value}`,
  more: (value, value2, value3) => `${value}, ${value2} und ${value3} weitere`,
} satisfies typeof numbersText;
