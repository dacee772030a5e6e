// The host's question with its words, which a lesson brings when it is loaded.
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Question as Asked } from '../../../src/replica/protocol';
import { onWords, wordsVersion } from '../../words/language';
import { loadQuestion, runQuestion, type AskedQuestion } from './asked-question';

/** 'missing': its words could not be fetched, or this page knows no such lesson. */
export type Loaded = AskedQuestion | 'loading' | 'missing';

export function useAsked(asks: Asked): Loaded {
  const key = JSON.stringify(asks);
  const words = useSyncExternalStore(onWords, wordsVersion, wordsVersion);
  const [loaded, setLoaded] = useState<{ key: string; asked: Loaded }>();
  useEffect(() => {
    let isCurrent = true;
    const take = (asked: Loaded): void => {
      if (isCurrent) setLoaded({ key, asked });
    };
    loadQuestion(JSON.parse(key) as Asked).then(
      (asked) => take(asked ?? 'missing'),
      () => take('missing'),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, words]);
  const known = runQuestion(asks);
  if (known) return { question: known, lesson: undefined };
  return loaded?.key === key ? loaded.asked : 'loading';
}
