// The ring as it sums: its members with their chunks, and what travels between them, played slowly. Edges that are slow, broken
// or relayed are marked, by the time that their sender measures.
import { t } from '@lingui/core/macro';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PeerStatus } from '../../../src/replica/protocol';
import { formatMs, formatNames, formatRate } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { tenseOf } from '../../bridge/words/tense';
import { useSession, useSessionState, useShown } from '../../bridge/session/session-context';
import { pageFrames } from '../../ui/paced-frames';
import { Panel } from '../../ui/panel';
import { drawnPath, plannedSum, type DrawnMember } from '../sum/drawn-sum';
import type { DrawnWay } from '../sum/paint-column';
import { SumFigure } from '../sum/sum-figure';
import { lastSum } from './last-sum';
import { EdgeInLegend } from './ring-edge';
import { ringEdges, type Edge } from './ring-edges';
import { sumTimeOf } from './sum-time';
import { useComings, type Seen } from './use-comings';
import { useRecordedSum } from './use-recorded-sum';
import { ringSentence } from './ring-sentence';
import ui from '../../ui/shape.module.css';
import css from './ring-picture.module.css';

/** Sums that the time of one is taken from. */
const timedSteps = 20;

export function RingPanel({ className }: { className?: string }) {
  const shown = useShown();
  const isDisplayPaused = useSessionState((state) => state.isDisplayPaused);
  // A step of the sum is drawn in the frame of the figures around it.
  useLayoutEffect(() => pageFrames.join(), [shown]);
  const here = participants(shown);
  const { place, series } = useSession();
  const isDemo = place.kind === 'alone';
  const members = shown.peers
    .filter((peer) => peer.ringPosition !== undefined)
    .sort((a, b) => a.ringPosition! - b.ringPosition!);
  const seen = useComings(members);
  const edges = ringEdges(members, isDemo, series.last?.topology === 'ring');
  const slowest = here.isStopped ? undefined : edges.find(({ kind }) => kind === 'slowest');
  const lastTime = useRef<number | undefined>(undefined);
  const tookMs = sumTimeOf(series.records.slice(-timedSteps), shown.worldSize, lastTime.current);
  lastTime.current = tookMs;
  const isTraining = shown.phase.kind === 'training' && members.length > 1;
  const news = comingsWords(seen);
  /** All who look at the ring see the same of its places. */
  const stateOf = (index: number) => shown.ring.at(index)?.state ?? 'member';
  const way = drawnPath(series.last?.topology ?? 'ring', members.length);
  const drawn = members.map(({ id, name, isSelf }, index): DrawnMember => ({
    id,
    name,
    isSelf,
    adds: stateOf(index) !== 'catching-up',
  }));
  // Members that do not hold the same are not shown as equal.
  const isToCome = shown.step === 0 || shown.lockstep === 'disagreed';
  const planned = useSame({ way, members: drawn, tookMs, isToCome }, () =>
    plannedSum(way, drawn, { tookMs, isToCome }),
  );
  const [isWatched, setIsWatched] = useState(false);
  const recorded = useRecordedSum(isWatched, shown.peers);
  const sum = lastSum(recorded, planned, isToCome ? undefined : series.last?.run);
  const marked = edges.flatMap(({ kind, isRelayed }, from): readonly DrawnWay[] =>
    kind === 'usual' && !isRelayed ? [] : [{ from, to: (from + 1) % members.length, kind, isRelayed }],
  );
  const ways = useSame(marked, () => marked);
  const unwell = members.filter((_, index) => stateOf(index) !== 'member');
  const kinds = new Set(edges.map(({ kind }) => kind));
  const hasRelayed = edges.some(({ isRelayed }) => isRelayed);
  return (
    <Panel
      title={t`The ring`}
      className={className}
      summary={ringSentence(here, tenseOf(shown), slowest, isDemo, series.last?.topology)}
      table={() => ({
        columns: [t`From`, t`To`, t`Time of one message`, t`Rate`, t`Round trip`, t`By`],
        rows: edges.map(({ from, to, ms, bytesPerSecond, link }) => [
          from.name,
          to.name,
          formatMs(ms),
          formatRate(bytesPerSecond),
          formatMs((from.isSelf ? to : from).roundTripMs),
          from.isSelf || to.isSelf ? (isDemo ? t`this page` : linkWords(link)) : '–',
        ]),
      })}
    >
      <div className={css.sum} translate="no">
        <SumFigure
          {...{ sum, ways }}
          size="small"
          hasControls={isTraining}
          isAutoplay={isTraining}
          isHeld={isDisplayPaused}
          hasSentence
          hasNumbers={isTraining}
          onWatched={setIsWatched}
        />
      </div>
      <p className={`${ui.quiet} ${css.news}`}>
        <span role="status">{news}</span>
        {isTraining && news === '' && tookMs !== undefined
          ? t`The last sums took ${{ ms: formatMs(tookMs) }} each, with waiting.`
          : null}
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

/** The previous object for as long as its value is unchanged, so that nothing is computed or drawn again. */
function useSame<T>(said: unknown, make: () => T): T {
  const key = JSON.stringify(said);
  // oxlint-disable-next-line react/exhaustive-deps -- the key says all that it is made from
  return useMemo(make, [key]);
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

function linkWords(link: PeerStatus['link']): string {
  if (link === 'relayed') return t`the room server`;
  return link === 'same-browser' ? t`a channel within this browser` : t`a direct link`;
}
