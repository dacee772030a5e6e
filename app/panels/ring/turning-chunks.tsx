// The chunks on their way around the ring: a picture of its own under the members. The browser turns it as a whole, without
// the page's main thread; a part of a picture that turns is laid out and painted anew for every frame. It turns in steps,
// because the browser composites the page for each of them, on cores that also train. It rests where it cannot be seen.
import { memo, type CSSProperties } from 'react';
import { useIsOnScreen } from '../../bridge/session/on-screen';
import { angleOf, pictureHeight, pointAt, radiusOf } from './ring-geometry';
import css from './ring-panel.module.css';

/** An eye follows a dot at this pace. A motion without steps would take sixty. */
const stepsPerSecond = 12;
/** Around the circle: the largest chunk, and a little more for soft edges. */
const besideRing = 8;

interface Props {
  readonly count: number;
  /** The width of the ring’s picture, in its own units. */
  readonly viewWidth: number;
  /** From one member to the next. */
  readonly periodMs: number;
  /** The display is paused. */
  readonly isStill: boolean;
}

export const TurningChunks = memo(function TurningChunks({ count, viewWidth, periodMs, isStill }: Props) {
  const isOnScreen = useIsOnScreen();
  const radius = radiusOf(count);
  const half = radius + besideRing;
  return (
    <div className={`${css.layer} ${css.window}`}>
      <svg
        className={css.turning}
        style={
          {
            '--one-member': `${360 / count}deg`,
            '--of-width': (2 * half) / viewWidth,
            '--of-height': (2 * half) / pictureHeight,
            animationDuration: `${Math.round(periodMs)}ms`,
            animationTimingFunction: `steps(${Math.max(1, Math.round((periodMs * stepsPerSecond) / 1000))})`,
            animationPlayState: isStill || !isOnScreen ? 'paused' : 'running',
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
