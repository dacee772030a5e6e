// The picture of Home, alive: three real replicas of this page train on two moons, at a pace that costs little. It stops
// while it cannot be seen, by its button, and where the person wants less motion or less data.
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { setView, useViewSettings } from '../bridge/session/view-settings';
import { formatCount } from '../bridge/words/format';
import { drawBoundary } from '../panels/sample/draw-sample';
import { Button } from '../ui/button';
import { TaggedSentence } from '../ui/tagged-sentence';
import { LivePicture, type Look } from './live-picture';
import ui from '../ui/shape.module.css';
import css from './live-ring.module.css';

export default function LiveRing() {
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  /** The look of the ring that runs now. */
  const [look, setLook] = useState<Look>();
  const { isHomeStill } = useViewSettings();
  const mayPlay = useSyncExternalStore(onMotionChange, mayMove);
  useEffect(() => {
    if (isHomeStill) return;
    return whileSeen(holder.current!, () => {
      const picture = new LivePicture(setLook);
      return () => {
        picture.end();
        setLook(undefined);
      };
    });
  }, [isHomeStill]);
  const sample = look?.sample;
  useEffect(() => {
    if (!canvas.current || !sample) return;
    drawBoundary(canvas.current, sample);
    canvas.current.dataset.drawn = '';
  }, [sample]);
  return (
    <div ref={holder} className={css.live}>
      <canvas ref={canvas} className={css.boundary} width={360} height={360} aria-hidden="true" />
      <p className={`${ui.faint} ${css.words}`}>
        {look
          ? t`${{ replicas: formatCount(look.members) }} replicas train here: step ${{ step: formatCount(look.step) }}`
          : null}{' '}
        {look || (isHomeStill && mayPlay) ? (
          <Button kind="quiet" isSmall onClick={() => setView({ isHomeStill: !isHomeStill })}>
            <TaggedSentence
              text={isHomeStill ? t`Play <0>the picture</0>` : t`Stop <0>the picture</0>`}
              parts={[(words) => <span className="visually-hidden">{words}</span>]}
            />
          </Button>
        ) : null}
      </p>
    </div>
  );
}

const stillness = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the person's settings of the browser permit motion, and data for it. */
function mayMove(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return !stillness.matches && connection?.saveData !== true;
}

function onMotionChange(listen: () => void): () => void {
  stillness.addEventListener('change', listen);
  return () => stillness.removeEventListener('change', listen);
}

/** Runs `begin` whenever the element is in view on a visible page of a person who wants it, and ends it otherwise. The
 *  returned function ends all. */
function whileSeen(element: Element, begin: () => () => void): () => void {
  let isInView = false;
  let end: (() => void) | undefined;
  const look = (): void => {
    const isWanted = isInView && !document.hidden && mayMove();
    if (isWanted) end ??= begin();
    else {
      end?.();
      end = undefined;
    }
  };
  const observer = new IntersectionObserver(([entry]) => {
    isInView = entry.isIntersecting;
    look();
  });
  observer.observe(element);
  document.addEventListener('visibilitychange', look);
  const stopListening = onMotionChange(look);
  return () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', look);
    stopListening();
    end?.();
  };
}
