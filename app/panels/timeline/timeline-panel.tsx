// The timeline: the last steps of every member on one clock, or steps with overlap off beside steps with overlap on. Members
// send what it shows only while it is on screen.
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Snapshot } from '../../../src/replica/protocol';
import { chromeTrace } from '../../bridge/series/chrome-trace';
import { meanStepMs, type TimelineWindow } from '../../bridge/series/timeline-log';
import { useSession, useSessionState, useShown } from '../../bridge/session/session-context';
import { formatCount, formatMs, formatNames, sentencesOf } from '../../bridge/words/format';
import { peerName } from '../../bridge/words/peer-names';
import { Button } from '../../ui/button';
import { useZoom } from '../../ui/chart-view';
import { download } from '../../ui/download';
import { Legend, type Fill } from '../../ui/legend';
import { Panel } from '../../ui/panel';
import type { TableView } from '../../ui/table-view';
import { Toggle } from '../../ui/toggle';
import { Gantt, type GanttRow } from './gantt';
import ui from '../../ui/shape.module.css';
import css from './timeline-panel.module.css';
import { kindWords, lengthOf } from './span-words';
import { useTimeline } from './use-timeline';

const kinds = ['compute', 'wait', 'finish', 'send', 'receive'] as const;
/** The fill that gantt.tsx gives each kind. */
const kindFills: Readonly<Record<(typeof kinds)[number], Fill>> = {
  compute: 'blue',
  wait: 'hatched',
  finish: 'grey',
  send: 'green',
  receive: 'vermillion',
};
const lastGroup = 'timeline';
const comparedGroup = 'timeline-compared';

export default function TimelinePanel({ className }: { className?: string }) {
  const session = useSession();
  const snapshot = useShown();
  const isDisplayPaused = useSessionState((state) => state.isDisplayPaused);
  const [isHeld, setIsHeld] = useState(false);
  const [isComparing, setIsComparing] = useState(false);
  const zooms = [useZoom(lastGroup), useZoom(comparedGroup)];
  const isZoomed = zooms.some((zoom) => zoom !== undefined);
  const { shown, log } = useTimeline(isHeld || isDisplayPaused || isZoomed);
  const { last, off, on } = shown;
  const nameOf = (member: string): string => peerName(snapshot, member);
  const isDemo = session.place.kind === 'alone';
  const pair = off && on ? { off, on } : undefined;
  const compared = isComparing ? pair : undefined;
  const lengthMs = compared && Math.max(...[off, on].map((one) => one!.endMs - one!.startMs));
  return (
    <Panel
      title={t`Timeline`}
      className={className}
      summary={compared ? comparison(compared) : summary(snapshot, last, isDemo, isZoomed)}
      tools={
        <>
          <Toggle label={t`Hold`} isOn={isHeld} onChange={setIsHeld} />
          <Button
            isSmall
            aria-pressed={compared !== undefined}
            disabled={!pair}
            onClick={() => setIsComparing(!isComparing)}
          >
            {t`Overlap off | on`}
          </Button>
        </>
      }
      table={() => tableOf(snapshot, compared ? [compared.off, compared.on] : last ? [last] : [], nameOf)}
      note={note(snapshot, pair !== undefined)}
      foot={
        <Button
          kind="quiet"
          isSmall
          disabled={!last}
          onClick={() =>
            download('lockstep-trace.json', 'application/json', JSON.stringify(chromeTrace(log.all, nameOf)))
          }
        >
          {t`Save as Chrome trace`}
        </Button>
      }
    >
      <Legend items={kinds.map((kind) => [kindFills[kind], kindWords[kind]()])} />
      {compared && lengthMs ? (
        <div className={css.pair}>
          {(
            [
              ['off', t`Overlap off`],
              ['on', t`Overlap on`],
            ] as const
          ).map(([mode, words]) => (
            <section key={mode} aria-label={words}>
              <h3 className={`${ui.quiet} ${css.mode}`}>
                {words}: <strong>{formatMs(meanStepMs(compared[mode]))}</strong> {t`a step`}
              </h3>
              <Gantt
                name={words}
                group={comparedGroup}
                window={compared[mode]}
                rows={rowsOf(snapshot, compared[mode])}
                {...{ lengthMs, nameOf }}
                self={snapshot.self}
              />
            </section>
          ))}
        </div>
      ) : last ? (
        <Gantt
          name={t`Last steps`}
          group={lastGroup}
          window={last}
          rows={rowsOf(snapshot, last)}
          lengthMs={last.endMs - last.startMs}
          nameOf={nameOf}
          self={snapshot.self}
        />
      ) : (
        <p
          className={`${ui.faint} ${css.empty}`}
        >{t`Members are asked for their last steps once a second. The first ones come when two steps are done.`}</p>
      )}
    </Panel>
  );
}

