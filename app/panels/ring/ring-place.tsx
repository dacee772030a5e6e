// One place of the ring's picture. It pops in, glides to another place when the ring grows, and fades out when it left.
// It is drawn again only when something of it changes, which a step does not.
import { memo } from 'react';
import { useWords } from '../../bridge/session/page-language';
import type { RingView } from '../../../src/replica/ring-view';
import { anchorOf, angleOf, pointAt, type Circle, type Point } from './ring-geometry';
import { nameAt, nameLine } from './ring-names';
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
  /** What only members see. */
  readonly name?: string;
  readonly isSelf?: boolean;
  /** The member’s name as it stands beside it; '': it has no room. */
  readonly label?: string;
  /** It left: drawn where it was, without a label, which others may soon take the place of. */
  readonly isGone?: boolean;
}

export const Place = memo(function Place({
  index,
  count,
  rank,
  rankSize,
  state,
  name,
  isSelf = false,
  label = '',
  isGone = false,
  ...circle
}: Props) {
  useWords();
  const angle = angleOf(index, count);
  const at = pointAt(angle, circle.radius, circle);
  const lines = label.split('\n');
  const { x, y } = nameAt(index, count, lines.length);
  return (
    <g className={css.place} style={{ transform: `translate(${at.x}px, ${at.y}px)` }}>
      <g className={isGone ? css.gone : css.here}>
        {name === undefined ? null : <title>{name}</title>}
        <circle
          className={`${css.node} ${css[isGone ? 'lost' : state] ?? ''} ${isSelf ? css.self : ''}`}
          r={circle.node}
        />
        {rank === undefined || isGone ? null : (
          <text className={css.rank} fontSize={rankSize}>
            {rank}
          </text>
        )}
        {label === '' ? null : (
          <text className={`${css.name} ${isSelf ? css.selfName : ''}`} y={y} textAnchor={anchorOf(angle)}>
            {lines.map((line, at) => (
              <tspan key={at} x={x} dy={at * nameLine}>
                {line}
              </tspan>
            ))}
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
