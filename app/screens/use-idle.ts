// Whether nobody moves the pointer, presses a key or touches: what a wall need not show then is out of sight.
import { useEffect, useState } from 'react';

const idleAfterMs = 3_000;
const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(true);
  useEffect(() => {
    let timer = 0;
    const wake = (): void => {
      setIsIdle(false);
      clearTimeout(timer);
      timer = window.setTimeout(() => setIsIdle(true), idleAfterMs);
    };
    for (const sign of signs) addEventListener(sign, wake);
    return () => {
      clearTimeout(timer);
      for (const sign of signs) removeEventListener(sign, wake);
    };
  }, []);
  return isIdle;
}