/** The rows by rank; who has left since is last. */
function rowsOf({ peers }: Snapshot, { members }: TimelineWindow): readonly GanttRow[] {
  const rankOf = (id: string): number => peers.find((peer) => peer.id === id)?.rank ?? Infinity;
  return [...members]
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    .map(([id, accounts]) => {
      const peer = peers.find((one) => one.id === id);
      const errorMs = Math.max(...accounts.map((one) => one.errorMs));
      return {
        id,
        name: peer ? (peer.isSelf ? t`${{ name: peer.name }} (you)` : peer.name) : t`a former member`,
        clock: errorMs === 0 ? t`reference clock` : t`clock ±${{ errorMs: formatMs(errorMs) }}`,
      };
    });
}

function summary(
  { phase }: Snapshot,
  last: TimelineWindow | undefined,
  isDemo: boolean,
  isZoomed: boolean,
): string {
  if (!last) return t`Who computes, sends and waits, and when.`;
  const { members, steps } = last;
  const first = formatCount(steps[0]);
  const errorMs = Math.max(...[...members.values()].flat().map((one) => one.errorMs));
  const isRing = members.size > 1;
  return sentencesOf(
    t`${plural(
      { steps: steps.length },
      { one: `Step ${first}`, other: `Steps ${first} to ${{ last: formatCount(steps.at(-1)) }}` },
    )} of ${plural(
      { replicas: members.size },
      { one: 'one replica', other: `${{ shown: formatCount(members.size) }} replicas` },
    )}: ${{ stepMs: formatMs(meanStepMs(last)) }} a step.`,
    isRing && t`Their clocks are aligned to within ${{ errorMs: formatMs(errorMs) }}.`,
    isDemo && isRing && t`They share one device: each computes more slowly than alone.`,
    isZoomed ? t`Held while zoomed.` : phase.kind !== 'training' && t`No newer step is shown.`,
  ).join(' ');
}

function comparison({ off, on }: { readonly off: TimelineWindow; readonly on: TimelineWindow }): string {
  const of = (window: TimelineWindow): string =>
    t`${{ meanStepMs: formatMs(meanStepMs(window)) }} (${plural({ length: window.steps.length }, { one: 'step', other: 'steps' })} ${{ steps: formatNames(window.steps.map((step) => formatCount(step))) }})`;
  return t`A step takes ${{ off: of(off) }} without overlap, and ${{ on: of(on) }} with it. Both have the same scale.`;
}

function note({ peers }: Snapshot, hasBoth: boolean): string | undefined {
  const members = peers.filter(({ rank }) => rank !== undefined);
  const unseen = members.filter(({ isSelf, link }) => !isSelf && link === undefined);
  const words = sentencesOf(
    unseen.length > 0 &&
      t`${{ length: formatCount(unseen.length) }} of ${{ count: formatCount(members.length) }} members ${plural({ unseen: unseen.length }, { one: 'has no link to this replica, so its steps', other: 'have no link to this replica, so their steps' })} are not shown.`,
    !hasBoth &&
      members.length > 1 &&
      t`To compare, the host switches “Overlap with backward” in the console: the steps before the switch are kept.`,
  );
  return words.length > 0 ? words.join(' ') : undefined;
}

function tableOf(
  snapshot: Snapshot,
  windows: readonly TimelineWindow[],
  nameOf: (member: string) => string,
): TableView {
  return {
    columns: [
      t`Replica`,
      t`Step`,
      t`Overlap`,
      ...kinds.map((kind) => kindWords[kind]()),
      t`Waits for`,
      t`Whole step`,
      t`Clock`,
    ],
    rows: windows.flatMap((window) =>
      rowsOf(snapshot, window).flatMap(({ id, name, clock }) =>
        (window.members.get(id) ?? []).map((account) => [
          name,
          formatCount(account.step),
          account.isOverlapped ? t`on` : t`off`,
          ...kinds.map((kind) => formatMs(lengthOf(account, kind))),
          [...new Set(account.spans.flatMap(({ member }) => member ?? []))].map(nameOf).join(', ') ||
            t`nobody`,
          formatMs(account.endMs - account.startMs),
          clock,
        ]),
      ),
    ),
  };
}
