// The German text of: numbers.
import type { numbersText } from '../numbers';

export const numbers = {
  k: '\u00a0k',
  g: '\u00a0G',
  t: '\u00a0T',
  b: '\u00a0B',
  kb: '\u00a0kB',
  mb: '\u00a0MB',
  gb: '\u00a0GB',
  tb: '\u00a0TB',
  ms: (significant) => `${significant}\u00a0ms`,
  s: (significant) => `${significant}\u00a0s`,
  minS: (minutes, floor) => `${minutes}\u00a0min ${floor}\u00a0s`,
  nobody: 'niemand',
  and: (names, value) => `${names} und ${value}`,
  more: (value, value2, value3) => `${value}, ${value2} und ${value3} weitere`,
} satisfies typeof numbersText;
