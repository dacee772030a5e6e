// Which picture a projector shows: how to join until training begins, then the model with the loss and the sum, and in turn
// with it what a class or a league has to show. A chosen one stays. The
// arrow keys choose, and the space bar stops the turning or begins it again. The newest choice counts, of the host (R20) or
// of a person at the wall. A question of the host (H16) is in view while it is open, while a class runs its lesson (H19), and
// at once when something comes of it.
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { slides, type Slide } from '../bridge/words/slide-words';

/** Long enough to explain a picture in two sentences. */
const turnMs = 12_000;

export interface Slides {
  readonly slide: Slide;
  /** It does not turn by itself. */
  readonly isHeld: boolean;
  choose(slide: Slide): void;
  hold(isHeld: boolean): void;
}

/** A picture of details comes only where somebody chooses it. */
function turningOf(there: readonly Slide[], isOver: boolean): readonly Slide[] {
  const byThemselves: readonly Slide[] = ['model', 'question', 'why', 'league'];
  return there.filter((each) => byThemselves.includes(each) || (each === 'loss' && isOver));
}

/** `hasBegun`: there are steps to show. `isOver`: the run has finished: the first picture shows what it made. `byHost`:
 *  undefined until a picture says what the host chose. `question`: how far the host's question is; empty: there is none.
 *  `there`: the pictures that there are now. */
export function useSlides(
  hasBegun: boolean,
  isOver: boolean,
  byHost: Slide | 'by itself' | undefined,
  question: string | undefined,
  there: readonly Slide[],
): Slides {
  const isAsked = question !== undefined && question !== '';
  const turning = turningOf(there, isOver);
  const questionAt = turning.indexOf('question');
  const [chosen, setChosen] = useState<Slide>();
  const [turned, setTurned] = useState(0);
  const isHeld = chosen !== undefined;
  const slide = chosen ?? (hasBegun ? turning[turned % turning.length] : isAsked ? 'question' : 'join');
  useEffect(() => {
    if (byHost !== undefined) setChosen(byHost === 'by itself' ? undefined : byHost);
  }, [byHost]);
  useEffect(() => {
    if (question === undefined) return;
    if (question === '')
      setChosen((before) => (before === 'question' || before === 'why' ? undefined : before));
    else if (question.split(' ')[1] === 'true') setChosen('question');
    else {
      setChosen(undefined);
      setTurned(Math.max(0, questionAt));
    }
  }, [question, questionAt]);
  useEffect(() => {
    if (isOver) setTurned(0);
  }, [isOver]);
  const hold = useCallback((isHolding: boolean) => setChosen(isHolding ? slide : undefined), [slide]);
  useEffect(() => {
    if (isHeld || !hasBegun) return;
    const timer = setInterval(() => setTurned((count) => count + 1), turnMs);
    return () => clearInterval(timer);
  }, [isHeld, hasBegun]);
  // One listener for good: a key also ends idleness, and a listener that is changed meanwhile would miss it.
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by !== 0) {
      const ways = slides.filter((each) => each === slide || there.includes(each));
      setChosen(ways[(ways.indexOf(slide) + by + ways.length) % ways.length]);
    } else if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) hold(!isHeld);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  return { slide, isHeld, choose: setChosen, hold };
}
