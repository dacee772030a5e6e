// A replica's sentence in the page's language; in English where the language has none for it.
import { isDetail } from '../../../src/base/say-from';
import type { Saying } from '../../../src/base/sayings';
import { language } from '../../text/language';
import { sayingsText } from '../../text/sayings';

export function sayingWords(english: string, says: Saying | undefined): string {
  if (!says || language() === 'en') return english;
  const sentence = sayingsText[says.code] as (...given: readonly unknown[]) => string;
  const values: readonly unknown[] = says.given;
  return sentence(...values.map((value) => (isDetail(value) ? sayingWords(value.text, value.says) : value)));
}
