// A ring that this page watches without being a replica of it, and the time since its last picture.
import { useEffect, useState } from 'react';
import { beginWith } from './begin-with';
import { loadWatch, type WatchedRing } from './engine-room';

/** undefined: the page's part that watches is not here yet. 'missing': it could not be fetched. Another value of
 *  `attempt` begins again. */
export function useWatchedRing(
  code: string,
  key: string | undefined,
  mark: string | undefined,
  attempt: number,
): WatchedRing | 'missing' | undefined {
  const [ring, setRing] = useState<WatchedRing | 'missing'>();
  useEffect(() => {
    setRing(undefined);
    return beginWith(
      loadWatch(),
      ({ watchRing }, isCurrent) => watchRing({ code, key, mark }, (next) => isCurrent() && setRing(next)),
      () => setRing('missing'),
    );
  }, [code, key, mark, attempt]);
  return ring;
}

/** Seconds since `atMs` on this page's clock, counted on every second; undefined without a time. */
export function useAgeS(atMs: number | undefined): number | undefined {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    if (atMs === undefined) return;
    const count = (): void => setNowMs(performance.now());
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [atMs]);
  return atMs === undefined ? undefined : Math.max(0, Math.floor((Math.max(nowMs, atMs) - atMs) / 1000));
}
