// A replica's sentence in the page's language; in English where the language has none for it.
import { isDetail } from '../../../src/base/say-from';
import type { Saying } from '../../../src/base/sayings';
import { drawAgain, language, wordsOfArea } from '../../text/language';
import { sayingsText } from '../../text/sayings';

export function sayingWords(english: string, says: Saying | undefined): string {
  if (!says || language() === 'en') return english;
  const sentence = sentenceOf(says.code);
  if (!sentence) return english;
  const values: readonly unknown[] = says.given;
  return sentence(...values.map((value) => (isDetail(value) ? sayingWords(value.text, value.says) : value)));
}

type Sentence = (...given: readonly unknown[]) => string;

/** undefined: its words are on their way. */
function sentenceOf(code: Saying['code']): Sentence | undefined {
  if (code in sayingsText) return sayingsText[code as keyof typeof sayingsText] as Sentence;
  const files = wordsOfArea('files');
  if (!files) void bringWordsForFiles();
  return files?.[code] as Sentence | undefined;
}

/** Few rings ever show one of these. */
async function bringWordsForFiles(): Promise<void> {
  try {
    await import('../../text/files');
    drawAgain();
  } catch {
    // English stays.
  }
}
