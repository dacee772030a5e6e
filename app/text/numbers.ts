// The text of: numbers.
import { area } from './language';

export const numbersText = area('numbers', {
  // format
  k: '\u00a0k',
  g: '\u00a0G',
  t: '\u00a0T',
  b: '\u00a0B',
  kb: '\u00a0kB',
  mb: '\u00a0MB',
  gb: '\u00a0GB',
  tb: '\u00a0TB',
  ms: (significant: string) => `${significant}\u00a0ms`,
  s: (significant: string) => `${significant}\u00a0s`,
  minS: (minutes: number, floor: number) => `${minutes}\u00a0min ${floor}\u00a0s`,
  nobody: 'nobody',
  and: (names: string, value: string) => `${names} and ${value}`,
  more: (value: string, value2: string, value3: number) => `${value}, ${value2} and ${value3} more`,
});
