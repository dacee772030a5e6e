// What a replica said, in the language of now: its English where this language has no sentence for it.
import type { Saying } from '../../../src/base/sayings';
import { language } from '../../text/language';
import { sayingsText } from '../../text/sayings';

export function sayingWords(english: string, says: Saying | undefined): string {
  if (!says || language() === 'en') return english;
  const sentence = sayingsText[says.code] as (...given: Saying['given']) => string;
  return sentence(...says.given);
}
