// Whether a media query holds now.
import { useCallback, useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  const matches = (): boolean => matchMedia(query).matches;
  return useSyncExternalStore(subscribe, matches, matches);
}
