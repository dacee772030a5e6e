// All that the page says in a test is in this language from now on. After each test it is in English again
// (english-after-each.ts).
import '../words/file-sayings';
import { bringSentences, speak, type Language } from '../words/language';

export async function speakIn(next: Language): Promise<void> {
  speak(next);
  await bringSentences(next);
}
