// The ring as it is wired: members in ring order, arrows in the direction of the bytes, rates of the links that this
// replica measures. While training, chunks move from member to member.
import { memo, useRef } from 'react';
import type { PeerStatus } from '../../../src/replica/protocol';
import { formatMs, formatNames, formatRate } from '../../bridge/words/format';
import { participants, type Participants } from '../../bridge/words/participants';
import { useSession, useSessionState, useShown } from '../../bridge/session/session-context';
import { Panel } from '../../ui/panel';
import { useSize } from '../../ui/use-size';
import {
  angleOf,
  arcPath,
  centre,
  mostNames,
  nodeRadius,
  pictureHeight as height,
  pictureWidth as width,
  pointAt,
  radiusOf,
} from './ring-geometry';
import { Member, stateClass } from './ring-member';
import { useComings, type Seen } from './use-comings';
import { ringText } from '../../text/ring';
import css from './ring-panel.module.css';

/** Left and right of the circle, where the names are. */
const besideCircle = 60;
/** Below this width, px, names would be smaller than 10 px: the circle takes their space. */
const namesFromPx = 350;

interface Edge {
  readonly from: PeerStatus;
  readonly to: PeerStatus;
  readonly bytesPerSecond: number | undefined;
  /** As this replica knows it: only for its own links. */
  readonly isRelayed: boolean;
}

