// This device's part: its rank and share, its contributions, whether the ring waits for it, and what leaves it.
import type { ReactNode } from 'react';
import { termTitle } from '../../bridge/words/run-words';
import { batchParts, type BatchParts } from '../../bridge/words/batch-parts';
import { engineWords } from '../../bridge/words/engine-words';
import { formatBytes, formatCount, formatMs, formatPercent } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { useSession, useShown, useTick } from '../../bridge/session/session-context';
import { summariseSplits, wallMs } from '../../bridge/series/split-summary';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import css from './you-panel.module.css';

export function YouPanel({
  className,
  onLeave,
  isPhone = false,
  prediction,
}: {
  className?: string;
  onLeave: () => void;
  /** A place of its own: nothing is folded away. */
  isPhone?: boolean;
  /** What this person answered to the host’s question. */
  prediction?: ReactNode;
}) {
  const session = useSession();
  const shown = useShown();
  useTick();
  const here = participants(shown);
  const isCatchingUp = here.catchingUp.some((peer) => peer.isSelf);
  const isDemo = session.place.kind === 'alone';
  const you = shown.peers.find((peer) => peer.isSelf);
  const splits = summariseSplits(session.series.records);
  const mine = splits.perPeer.get(shown.self);
  const others = [...splits.perPeer]
    .filter(([peer]) => peer !== shown.self)
    .map(([, parts]) => wallMs(parts) - parts.waitingMs);
  const busyMs = mine ? wallMs(mine) - mine.waitingMs : undefined;
  const batch = batchParts(shown, session.series.last);
  const share = shareOf(batch);
  const { data } = shown.config ?? {};
  const isOwn = data !== undefined && 'own' in data && data.own === true;
  const sentBytes = shown.sharing?.sentBytes ?? 0;
  const othersMs = others.length > 0 ? mean(others) : undefined;
  const isWaitedFor =
    shown.phase.kind === 'training' && splits.waitedFor?.peer === shown.self && splits.waitedFor.share >= 0.2;
  return (
    <Panel
      title={you ? `You: ${you.name}` : 'You'}
      className={className}
      summary={
        here.isStopped
          ? 'Too few members can be heard: no step is taken now.'
          : isCatchingUp
            ? 'You are catching up: nothing of yours is in the steps yet.'
            : isWaitedFor
              ? isDemo
                ? 'The others wait for this replica: its steps take longest.'
                : 'The ring waits for you: your steps take longest.'
              : share === undefined
                ? 'Not part of the ring yet.'
                : share === 0
                  ? 'Nothing of yours is in the last step.'
                  : 'Your gradient goes into every step, at its exact share.'
      }
    >
      <p>
        <span className={css.numeral}>
          {formatPercent(share, share !== undefined && share > 0 && share < 0.1 ? 1 : 0)}
        </span>
        <span className={css.unit}>
          {batch.of === 'first-step' ? 'of the first batch' : 'of the last batch'}
        </span>
      </p>
      {isWaitedFor && !isDemo ? <p className={css.waited}>The ring waits for you.</p> : null}
      {prediction}
      <Work mineMs={busyMs} othersMs={othersMs} />
      <div className={css.facts}>
        <Facts
          columns={2}
          facts={[
            ['Rank', you?.rank ?? '–'],
            [`${termTitle(shown.config)} given`, formatCount(you?.examplesContributed)],
            ...(shown.givenUp > 0 ? [['Given up', formatCount(shown.givenUp)] as const] : []),
          ]}
        />
      </div>
      {shown.engine ? <p className={css.engine}>{engineWords(shown.engine)}</p> : null}
      <details className={css.leaves} open={isPhone}>
        <summary>What leaves this device</summary>
        {isDemo ? (
          <p>Nothing. All replicas are in this page, and their gradients stay in it.</p>
        ) : (
          <ul>
            <li>
              Gradients: sums of numbers, never examples.
              {isOwn ? ' They may reveal something about your examples, which stay here.' : null}
            </li>
            {isOwn ? <li>How many examples you have, and a fingerprint of them.</li> : null}
            <li>Your nickname and the name of your graphics card.</li>
            <li>Your network address, as members can see it while connected.</li>
            {sentBytes > 0 ? (
              <li>Data of this room, as its host asked: {formatBytes(sentBytes)} so far.</li>
            ) : null}
            {shown.observers > 0 ? (
              <li>
                Figures of the ring, sealed, perhaps from this device: for{' '}
                {shown.observers === 1 ? 'the device that watches' : 'the devices that watch'}. No names.
              </li>
            ) : null}
          </ul>
        )}
      </details>
      <div className={css.actions}>
        <Button isSmall onClick={onLeave}>
          {session.place.kind === 'alone' ? 'End the demo' : 'Leave the ring'}
        </Button>
      </div>
    </Panel>
  );
}

/** This replica's work in a step beside the others', without what each waits. */
function Work({ mineMs, othersMs }: { mineMs: number | undefined; othersMs: number | undefined }) {
  const longest = Math.max(mineMs ?? 0, othersMs ?? 0);
  const rows = [
    ['Your work', mineMs, css.mine],
    ['Others’ work', othersMs, css.others],
  ] as const;
  return (
    <dl className={css.work}>
      {rows.map(([name, ms, colour]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatMs(ms)}</dd>
          <dd className={css.track} aria-hidden="true">
            <span className={colour} style={{ width: `${longest > 0 ? (100 * (ms ?? 0)) / longest : 0}%` }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Of the last step, or of the first step before one is taken. undefined: this replica is not in it. */
function shareOf({ parts, examples }: BatchParts): number | undefined {
  const mine = parts.find(({ isSelf }) => isSelf);
  return mine && examples > 0 ? mine.examples / examples : undefined;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
