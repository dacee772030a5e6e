// The language of this page: the person's choice, else the browser's, else English. Words come in chunks; a chunk that
// cannot be fetched leaves English, and the foot of the page says so.
import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { Dictionaries } from '../../text/dictionaries';
import {
  bringSentences,
  language,
  onWords,
  speak,
  whenWordsLack,
  wordsVersion,
  type Dictionary,
  type Language,
} from '../../text/language';
import { languages } from '../../words/languages';
import { setView, viewSettings } from './view-settings';

/** A page is drawn in English rather than not at all. */
const longestWaitMs = 5000;

/** The language whose words could not be fetched. */
const failure = createStore<{ language: Language | undefined }>(() => ({ language: undefined }));
let dictionaries: Dictionaries = {};
/** What is loaded, or being loaded. */
let wanted: Language = 'en';

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

/** Once, before anything is drawn. Ends when the page can be drawn. Never rejects. */
export function startLanguage(all: Dictionaries): Promise<void> {
  dictionaries = all;
  return applyLanguage();
}

async function applyLanguage(): Promise<void> {
  const next = languageFor(viewSettings().language, navigator.languages);
  wanted = next;
  whenWordsLack(() => void allWords());
  if (next === 'en') {
    show(next, {});
    return inTime(fetched(next, () => bringSentences(next)));
  }
  if (language() === next) return;
  await inTime(
    fetched(next, async () => {
      const first = await dictionaries[next]?.();
      if (wanted !== next) return;
      show(next, { ...first?.default });
      await bringSentences(next);
    }),
  );
}

/** All words that this page has a place for are here, or could not be fetched. Never rejects. */
async function allWords(): Promise<void> {
  const now = language();
  await inTime(fetched(now, () => bringSentences(now)));
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

function show(next: Language, all: Dictionary): void {
  failure.setState({ language: undefined });
  document.documentElement.lang = next;
  speak(next, all);
}

async function fetched(next: Language, fetch: () => Promise<void>): Promise<void> {
  try {
    await fetch();
  } catch {
    if (wanted === next) failure.setState({ language: next });
  }
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([work, new Promise<void>((resolve) => (timer = setTimeout(resolve, longestWaitMs)))]);
  clearTimeout(timer);
}
