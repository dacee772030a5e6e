// A saying that reads so in English. It stands in place of a value in `toEqual` and `toMatchObject`.
import type { Saying } from '../../../base/sayings';
import { inEnglish } from '../in-english';

/** What vitest takes for a matcher. */
interface Matcher {
  asymmetricMatch(other: unknown): boolean;
}

/** `words`: all of it, a pattern, or a matcher such as `expect.stringContaining`. */
export function inWords(words: unknown): Matcher & Saying {
  const isSaid = (text: string): boolean => {
    if (words instanceof RegExp) return words.test(text);
    return typeof words === 'string' ? text === words : (words as Matcher).asymmetricMatch(text);
  };
  const matcher = {
    asymmetricMatch: (other: unknown) => isSaid(inEnglish(other as Saying)),
    toString: () => 'inWords',
    toAsymmetricMatcher: () => `in words: ${String(words)}`,
  };
  return matcher as unknown as Matcher & Saying;
}
