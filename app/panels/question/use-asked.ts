// The host's question with its words, which a lesson brings when it is loaded.
import { useSyncExternalStore } from 'react';
import type { Question as Asked } from '../../../src/replica/protocol';
import { onWords, wordsVersion } from '../../words/language';
import { useLoaded } from '../../ui/use-loaded';
import { loadQuestion, runQuestion, type AskedQuestion } from './asked-question';

/** 'missing': its words could not be fetched, or this page knows no such lesson. */
export type Loaded = AskedQuestion | 'loading' | 'missing';

export function useAsked(asks: Asked): Loaded {
  const words = useSyncExternalStore(onWords, wordsVersion, wordsVersion);
  const load = async () => (await loadQuestion(asks)) ?? 'missing';
  const { value, hasFailed } = useLoaded(JSON.stringify(asks), load, words);
  const known = runQuestion(asks);
  if (known) return { question: known, lesson: undefined };
  return hasFailed ? 'missing' : (value ?? 'loading');
}
