// A button that is pressed or held: one go at once, or after a time of its own, and the next ones as long as it is held, by
// pointer or by key.
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';

export interface HoldPace {
  /** The time until the first go (ms), which a short press waits for too; 0: at once. */
  readonly firstMs: number;
  readonly everyMs: number;
}

/** Pictures come at once; a second of sound is there when it is over. */
export const paceOf = { camera: { firstMs: 0, everyMs: 125 }, microphone: { firstMs: 1000, everyMs: 1000 } };

/** `onGo`: false ends it. `isFirst`: of one press. */
export function useHold(onGo: (isFirst: boolean) => boolean, { firstMs, everyMs }: HoldPace) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHeld = useRef(false);
  /** The click after a press that was counted. */
  const isCounted = useRef(false);
  const [isGoing, setIsGoing] = useState(false);
  const go = useRef(onGo);
  useEffect(() => {
    go.current = onGo;
  });
  const stop = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setIsGoing(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const wait = (ms: number, isFirst: boolean): void => {
    timer.current = setTimeout(() => {
      if (!(isFirst || isHeld.current) || !go.current(isFirst) || !isHeld.current) return stop();
      wait(everyMs, false);
    }, ms);
  };
  const begin = (): void => {
    isCounted.current = true;
    isHeld.current = true;
    if (firstMs > 0) {
      if (timer.current !== undefined) return; // a press before still waits
      setIsGoing(true);
      return wait(firstMs, true);
    }
    stop();
    if (!go.current(true)) return;
    setIsGoing(true);
    wait(everyMs, false);
  };
  const end = (): void => {
    isHeld.current = false;
    if (firstMs === 0) stop();
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      begin();
    },
    onPointerUp: end,
    onPointerLeave: end,
    onPointerCancel: end,
    onBlur: end,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      if (!event.repeat) begin();
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      isCounted.current = false;
      end();
    },
    // Programs that help people press a button without pointer and key.
    onClick: (_: MouseEvent) => {
      if (!isCounted.current) {
        begin();
        end();
      }
      isCounted.current = false;
    },
    // A long touch would open a menu.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  };
  return { isGoing, handlers };
}
