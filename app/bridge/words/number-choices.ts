// Numbers to choose from, with the present one among them: each once, the smallest first, in words.
import { formatCount } from './format';

export type NumberChoices = readonly (readonly [value: string, words: string])[];

export function numberChoices(
  numbers: readonly number[],
  words: (number: number) => string = formatCount,
): NumberChoices {
  return [...new Set(numbers)].sort((a, b) => a - b).map((number) => [String(number), words(number)]);
}
