// The language of this page: the person's choice, else the browser's, else English. Words come in chunks; where they cannot be
// fetched the page stays in the language of before, a late part is English, and the foot of the page says so.
import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import {
  bringSentences,
  language,
  onWords,
  speak,
  whenWordsLack,
  wordsVersion,
  type Language,
} from '../../words/language';
import { languages } from '../../words/languages';
import { setView, viewSettings } from './view-settings';

/** A page is drawn in English rather than not at all. */
const longestWaitMs = 5000;

/** The language whose words could not be fetched. */
const failure = createStore<{ language: Language | undefined }>(() => ({ language: undefined }));

/** `wished`: the browser's languages, the dearest first: 'de-AT', 'en'. */
export function languageFor(chosen: Language | undefined, wished: readonly string[]): Language {
  if (chosen) return chosen;
  for (const each of wished) {
    const found = languages.find((one) => one === each.split('-')[0].toLowerCase());
    if (found) return found;
  }
  return 'en';
}

export function chooseLanguage(chosen: Language): void {
  setView({ language: chosen });
  void applyLanguage();
}

/** Once, before anything is drawn, and after a choice. Ends when the page can be drawn. Never rejects. */
export async function applyLanguage(): Promise<void> {
  whenWordsLack(() => void allWords());
  const before = language();
  const next = languageFor(viewSettings().language, navigator.languages);
  if (next !== before) turnTo(next);
  failure.setState({ language: undefined });
  await inTime(fetched(next, before));
}

function turnTo(next: Language): void {
  document.documentElement.lang = next;
  speak(next);
}

/** All words that this page has a place for are here, or could not be fetched. Never rejects. */
function allWords(): Promise<void> {
  const now = language();
  return inTime(fetched(now, now));
}

/** A part of the page, once the words that it may show are here too. */
export async function withWords<T>(part: Promise<T>): Promise<T> {
  const loaded = await part;
  await allWords();
  return loaded;
}

/** Draws again when the words change. */
export function useWords(): void {
  useSyncExternalStore(onWords, wordsVersion, wordsVersion);
}

export function useFailedLanguage(): Language | undefined {
  return useStore(failure, (state) => state.language);
}

/** A language whose words cannot be fetched leaves that of before. */
async function fetched(next: Language, before: Language): Promise<void> {
  try {
    await bringSentences(next);
  } catch {
    if (language() !== next) return; // another choice since
    failure.setState({ language: next });
    if (before === next) return;
    turnTo(before);
    await bringSentences(before).catch(() => undefined);
  }
}

/** Ends with the work, or when a page has waited long enough to be drawn without it. */
export async function inTime(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([work, new Promise<void>((resolve) => (timer = setTimeout(resolve, longestWaitMs)))]);
  clearTimeout(timer);
}