export function RingPanel({ className }: { className?: string }) {
  const shown = useShown();
  const isDisplayPaused = useSessionState((state) => state.isDisplayPaused);
  const here = participants(shown);
  const isDemo = useSession().place.kind === 'alone';
  const picture = useRef<SVGSVGElement>(null);
  const isNarrow = useSize(picture, { width, height }).width < namesFromPx;
  const viewBox = isNarrow
    ? `${besideCircle} 0 ${width - 2 * besideCircle} ${height}`
    : `0 0 ${width} ${height}`;
  const members = shown.peers
    .filter((peer) => peer.ringPosition !== undefined)
    .sort((a, b) => a.ringPosition! - b.ringPosition!);
  const seen = useComings(members);
  const gone = seen.filter(({ how, peer }) => how === 'left' && !members.some(({ id }) => id === peer.id));
  const edges = ringEdges(members);
  const slowest = isDemo || here.isStopped ? undefined : slowestEdge(edges);
  const isNamed = !isNarrow && members.length <= mostNames;
  const unwell = isNamed ? [] : members.filter(({ state }) => state !== 'member');
  const hasRelayed = edges.some(({ isRelayed }) => isRelayed);
  return (
    <Panel
      title={ringText.ring}
      className={className}
      summary={sentence(here, slowest, isDemo)}
      table={() => ({
        columns: [ringText.from, ringText.to, ringText.rate, ringText.roundTrip, ringText.by],
        rows: edges.map(({ from, to, bytesPerSecond, isRelayed }) => [
          from.name,
          to.name,
          formatRate(bytesPerSecond),
          formatMs((from.isSelf ? to : from).roundTripMs),
          from.isSelf || to.isSelf
            ? isDemo
              ? ringText.page
              : isRelayed
                ? ringText.roomServer
                : ringText.directLink
            : '–',
        ]),
      })}
    >
      <div className={`${css.stage} ${isDisplayPaused ? css.still : ''}`}>
        <svg className={css.layer} viewBox={viewBox} aria-hidden="true">
          {members.length === 1 ? (
            <circle className={css.alone} cx={centre.x} cy={centre.y} r={radiusOf(1)} />
          ) : null}
          {edges.map((edge, index) => (
            <EdgeArc
              key={edge.from.id}
              edge={edge}
              index={index}
              count={members.length}
              isSlowest={edge === slowest}
            />
          ))}
        </svg>
        {shown.phase.kind === 'training' && members.length > 1 ? (
          <Chunks count={members.length} viewBox={viewBox} />
        ) : null}
        <svg
          ref={picture}
          className={css.picture}
          viewBox={viewBox}
          role="img"
          aria-label={ringText.ringOrder(
            members.map((peer) => peer.name).join(' → ') || ringText.noMembersYet,
          )}
        >
          {gone.map(({ peer, index, count }) => (
            <Member key={peer.id} peer={peer} index={index} count={count} isNamed={false} isGone />
          ))}
          {members.map((peer, index) => (
            <Member key={peer.id} peer={peer} index={index} count={members.length} isNamed={isNamed} />
          ))}
          <text key={here.headline} className={css.count} x={centre.x} y={centre.y - 8}>
            {here.headline}
          </text>
          <text className={css.caption} x={centre.x} y={centre.y + 36}>
            {here.now === 1 && here.members === 1 ? ringText.replica2 : ringText.replicas}
          </text>
        </svg>
      </div>
      <p className={css.news} role="status">
        {comingsWords(seen)}
      </p>
      {slowest || hasRelayed || unwell.length > 0 ? (
        <ul className={css.legend} aria-label={ringText.legend}>
          {slowest ? (
            <li>
              <LegendLine className={`${css.edge} ${css.slowest}`} /> {ringText.yourSlowerLink}
            </li>
          ) : null}
          {hasRelayed ? (
            <li>
              <LegendLine className={`${css.edge} ${css.relayed}`} /> {ringText.relayedRoomServer}
            </li>
          ) : null}
          {unwell.map((peer) => (
            <li key={peer.id}>
              <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true">
                <circle className={`${css.node} ${stateClass(peer)}`} r={7.5} />
              </svg>
              {peer.rank}: {peer.name}
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}

function LegendLine({ className }: { className: string }) {
  return (
    <svg width="32" height="8" aria-hidden="true">
      <path className={className} d="M1 4H31" strokeWidth={2.75} />
    </svg>
  );
}

function EdgeArc({
  edge,
  index,
  count,
  isSlowest,
}: {
  edge: Edge;
  index: number;
  count: number;
  isSlowest: boolean;
}) {
  const radius = radiusOf(count);
  const gap = (nodeRadius(count) + 5) / radius;
  const from = angleOf(index, count) + gap;
  const to = angleOf(index + 1, count) - gap - 0.04;
  const tip = pointAt(to + 0.05, radius, centre);
  const turn = ((to + 0.05) * 180) / Math.PI;
  return (
    <g>
      <path
        className={`${css.edge} ${isSlowest ? css.slowest : ''} ${edge.isRelayed ? css.relayed : ''}`}
        d={arcPath(from, to, radius, centre)}
        strokeWidth={edge.bytesPerSecond === undefined ? 1.5 : 2.75}
      />
      <path
        className={css.head}
        d="M0 0L-8 -4.5L-8 4.5Z"
        transform={`translate(${tip.x} ${tip.y}) rotate(${turn})`}
      />
    </g>
  );
}

/** A picture of its own, under the members: the browser turns it as a whole, without the page's main thread. A part of
 *  a picture that turns is laid out and painted anew for every frame. */
const Chunks = memo(function Chunks({ count, viewBox }: { count: number; viewBox: string }) {
  const radius = radiusOf(count);
  return (
    <div className={`${css.layer} ${css.window}`}>
      <svg
        className={`${css.layer} ${css.turning}`}
        style={{ ['--one-member' as string]: `${360 / count}deg` }}
        viewBox={viewBox}
        aria-hidden="true"
      >
        {Array.from({ length: count }, (_, index) => {
          const at = pointAt(angleOf(index, count), radius, centre);
          return <circle key={index} className={css.chunk} cx={at.x} cy={at.y} r={count > 12 ? 3.5 : 5} />;
        })}
      </svg>
    </div>
  );
});

/** A replica measures its own links: the one to its successor and the one from its predecessor. */
function ringEdges(members: readonly PeerStatus[]): Edge[] {
  if (members.length < 2) return [];
  return members.map((from, index) => {
    const to = members[(index + 1) % members.length];
    const other = from.isSelf ? to : to.isSelf ? from : undefined;
    return { from, to, bytesPerSecond: other?.bytesPerSecond, isRelayed: other?.link === 'relayed' };
  });
}

/** Only when two links of this replica are known. One link alone, as between two members, is not the slower one. */
function slowestEdge(edges: readonly Edge[]): Edge | undefined {
  const known = edges.filter((edge) => edge.bytesPerSecond !== undefined);
  if (edges.length < 3 || known.length < 2) return undefined;
  return known.reduce((slow, edge) => (edge.bytesPerSecond! < slow.bytesPerSecond! ? edge : slow));
}

/** 'Calm Heron joined. Brave Otter left.' */
function comingsWords(seen: readonly Seen[]): string {
  const names = (how: Seen['how']): string[] =>
    seen.filter((one) => one.how === how).map(({ peer }) => peer.name);
  const [came, left] = [names('came'), names('left')];
  return [
    ...(came.length > 0 ? [ringText.joined(formatNames(came))] : []),
    ...(left.length > 0 ? [ringText.left(formatNames(left))] : []),
  ].join(' ');
}

function sentence(here: Participants, slowest: Edge | undefined, isDemo: boolean): string {
  if (here.isStopped) return ringText.tooFewMembers;
  if (here.members < 2) return isDemo ? ringText.oneReplicaRing : ringText.oneReplicaRingOne;
  const sums = ringText.eachReplicaPasses;
  if (isDemo) return ringText.allThemPage(sums);
  if (!slowest) return sums;
  const other = slowest.from.isSelf ? slowest.to : slowest.from;
  return ringText.yourTwoLinks(sums, other.name, formatRate(slowest.bytesPerSecond));
}
