// One place of a watched ring's picture. It pops in, and glides to another place when the ring grows. It is drawn again only
// when something of it changes, which a step does not.
import { memo } from 'react';
import type { RingView } from '../../../src/replica/ring-view';
import { angleOf, pointAt, type Circle, type Point } from './ring-geometry';
import css from './ring-picture.module.css';

type PlaceState = RingView['ring'][number]['state'];

interface Props extends Circle {
  readonly index: number;
  readonly count: number;
  /** undefined: it has no room. */
  readonly rank: number | undefined;
  /** The size of the rank, in units of the picture. */
  readonly rankSize: number;
  readonly state: PlaceState;
}

export const Place = memo(function Place({ index, count, rank, rankSize, state, ...circle }: Props) {
  const at = pointAt(angleOf(index, count), circle.radius, circle);
  return (
    <g className={css.place} style={{ transform: `translate(${at.x}px, ${at.y}px)` }}>
      <g className={css.here}>
        <circle className={`${css.node} ${css[state] ?? ''}`} r={circle.node} />
        {rank === undefined ? null : (
          <text className={css.rank} fontSize={rankSize}>
            {rank}
          </text>
        )}
      </g>
    </g>
  );
});

/** How many there are, in the middle. Another number is another element, so that it ticks. */
export function Headcount({ heads, x, y, size }: Point & { heads: string; size: number }) {
  return (
    <text key={heads} className={css.count} x={x} y={y} fontSize={size}>
      {heads}
    </text>
  );
}
