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
import { Panel, type TableView } from '../../ui/panel';
import { Toggle } from '../../ui/toggle';
import { Gantt, type GanttRow } from './gantt';
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
      title="Timeline"
      className={className}
      summary={compared ? comparison(compared) : summary(snapshot, last, isDemo, isZoomed)}
      tools={
        <>
          <Toggle label="Hold" isOn={isHeld} onChange={setIsHeld} />
          <Button
            isSmall
            aria-pressed={compared !== undefined}
            disabled={!pair}
            onClick={() => setIsComparing(!isComparing)}
          >
            Overlap off | on
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
          Save as Chrome trace
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
              ['off', 'Overlap off'],
              ['on', 'Overlap on'],
            ] as const
          ).map(([mode, words]) => (
            <section key={mode} aria-label={words}>
              <h3 className={css.mode}>
                {words}: <strong>{formatMs(meanStepMs(compared[mode]))}</strong> a step
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
          name="Last steps"
          group={lastGroup}
          window={last}
          rows={rowsOf(snapshot, last)}
          lengthMs={last.endMs - last.startMs}
          nameOf={nameOf}
          self={snapshot.self}
        />
      ) : (
        <p className={css.empty}>
          Members are asked for their last steps once a second. The first ones come when two steps are done.
        </p>
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
        name: peer ? (peer.isSelf ? `${peer.name} (you)` : peer.name) : 'a former member',
        clock: errorMs === 0 ? 'reference clock' : `clock ±${formatMs(errorMs)}`,
      };
    });
}

function summary(
  { phase }: Snapshot,
  last: TimelineWindow | undefined,
  isDemo: boolean,
  isZoomed: boolean,
): string {
  if (!last) return 'Who computes, sends and waits, and when.';
  const { members, steps } = last;
  const isOne = steps.length === 1;
  const which = isOne ? `Step ${formatCount(steps[0])}` : `Steps ${formatCount(steps[0])} to ${formatCount(steps.at(-1))}`; // prettier-ignore
  const errorMs = Math.max(...[...members.values()].flat().map((one) => one.errorMs));
  const who = members.size === 1 ? 'one replica' : `${formatCount(members.size)} replicas`;
  const clocks = members.size > 1 ? ` Their clocks are aligned to within ${formatMs(errorMs)}.` : '';
  const device = isDemo && members.size > 1 ? ' They share one device: each computes more slowly than alone.' : ''; // prettier-ignore
  const still = isZoomed ? ' Held while zoomed.' : phase.kind === 'training' ? '' : ' No newer step is shown.'; // prettier-ignore
  return `${which} of ${who}: ${formatMs(meanStepMs(last))} a step.${clocks}${device}${still}`;
}

function comparison({ off, on }: { readonly off: TimelineWindow; readonly on: TimelineWindow }): string {
  const of = (window: TimelineWindow): string =>
    `${formatMs(meanStepMs(window))} (${window.steps.length === 1 ? 'step' : 'steps'} ${window.steps.map((step) => formatCount(step)).join(' and ')})`;
  return `A step takes ${of(off)} without overlap, and ${of(on)} with it. Both have the same scale.`;
}

function note({ peers }: Snapshot, hasBoth: boolean): string | undefined {
  const members = peers.filter(({ rank }) => rank !== undefined);
  const unseen = members.filter(({ isSelf, link }) => !isSelf && link === undefined);
  const words = [
    unseen.length > 0
      ? `${formatCount(unseen.length)} of ${formatCount(members.length)} members have no link to this replica, so their steps are not shown.`
      : '',
    hasBoth || members.length < 2
      ? ''
      : 'To compare, the host switches “Overlap with backward” in the console: the steps before the switch are kept.',
  ].filter((text) => text !== '');
  return words.length > 0 ? words.join(' ') : undefined;
}

function tableOf(
  snapshot: Snapshot,
  windows: readonly TimelineWindow[],
  nameOf: (member: string) => string,
): TableView {
  return {
    columns: ['Replica', 'Step', 'Overlap', ...kinds.map((kind) => kindWords[kind]), 'Waits for', 'Whole step', 'Clock'], // prettier-ignore
    rows: windows.flatMap((window) =>
      rowsOf(snapshot, window).flatMap(({ id, name, clock }) =>
        (window.members.get(id) ?? []).map((account) => [
          name,
          formatCount(account.step),
          account.isOverlapped ? 'on' : 'off',
          ...kinds.map((kind) => formatMs(lengthOf(account, kind))),
          [...new Set(account.spans.flatMap(({ member }) => member ?? []))].map(nameOf).join(', ') ||
            'nobody',
          formatMs(account.endMs - account.startMs),
          clock,
        ]),
      ),
    ),
  };
}
