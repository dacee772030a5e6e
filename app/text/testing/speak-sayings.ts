// For tests: the page speaks a language, with its sentences for sayings. English comes back with the next test file by itself,
// and with the next test by this.
import '../../words/file-sayings';
import { bringSentences, speak, type Dictionary, type Language } from '../language';

export async function speakSayings(next: Language, words: Dictionary = {}): Promise<void> {
  speak(next, words);
  await bringSentences(next);
}
