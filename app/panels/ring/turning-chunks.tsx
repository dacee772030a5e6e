// The chunks on their way around the ring: a picture of its own under the members. All of them hop to the next member at
// once, as in a ring's reduce-scatter, and rest under it until the next hop. The browser turns the picture as a whole,
// without the page's main thread. While a picture moves, the browser looks at the page sixty times a second, even if its
// motion has fewer steps, on cores that also train: so that a hop is short, and nothing runs between two hops.
import { memo, useEffect, useRef, type CSSProperties } from 'react';
import { useIsOnScreen } from '../../bridge/session/on-screen';
import { angleOf, pictureHeight, pointAt, radiusOf } from './ring-geometry';
import css from './ring-picture.module.css';

/** Quick, but an eye follows it. */
const hopMs = 240;
/** A motion that is ended after its last frame costs the page one frame; at its own end it would ask for five. */
const restMs = 100;
/** Twenty-five a second. */
const framesOfHop = 6;
/** The space around the circle: the largest chunk, and a little more for soft edges. */
const besideRing = 8;

interface Props {
  readonly count: number;
  /** The width of the ring’s picture, in its own units. */
  readonly viewWidth: number;
  /** The time from one hop to the next. */
  readonly periodMs: number;
  /** The display is paused. */
  readonly isStill: boolean;
}

export const TurningChunks = memo(function TurningChunks({ count, viewWidth, periodMs, isStill }: Props) {
  const picture = useRef<SVGSVGElement>(null);
  const isMoving = useIsOnScreen() && !isStill;
  const radius = radiusOf(count);
  const half = radius + besideRing;
  const hoppedMs = useRef(0);
  useEffect(() => {
    if (!isMoving) return;
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    let timer: ReturnType<typeof setTimeout>;
    let end: ReturnType<typeof setTimeout> | undefined;
    let hopping: Animation | undefined;
    // A pace that changes often delays no hop.
    const wait = (): void => {
      timer = setTimeout(hop, Math.max(0, hoppedMs.current + periodMs - performance.now()));
    };
    const hop = (): void => {
      hoppedMs.current = performance.now();
      wait();
      if (document.hidden || motion.matches) return;
      hopping = picture.current?.animate(framesToNext(count), hopMs + restMs);
      end = setTimeout(() => hopping?.cancel(), hopMs + restMs / 2);
    };
    wait();
    return () => {
      clearTimeout(timer);
      clearTimeout(end);
      hopping?.cancel();
    };
  }, [count, periodMs, isMoving]);
  return (
    <div className={`${css.layer} ${css.window}`}>
      <svg
        ref={picture}
        className={css.turning}
        style={
          {
            '--of-width': (2 * half) / viewWidth,
            '--of-height': (2 * half) / pictureHeight,
          } as CSSProperties
        }
        viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`}
        aria-hidden="true"
      >
        {Array.from({ length: count }, (_, index) => {
          const at = pointAt(angleOf(index, count), radius, { x: 0, y: 0 });
          return <circle key={index} className={css.chunk} cx={at.x} cy={at.y} r={count > 12 ? 3.5 : 5} />;
        })}
      </svg>
    </div>
  );
});

/** The frames of a turn by one member, and a rest. The picture then looks as before. */
function framesToNext(count: number): Keyframe[] {
  const shareOfHop = hopMs / (hopMs + restMs);
  const hop = Array.from({ length: framesOfHop + 1 }, (_, frame) => ({
    offset: (shareOfHop * frame) / framesOfHop,
    transform: `rotate(${(360 / count) * eased(frame / framesOfHop)}deg)`,
    easing: 'step-end',
  }));
  return [...hop, { ...hop[framesOfHop], offset: 1 }];
}

/** Slow at both ends. */
function eased(share: number): number {
  return share * share * (3 - 2 * share);
}
