// One member of the ring's picture. It pops in, glides to another place when the ring grows, and fades out when it left.
// It is drawn again only when something of it changes, which a step does not.
import { memo } from 'react';
import { useWords } from '../../bridge/session/page-language';
import type { PeerStatus } from '../../../src/replica/protocol';
import { anchorOf, angleOf, centre, nodeRadius, pointAt, radiusOf } from './ring-geometry';
import { nameAt, nameLine } from './ring-names';
import css from './ring-panel.module.css';

export function stateClass({ state }: Pick<PeerStatus, 'state'>): string {
  return state === 'silent' ? css.silent : state === 'lost' ? css.lost : '';
}

interface Place {
  readonly index: number;
  readonly count: number;
  /** The member’s name as it stands beside it; '': it has no room. */
  readonly label: string;
  /** It left: drawn where it was, without a label, which others may soon take the place of. */
  readonly isGone?: boolean;
}

export function Member({ peer, ...place }: Place & { peer: PeerStatus }) {
  const { name, rank, state, isSelf } = peer;
  return <Picture {...{ name, rank, state, isSelf }} {...place} />;
}

const Picture = memo(function Picture({
  index,
  count,
  label,
  isGone = false,
  ...peer
}: Place & Pick<PeerStatus, 'name' | 'rank' | 'state' | 'isSelf'>) {
  useWords();
  const angle = angleOf(index, count);
  const radius = radiusOf(count);
  const at = pointAt(angle, radius, centre);
  const lines = label.split('\n');
  const { x, y } = nameAt(index, count, lines.length);
  return (
    <g className={css.place} style={{ transform: `translate(${at.x}px, ${at.y}px)` }}>
      <g className={isGone ? css.gone : css.here}>
        <title>{peer.name}</title>
        <circle
          className={`${css.node} ${isGone ? css.lost : stateClass(peer)} ${peer.isSelf ? css.self : ''}`}
          r={nodeRadius(count)}
        />
        {count <= 20 && !isGone ? (
          <text className={css.rank} style={count > 12 ? { fontSize: 12 } : undefined}>
            {peer.rank}
          </text>
        ) : null}
        {label === '' ? null : (
          <text
            className={`${css.name} ${peer.isSelf ? css.selfName : ''}`}
            y={y}
            textAnchor={anchorOf(angle)}
          >
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
