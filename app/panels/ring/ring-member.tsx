// One member of the ring's picture. It pops in, glides to another place when the ring grows, and fades out when it left.
// It is drawn anew only when something of it changes, which a step does not.
import { memo } from 'react';
import { useWords } from '../../bridge/session/page-language';
import type { PeerStatus } from '../../../src/replica/protocol';
import { anchorOf, angleOf, centre, nodeRadius, pointAt, radiusOf } from './ring-geometry';
import { ringText } from '../../text/ring';
import css from './ring-panel.module.css';

export function stateClass({ state }: Pick<PeerStatus, 'state'>): string {
  return state === 'silent' ? css.silent : state === 'lost' ? css.lost : '';
}

interface Place {
  readonly index: number;
  readonly count: number;
  readonly isNamed: boolean;
  /** It left: drawn where it was, without words, which others may soon take the place of. */
  readonly isGone?: boolean;
}

export function Member({ peer, ...place }: Place & { peer: PeerStatus }) {
  const { name, rank, state, isSelf } = peer;
  return <Picture {...{ name, rank, state, isSelf }} {...place} />;
}

const Picture = memo(function Picture({
  index,
  count,
  isNamed,
  isGone = false,
  ...peer
}: Place & Pick<PeerStatus, 'name' | 'rank' | 'state' | 'isSelf'>) {
  useWords();
  const angle = angleOf(index, count);
  const radius = radiusOf(count);
  const at = pointAt(angle, radius, centre);
  const beside = nodeRadius(count) + 9;
  const isShown = (isNamed || peer.isSelf) && !isGone;
  return (
    <g className={css.place} style={{ transform: `translate(${at.x}px, ${at.y}px)` }}>
      <g className={isGone ? css.gone : css.here}>
        <circle
          className={`${css.node} ${isGone ? css.lost : stateClass(peer)} ${peer.isSelf ? css.self : ''}`}
          r={nodeRadius(count)}
        />
        {count <= 20 && !isGone ? (
          <text className={css.rank} style={count > 12 ? { fontSize: 12 } : undefined}>
            {peer.rank}
          </text>
        ) : null}
        {isShown ? (
          <text
            className={`${css.name} ${peer.isSelf ? css.selfName : ''}`}
            x={beside * Math.sin(angle)}
            y={4 - (beside + 5) * Math.cos(angle)}
            textAnchor={anchorOf(angle)}
          >
            {peer.isSelf ? ringText.you : shorten(peer.name)}
          </text>
        ) : null}
      </g>
    </g>
  );
});

function shorten(name: string): string {
  const letters = Array.from(name);
  return letters.length > 12 ? `${letters.slice(0, 11).join('')}…` : name;
}
