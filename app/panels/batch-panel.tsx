// The effective batch is the sum of the members' local batches: drawn as that sum, one tile per member.
import type { Snapshot } from '../../src/replica/protocol';
import { formatCount } from '../bridge/format';
import { useShown } from '../bridge/session-context';
import { Panel } from '../ui/panel';
import css from './batch-panel.module.css';

export function BatchPanel({ className }: { className?: string }) {
  const shown = useShown();
  const members = shown.peers.filter((peer) => peer.rank !== undefined);
  return (
    <Panel
      title="Effective batch"
      className={className}
      summary={sentence(shown)}
      table={() => ({
        columns: ['Replica', 'Rank', 'Local batch', 'Examples in all'],
        rows: members.map((peer) => [
          peer.name,
          String(peer.rank),
          formatCount(shown.localBatch),
          formatCount(peer.examplesContributed),
        ]),
      })}
    >
      <p>
        <span className={css.numeral}>{formatCount(shown.effectiveBatch)}</span>
        <span className={css.unit}>examples per step</span>
      </p>
      <ul
        className={css.shares}
        style={{ ['--columns' as string]: Math.min(8, Math.max(1, members.length)) }}
        aria-label="Local batch of each member"
      >
        {members.map((peer) => (
          <li key={peer.id} className={`${css.share} ${peer.isSelf ? css.self : ''}`}>
            {formatCount(shown.localBatch)}
            <small>{peer.isSelf ? 'you' : members.length > 4 ? `rank ${peer.rank}` : peer.name}</small>
          </li>
        ))}
      </ul>
      <p className={css.sum}>
        {formatCount(shown.worldSize)} × {formatCount(shown.localBatch)} ={' '}
        {formatCount(shown.worldSize * shown.localBatch)}
      </p>
    </Panel>
  );
}

function sentence({ worldSize, localBatch, effectiveBatch }: Snapshot): string {
  if (worldSize <= 1)
    return `One replica, ${formatCount(localBatch)} examples a step: another would double it.`;
  return `${worldSize} replicas take ${formatCount(localBatch)} each: the update is that of one machine with a batch of ${formatCount(effectiveBatch)}.`;
}
