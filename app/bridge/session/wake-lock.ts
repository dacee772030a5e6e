// Keeps the screen on while this replica trains, because the whole ring would wait for a sleeping device. The browser
// takes the lock back when the tab is hidden, and may refuse it without a gesture. So the lock is requested again when
// the tab returns and on the next tap. Browsers without wake locks are left alone.
import { useEffect } from 'react';

export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isAsking = false;
    let isOver = false;
    const ask = async (): Promise<void> => {
      if (isAsking || isOver || document.hidden || (lock && !lock.released)) return;
      isAsking = true;
      try {
        const fresh = await navigator.wakeLock.request('screen');
        // The effect may have ended while the browser decided.
        if (isOver) await fresh.release();
        else lock = fresh;
      } catch {
        // refused (low battery, no gesture yet): the next tap or return asks again
      } finally {
        isAsking = false;
      }
    };
    const askAgain = (): void => void ask();
    askAgain();
    document.addEventListener('visibilitychange', askAgain);
    document.addEventListener('pointerdown', askAgain);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', askAgain);
      document.removeEventListener('pointerdown', askAgain);
      void lock?.release().catch(() => undefined); // the browser has released it already
    };
  }, [isWanted]);
}
