// The ring as it is wired: members in ring order, arrows in the direction of the bytes, each edge by the time that its
// sender measures. While training, chunks move from member to member at the pace of the last sums.
import { t } from '@lingui/core/macro';
import { memo, useMemo, useRef } from 'react';
import { formatCount, formatMs, formatNames, formatRate } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { tenseOf } from '../../bridge/words/tense';
import { useSession, useSessionState, useShown } from '../../bridge/session/session-context';
import { Panel } from '../../ui/panel';
import { textWidth } from '../../ui/text-width';
import { useSize } from '../../ui/use-size';
import {
  angleOf,
  arcPath,
  arrowLength,
  arrowScale,
  centre,
  mostNames,
  nodeRadius,
  pictureHeight as height,
  pictureWidth as width,
  pointAt,
  radiusOf,
} from './ring-geometry';
import { Member, stateClass } from './ring-member';
import { nameSize, ringNames } from './ring-names';
import { ringEdges, type Edge } from './ring-edges';
import { paceOf, type Pace } from './ring-pace';
import { TurningChunks } from './turning-chunks';
import { useComings, type Seen } from './use-comings';
import { ringSentence } from './ring-sentence';
import css from './ring-panel.module.css';

/** Left and right of the circle, where the names are. */
const besideCircle = 60;
/** Names would be smaller than 10 px below this width, px: the circle takes their space. */
const namesFromPx = 350;

/** Sums that the pace is taken from. */
const paceSteps = 20;

