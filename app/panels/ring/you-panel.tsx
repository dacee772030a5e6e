// This device's part: its rank and share, its contributions, whether the ring waits for it, and what leaves it.
import { termTitle } from '../../bridge/words/run-words';
import { batchParts, type BatchParts } from '../../bridge/words/batch-parts';
import { engineWords } from '../../bridge/words/engine-words';
import { formatCount, formatMs, formatPercent } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { useSession, useShown, useTick } from '../../bridge/session/session-context';
import { summariseSplits, wallMs } from '../../bridge/series/split-summary';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import css from './you-panel.module.css';

export function YouPanel({ className, onLeave }: { className?: string; onLeave: () => void }) {
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
  const isWaitedFor = splits.waitedFor?.peer === shown.self && splits.waitedFor.share >= 0.2;
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
      <div className={css.facts}>
        <Facts
          columns={2}
          facts={[
            ['Rank', you?.rank ?? '–'],
            [`${termTitle(shown.config)} given`, formatCount(you?.examplesContributed)],
            ['Your work', formatMs(busyMs)],
            ['Others’ work', others.length > 0 ? formatMs(mean(others)) : '–'],
          ]}
        />
      </div>
      {shown.engine ? <p className={css.engine}>{engineWords(shown.engine)}</p> : null}
      <details className={css.leaves}>
        <summary>What leaves this device</summary>
        {isDemo ? (
          <p>Nothing. All replicas are in this page, and their gradients stay in it.</p>
        ) : (
          <ul>
            <li>Gradients: sums of numbers, never examples.</li>
            <li>Your nickname and the name of your graphics card.</li>
            <li>Your network address, as members can see it while connected.</li>
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

/** Of the last step, or of the first step before one is taken. undefined: this replica is not in it. */
function shareOf({ parts, examples }: BatchParts): number | undefined {
  const mine = parts.find(({ isSelf }) => isSelf);
  return mine && examples > 0 ? mine.examples / examples : undefined;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
