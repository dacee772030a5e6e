// The ring as it is wired: members in ring order, arrows in the direction of the bytes, each edge by the time that its
// sender measures. While training, chunks move from member to member at the pace of the last sums.
import { t } from '@lingui/core/macro';
import { useMemo, useRef } from 'react';
import { formatCount, formatMs, formatNames, formatRate } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { tenseOf } from '../../bridge/words/tense';
import { useSession, useSessionState, useShown } from '../../bridge/session/session-context';
import { Panel } from '../../ui/panel';
import { textWidth } from '../../ui/text-width';
import { useSize } from '../../ui/use-size';
import {
  centre,
  circleOf,
  mostNames,
  pictureHeight as height,
  pictureWidth as width,
  radiusOf,
} from './ring-geometry';
import { EdgeArc, EdgeInLegend } from './ring-edge';
import { Headcount, Place } from './ring-place';
import { nameSize, ringNames } from './ring-names';
import { ringEdges, type Edge } from './ring-edges';
import { paceOf, type Pace } from './ring-pace';
import { TurningChunks } from './turning-chunks';
import { useComings, type Seen } from './use-comings';
import { ringSentence } from './ring-sentence';
import ui from '../../ui/shape.module.css';
import css from './ring-picture.module.css';

/** Left and right of the circle, where the names are. */
const besideCircle = 60;
/** Names would be smaller than 10 px below this width, px: the circle takes their space. */
const namesFromPx = 350;

/** The sizes of text, in units of the picture: 20 members have room for their ranks. */
const rankSize = (count: number): number => (count > 12 ? 12 : 13);
const mostRanks = 20;
/** '2 von 5', '12 sur 16' stand within the nodes of the circle, too. */
const headlineSize = (headline: string): number => (headline.length > 4 ? 32 : 54);

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
  const count = members.length;
  const circle = circleOf(count);
  /** All who look at the ring see the same of its places. */
  const stateOf = (index: number) => shown.ring.at(index)?.state ?? 'member';
  const unwell = isNamed ? [] : members.filter((_, index) => stateOf(index) !== 'member');
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
              {...circle}
              index={index}
              count={count}
              {...{ kind: edge.kind, isRelayed: edge.isRelayed, isWide: edge.ms !== undefined }}
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
          {gone.map(({ peer, index, count: of }) => (
            <Place
              key={peer.id}
              {...circleOf(of)}
              index={index}
              count={of}
              rank={undefined}
              rankSize={0}
              name={peer.name}
              state="lost"
              isGone
            />
          ))}
          {members.map(({ id, name, rank, isSelf }, index) => (
            <Place
              key={id}
              {...circle}
              index={index}
              count={count}
              name={name}
              isSelf={isSelf}
              rankSize={rankSize(count)}
              rank={count <= mostRanks ? rank : undefined}
              state={stateOf(index)}
              label={labels[index] ?? (isSelf ? t`you` : '')}
            />
          ))}
          <Headcount
            {...{ x: centre.x, y: centre.y - 8, heads: here.headline, size: headlineSize(here.headline) }}
          />
          <text className={css.caption} x={centre.x} y={centre.y + 36}>
            {here.now === 1 && here.members === 1 ? t`replica` : t`replicas`}
          </text>
        </svg>
      </div>
      <p className={`${ui.quiet} ${css.news}`}>
        <span role="status">{news}</span>
        {isTraining && news === '' ? <PaceWords pace={pace} isStill={isDisplayPaused} /> : null}
      </p>
      {kinds.size > 1 || hasRelayed || unwell.length > 0 ? (
        <ul className={css.legend} aria-label={t`Legend`}>
          {(['slow', 'slowest', 'broken'] as const)
            .filter((kind) => kinds.has(kind))
            .map((kind) => (
              <EdgeInLegend key={kind} kind={kind}>
                {kindWords(kind)}
              </EdgeInLegend>
            ))}
          {hasRelayed ? (
            <EdgeInLegend kind="usual" isRelayed>
              {t`relayed by the room server`}
            </EdgeInLegend>
          ) : null}
          {unwell.map((peer) => (
            <li key={peer.id}>
              <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true">
                <circle className={`${css.node} ${css[stateOf(members.indexOf(peer))]}`} r={7.5} />
              </svg>
              {peer.rank}: {peer.name}
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
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
