// Whether a panel can be seen. A hidden panel keeps updating its text, slowly, for screen readers and for print; its
// chart waits. While the page is printed, every panel counts as seen.
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

const OnScreenContext = createContext(true);

export function OnScreen({ isOnScreen, children }: { isOnScreen: boolean; children: ReactNode }) {
  const isPrinting = useIsPrinting();
  return <OnScreenContext value={isOnScreen || isPrinting}>{children}</OnScreenContext>;
}

export function useIsPrinting(): boolean {
  return useSyncExternalStore(onPrint, isPrintingNow, isPrintingNow);
}

/** True outside of any `OnScreen`. */
export function useIsOnScreen(): boolean {
  return useContext(OnScreenContext);
}

/** Whether the page is between `beforeprint` and `afterprint`. The medium itself becomes print only after
 *  `beforeprint`. */
let isBetween = false;

function isPrintingNow(): boolean {
  return isBetween || matchMedia('print').matches;
}

function onPrint(changed: () => void): () => void {
  const medium = matchMedia('print');
  // The browser lays the page out as soon as these listeners return. Later drawing is not on paper.
  const draw = (): void => flushSync(changed);
  const begin = (): void => {
    isBetween = true;
    draw();
  };
  const end = (): void => {
    isBetween = false;
    draw();
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  medium.addEventListener('change', draw);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
    medium.removeEventListener('change', draw);
  };
}
