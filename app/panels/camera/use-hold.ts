// A button that is pressed or held: one go at once, and the next ones as long as it is held, by pointer or by key.
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';

const everyMs = 125;

/** `onGo`: false ends it. `isFirst`: of one press. */
export function useHold(onGo: (isFirst: boolean) => boolean) {
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  /** The click after a press that was counted. */
  const isCounted = useRef(false);
  const go = useRef(onGo);
  useEffect(() => {
    go.current = onGo;
  });
  const end = (): void => {
    clearInterval(timer.current);
    timer.current = undefined;
  };
  useEffect(() => end, []);
  const begin = (): void => {
    end();
    isCounted.current = true;
    if (!go.current(true)) return;
    timer.current = setInterval(() => {
      if (!go.current(false)) end();
    }, everyMs);
  };
  return {
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
      if (!isCounted.current) go.current(true);
      isCounted.current = false;
    },
    // A long touch would open a menu.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  };
}
