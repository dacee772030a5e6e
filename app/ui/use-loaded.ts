// What comes later: the code of a lesson, a catalogue, words. What was asked for before and comes after the next wish is dropped.
import { useEffect, useState } from 'react';

export interface Loaded<T> {
  /** undefined: it is on its way, or could not be loaded. */
  readonly value?: T;
  readonly hasFailed?: boolean;
}

/** `key`: what is asked for; `load` is called when it changes. `edition`: of the same, which stays until the next one is there. */
export function useLoaded<T>(key: string, load: () => Promise<T>, edition?: unknown): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T> & { readonly key: string }>();
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setLoaded({ key, value }),
      () => isCurrent && setLoaded({ key, hasFailed: true }),
    );
    return () => {
      isCurrent = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key says what is loaded
  }, [key, edition]);
  return loaded?.key === key ? loaded : {};
}
