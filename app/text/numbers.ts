// The text of: numbers.
import { area } from './language';

export const numbersText = area('numbers', {
  // format
  k: ' k',
  g: ' G',
  t: ' T',
  b: ' B',
  kb: ' kB',
  mb: ' MB',
  gb: ' GB',
  tb: ' TB',
  ms: (significant: string) => `${significant} ms`,
  s: (significant: string) => `${significant} s`,
  minS: (minutes: number, floor: number) => `${minutes} min ${floor} s`,
  nobody: 'nobody',
  and: (names: string, value: string) => `${names} and ${value}`,
  more: (value: string, value2: string, value3: number) => `${value}, ${value2} and ${value3} more`,
});
