// The code of a ring comes while a person reads Join: once that screen shows all that it has to say, and the browser has
// nothing else to do. What cannot be fetched is asked for again by the press.
import { useEffect } from 'react';
import { loadEntrance } from '../bridge/session/engine-room';
import { savesData } from '../bridge/session/saves-data';
import { ringPart } from './ring-part';

/** Browsers without idle callbacks wait so long instead. */
const usualRestMs = 500;

export function useRingAhead(isWhole: boolean): void {
  useEffect(() => {
    if (!isWhole || savesData()) return;
    const fetchAll = (): void => {
      const parts = [loadEntrance(), import('../bridge/session/enter-room'), ringPart()];
      for (const part of parts) part.catch(() => undefined);
    };
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(fetchAll, usualRestMs);
      return () => clearTimeout(timer);
    }
    const asked = requestIdleCallback(fetchAll);
    return () => cancelIdleCallback(asked);
  }, [isWhole]);
}
