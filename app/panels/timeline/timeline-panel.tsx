// The timeline: the last steps of every member on one clock, or steps with overlap off beside steps with overlap on. Members
// send what it shows only while it is on screen.
import { useState } from 'react';
import type { Snapshot } from '../../../src/replica/protocol';
import { chromeTrace } from '../../bridge/series/chrome-trace';
import { meanStepMs, type TimelineWindow } from '../../bridge/series/timeline-log';
import { useSession, useSessionState, useShown } from '../../bridge/session/session-context';
import { formatCount, formatMs } from '../../bridge/words/format';
import { peerName } from '../../bridge/words/peer-names';
import { Button } from '../../ui/button';
import { useZoom } from '../../ui/chart-view';
import { download } from '../../ui/download';
import { Panel } from '../../ui/panel';
import type { TableView } from '../../ui/table-view';
import { Toggle } from '../../ui/toggle';
import { Gantt, type GanttRow } from './gantt';
import { timelineText } from '../../text/timeline';
import css from './timeline-panel.module.css';
import { kindWords, lengthOf } from './span-words';
import { useTimeline } from './use-timeline';

const kinds = ['compute', 'wait', 'finish', 'send', 'receive'] as const;
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
      title={timelineText.timeline}
      className={className}
      summary={compared ? comparison(compared) : summary(snapshot, last, isDemo, isZoomed)}
      tools={
        <>
          <Toggle label={timelineText.hold} isOn={isHeld} onChange={setIsHeld} />
          <Button
            isSmall
            aria-pressed={compared !== undefined}
            disabled={!pair}
            onClick={() => setIsComparing(!isComparing)}
          >
            {timelineText.overlapOff}
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
          {timelineText.saveChromeTrace}
        </Button>
      }
    >
      <ul className={css.legend} aria-hidden="true">
        {kinds.map((kind) => (
          <li key={kind}>
            <span className={`${css.swatch} ${css[`${kind}Swatch`]}`} />
            {kindWords[kind]}
          </li>
        ))}
      </ul>
      {compared && lengthMs ? (
        <div className={css.pair}>
          {(
            [
              ['off', timelineText.overlapOff2],
              ['on', timelineText.overlap],
            ] as const
          ).map(([mode, words]) => (
            <section key={mode} aria-label={words}>
              <h3 className={css.mode}>
                {words}: <strong>{formatMs(meanStepMs(compared[mode]))}</strong> {timelineText.step3}
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
          name={timelineText.lastStepsName}
          group={lastGroup}
          window={last}
          rows={rowsOf(snapshot, last)}
          lengthMs={last.endMs - last.startMs}
          nameOf={nameOf}
          self={snapshot.self}
        />
      ) : (
        <p className={css.empty}>{timelineText.membersAskedTheir}</p>
      )}
    </Panel>
  );
}

/** By rank; who has left since is last. */
function rowsOf({ peers }: Snapshot, { members }: TimelineWindow): readonly GanttRow[] {
  const rankOf = (id: string): number => peers.find((peer) => peer.id === id)?.rank ?? Infinity;
  return [...members]
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
    .map(([id, accounts]) => {
      const peer = peers.find((one) => one.id === id);
      const errorMs = Math.max(...accounts.map((one) => one.errorMs));
      return {
        id,
        name: peer ? (peer.isSelf ? timelineText.you(peer.name) : peer.name) : timelineText.formerMember,
        clock: errorMs === 0 ? timelineText.referenceClock : timelineText.clock(formatMs(errorMs)),
      };
    });
}

function summary(
  { phase }: Snapshot,
  last: TimelineWindow | undefined,
  isDemo: boolean,
  isZoomed: boolean,
): string {
  if (!last) return timelineText.whoComputesSends;
  const { members, steps } = last;
  const isOne = steps.length === 1;
  const which = isOne
    ? timelineText.step4(formatCount(steps[0]))
    : timelineText.steps(formatCount(steps[0]), formatCount(steps.at(-1)));
  const errorMs = Math.max(...[...members.values()].flat().map((one) => one.errorMs));
  const who = members.size === 1 ? timelineText.oneReplica : timelineText.replicas(formatCount(members.size));
  const clocks = members.size > 1 ? timelineText.theirClocksAligned(formatMs(errorMs)) : '';
  const device = isDemo && members.size > 1 ? timelineText.theyShareOne : '';
  const still = isZoomed
    ? timelineText.heldWhileZoomed
    : phase.kind === 'training'
      ? ''
      : timelineText.noNewerStep;
  return timelineText.step5(which, who, formatMs(meanStepMs(last)), clocks, device, still);
}

function comparison({ off, on }: { readonly off: TimelineWindow; readonly on: TimelineWindow }): string {
  const of = (window: TimelineWindow): string =>
    timelineText.text(
      formatMs(meanStepMs(window)),
      window.steps.length,
      window.steps.map((step) => formatCount(step)).join(timelineText.and),
    );
  return timelineText.stepTakesWithout(of(off), of(on));
}

function note({ peers }: Snapshot, hasBoth: boolean): string | undefined {
  const members = peers.filter(({ rank }) => rank !== undefined);
  const unseen = members.filter(({ isSelf, link }) => !isSelf && link === undefined);
  const words = [
    unseen.length > 0
      ? timelineText.membersNoLink(formatCount(unseen.length), formatCount(members.length))
      : '',
    hasBoth || members.length < 2 ? '' : timelineText.compareHostSwitches,
  ].filter((text) => text !== '');
  return words.length > 0 ? words.join(' ') : undefined;
}

function tableOf(
  snapshot: Snapshot,
  windows: readonly TimelineWindow[],
  nameOf: (member: string) => string,
): TableView {
  return {
    columns: [
      timelineText.replica,
      timelineText.step6,
      timelineText.overlap2,
      ...kinds.map((kind) => kindWords[kind]),
      timelineText.waits2,
      timelineText.wholeStep,
      timelineText.clock2,
    ],
    rows: windows.flatMap((window) =>
      rowsOf(snapshot, window).flatMap(({ id, name, clock }) =>
        (window.members.get(id) ?? []).map((account) => [
          name,
          formatCount(account.step),
          account.isOverlapped ? timelineText.on : timelineText.off,
          ...kinds.map((kind) => formatMs(lengthOf(account, kind))),
          [...new Set(account.spans.flatMap(({ member }) => member ?? []))].map(nameOf).join(', ') ||
            timelineText.nobody,
          formatMs(account.endMs - account.startMs),
          clock,
        ]),
      ),
    ),
  };
}
