// Asks for a new view of the model every few seconds while its place is on screen, the page is visible and the display is not
// paused.
import { useEffect, type RefObject } from 'react';
import { termsOf } from '../../bridge/words/run-words';
import { useSession, useSessionState } from '../../bridge/session/session-context';
import type { TextWish } from './text-sample';

const askEveryMs = 3000;
/** A text takes many forward passes, which alternate with the gradients of the ring. */
const askForTextEveryMs = 12_000;

const answers: ReadonlySet<string> = new Set(['lobby', 'training', 'paused', 'finished', 'diverged']);

const noWish: TextWish = {};

export function useAsking(holder: RefObject<HTMLElement | null>, wish = noWish): void {
  const session = useSession();
  const isDisplayPaused = useSessionState((state) => state.isDisplayPaused);
  const isText = useSessionState(({ forControls }) => termsOf(forControls?.config) !== 'examples');
  const canAnswer = useSessionState(
    ({ forControls }) => forControls !== undefined && answers.has(forControls.phase.kind),
  );
  useEffect(() => {
    const element = holder.current;
    if (!element || isDisplayPaused || !canAnswer) return;
    let isOnScreen = false;
    const ask = (): void => {
      if (isOnScreen && !document.hidden) session.send({ kind: 'sample', ...wish });
    };
    const observer = new IntersectionObserver(([entry]) => {
      const wasOnScreen = isOnScreen;
      isOnScreen = entry.isIntersecting;
      if (!wasOnScreen) ask();
    });
    observer.observe(element);
    const timer = setInterval(ask, isText ? askForTextEveryMs : askEveryMs);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [holder, session, isDisplayPaused, canAnswer, isText, wish]);
}