export function RingPanel({ className }: { className?: string }) {
  const shown = useShown();
  const isDisplayPaused = useSessionState((state) => state.isDisplayPaused);
  const here = participants(shown);
  const { place, series } = useSession();
  const isDemo = place.kind === 'alone';
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
  const edges = ringEdges(members, isDemo, series.last?.topology === 'ring');
  const slowest = here.isStopped ? undefined : edges.find(({ kind }) => kind === 'slowest');
  const lastPace = useRef<Pace | undefined>(undefined);
  const pace = paceOf(series.records.slice(-paceSteps), shown.worldSize, lastPace.current);
  lastPace.current = pace;
  const isTraining = shown.phase.kind === 'training' && members.length > 1;
  const news = comingsWords(seen);
  const names = members.map(({ isSelf, name }) => (isSelf ? t`you` : name)).join('\n');
  const hasNames = !isNarrow && members.length <= mostNames;
  const labels = useMemo(
    () => (hasNames ? ringNames(names.split('\n'), (text) => textWidth(text, nameSize)) : []),
    [hasNames, names],
  );
  const isNamed = hasNames && !labels.includes('');
  const unwell = isNamed ? [] : members.filter(({ state }) => state !== 'member');
  const kinds = new Set(edges.map(({ kind }) => kind));
  const hasRelayed = edges.some(({ isRelayed }) => isRelayed);
  return (
    <Panel
      title={t`The ring`}
      className={className}
      summary={ringSentence(here, tenseOf(shown), slowest, isDemo, series.last?.topology)}
      table={() => ({
        columns: [t`From`, t`To`, t`Time of one message`, t`Rate`, t`Round trip`, t`By`],
        rows: edges.map(({ from, to, ms, bytesPerSecond, isRelayed }) => [
          from.name,
          to.name,
          formatMs(ms),
          formatRate(bytesPerSecond),
          formatMs((from.isSelf ? to : from).roundTripMs),
          from.isSelf || to.isSelf
            ? isDemo
              ? t`this page`
              : isRelayed
                ? t`the room server`
                : t`a direct link`
            : '–',
        ]),
      })}
    >
      <div className={css.stage} translate="no">
        <svg className={css.layer} viewBox={viewBox} aria-hidden="true">
          {members.length === 1 ? (
            <circle className={css.alone} cx={centre.x} cy={centre.y} r={radiusOf(1)} />
          ) : null}
          {edges.map((edge, index) => (
            <EdgeArc
              key={`${edge.from.id} ${edge.to.id}`}
              {...{ kind: edge.kind, isRelayed: edge.isRelayed, isMeasured: edge.ms !== undefined }}
              {...{ index, count: members.length }}
            />
          ))}
        </svg>
        {isTraining && pace ? (
          <TurningChunks
            count={members.length}
            viewWidth={isNarrow ? width - 2 * besideCircle : width}
            periodMs={pace.hopMs * pace.slowdown}
            isStill={isDisplayPaused}
          />
        ) : null}
        <svg
          ref={picture}
          className={css.picture}
          viewBox={viewBox}
          role="img"
          aria-label={t`Ring order: ${{ value: members.map((peer) => peer.name).join(' → ') || t`no members yet` }}`}
        >
          {gone.map(({ peer, index, count }) => (
            <Member key={peer.id} peer={peer} index={index} count={count} label="" isGone />
          ))}
          {members.map((peer, index) => (
            <Member
              key={peer.id}
              peer={peer}
              index={index}
              count={members.length}
              label={labels[index] ?? (peer.isSelf ? t`you` : '')}
            />
          ))}
          <text
            key={here.headline}
            className={`${css.count} ${here.headline.length > 4 ? css.long : ''}`}
            x={centre.x}
            y={centre.y - 8}
          >
            {here.headline}
          </text>
          <text className={css.caption} x={centre.x} y={centre.y + 36}>
            {here.now === 1 && here.members === 1 ? t`replica` : t`replicas`}
          </text>
        </svg>
      </div>
      <p className={css.news}>
        <span role="status">{news}</span>
        {isTraining && news === '' ? <PaceWords pace={pace} isStill={isDisplayPaused} /> : null}
      </p>
      {kinds.size > 1 || hasRelayed || unwell.length > 0 ? (
        <ul className={css.legend} aria-label={t`Legend`}>
          {(['slow', 'slowest', 'broken'] as const)
            .filter((kind) => kinds.has(kind))
            .map((kind) => (
              <li key={kind}>
                <LegendLine className={`${css.edge} ${css[kind]}`} /> {kindWords(kind)}
              </li>
            ))}
          {hasRelayed ? (
            <li>
              <LegendLine className={`${css.edge} ${css.relayed}`} /> {t`relayed by the room server`}
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

function kindWords(kind: Exclude<Edge['kind'], 'usual'>): string {
  if (kind === 'slow') return t`slow: twice the fastest edge’s time, or more`;
  return kind === 'slowest' ? t`the slowest edge` : t`one end is not heard from`;
}

/** How fast chunks really move, where they move around the ring. */
function PaceWords({ pace, isStill }: { pace: Pace | undefined; isStill: boolean }) {
  const { last } = useSession().series;
  // The panel's sentence says how sums travel.
  if (!pace || (last && last.topology !== 'ring')) return null;
  return (
    <>
      {t`In the last sums a chunk took ${{ ms: formatMs(pace.hopMs) }} from one replica to the next: the mean of all edges, with waiting.`}
      {pace.slowdown > 1 && !isStill ? (
        <span className={css.slower}>
          {' '}
          {t`Shown ${{ factor: formatCount(pace.slowdown) }} times slower.`}
        </span>
      ) : null}
    </>
  );
}

interface EdgeArcProps extends Pick<Edge, 'kind' | 'isRelayed'> {
  readonly isMeasured: boolean;
  readonly index: number;
  readonly count: number;
}

/** Drawn again when it changes, which a step does not. */
const EdgeArc = memo(function EdgeArc({ kind, isRelayed, isMeasured, index, count }: EdgeArcProps) {
  const radius = radiusOf(count);
  const scale = arrowScale(index, count);
  const gap = (nodeRadius(count) + (scale === 1 ? 5 : 2)) / radius;
  const from = angleOf(index, count) + gap;
  const end = angleOf(index + 1, count) - gap + 0.01;
  const tip = pointAt(end, radius, centre);
  const turn = ((end - (arrowLength * scale) / (2 * radius)) * 180) / Math.PI;
  return (
    <g className={css.joined}>
      <path
        className={`${css.edge} ${kind === 'usual' ? '' : css[kind]} ${isRelayed ? css.relayed : ''}`}
        d={arcPath(from, Math.max(from, end - 0.05 * scale), radius, centre)}
        strokeWidth={isMeasured ? 2.75 : 1.5}
      />
      <path
        className={css.head}
        d="M0 0L-8 -4.5L-8 4.5Z"
        transform={`translate(${tip.x} ${tip.y}) rotate(${turn}) scale(${scale})`}
      />
    </g>
  );
});

/** 'Calm Heron joined. Gone: Brave Otter.' */
function comingsWords(seen: readonly Seen[]): string {
  const names = (how: Seen['how']): string[] =>
    seen.filter((one) => one.how === how).map(({ peer }) => peer.name);
  const [came, left] = [names('came'), names('left')];
  return [
    ...(came.length > 0 ? [t`${{ came: formatNames(came) }} joined.`] : []),
    ...(left.length > 0 ? [t`Gone: ${{ gone: formatNames(left) }}.`] : []),
  ].join(' ');
}
