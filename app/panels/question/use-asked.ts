// The host's question with its words, which a lesson brings when it is loaded.
import { useSyncExternalStore } from 'react';
import type { Question as Asked } from '../../../src/replica/protocol';
import { onWords, wordsVersion } from '../../words/language';
import { useLoaded } from '../../ui/use-loaded';
import { loadQuestion, runQuestion, type AskedQuestion } from './asked-question';

/** 'missing': its words could not be fetched, or this page knows no such lesson. */
export type Loaded = AskedQuestion | 'loading' | 'missing';

/** The question that was loaded last: the next picture of a wall has it at once. */
let latest: { readonly key: string; readonly asked: AskedQuestion } | undefined;

export function useAsked(asks: Asked): Loaded {
  const words = useSyncExternalStore(onWords, wordsVersion, wordsVersion);
  const key = JSON.stringify(asks);
  const load = async () => {
    const asked = await loadQuestion(asks);
    if (asked) latest = { key, asked };
    return asked ?? 'missing';
  };
  const { value, hasFailed } = useLoaded(key, load, words);
  const known = runQuestion(asks);
  if (known) return { question: known, lesson: undefined };
  if (hasFailed) return 'missing';
  return value ?? (latest?.key === key ? latest.asked : 'loading');
}
