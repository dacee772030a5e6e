// The effective batch is the sum of the members' local batches: drawn as that sum, one tile per member, with what each
// really gave in the last step.
import type { Snapshot } from '../../src/replica/protocol';
import { formatCount } from '../bridge/format';
import { noiseWords } from '../bridge/noise-words';
import { accumulationWords, termWords } from '../bridge/run-words';
import { useSession, useShown, useTick } from '../bridge/session-context';
import { Panel } from '../ui/panel';
import css from './batch-panel.module.css';

export function BatchPanel({ className }: { className?: string }) {
  const session = useSession();
  const shown = useShown();
  useTick();
  const accumulation = shown.config ? accumulationWords(shown.config) : '';
  const given = session.series.last?.contributions;
  const members = shown.peers
    .filter((peer) => peer.rank !== undefined)
    .map((peer) => ({ peer, share: (given?.[peer.id] ?? shown.localBatch * shown.terms) / shown.terms }));
  const isText = termWords(shown.config) === 'characters';
  const isEven = members.every(({ share }) => share === shown.localBatch);
  return (
    <Panel
      title="Effective batch"
      className={className}
      summary={sentence(shown)}
      table={() => ({
        columns: ['Replica', 'Rank', 'Local batch', isText ? 'Characters in all' : 'Examples in all'],
        rows: members.map(({ peer, share }) => [
          peer.name,
          String(peer.rank),
          formatCount(share),
          formatCount(peer.examplesContributed),
        ]),
      })}
    >
      <p>
        <span className={css.numeral}>{formatCount(shown.effectiveBatch)}</span>
        <span className={css.unit}>{termWords(shown.config)} per step</span>
      </p>
      <ul
        className={css.shares}
        style={{ ['--columns' as string]: Math.min(8, Math.max(1, members.length)) }}
        aria-label="Local batch of each member"
      >
        {members.map(({ peer, share }) => (
          <li key={peer.id} className={`${css.share} ${peer.isSelf ? css.self : ''}`}>
            {formatCount(share)}
            <small>{peer.isSelf ? 'you' : members.length > 4 ? peer.rank : peer.name}</small>
          </li>
        ))}
      </ul>
      {shown.batch && members.length > 1 ? <p className={css.sum}>{modeWords(shown.batch)}</p> : null}
      <p className={css.sum}>
        {isEven
          ? `${formatCount(members.length)} × ${formatCount(shown.localBatch)}`
          : members.map(({ share }) => formatCount(share)).join(' + ')}{' '}
        = {formatCount(members.reduce((sum, { share }) => sum + share, 0))}
        {isText ? ` windows of ${formatCount(shown.terms)} characters` : ''}
        {accumulation ? `; each accumulates ${accumulation}` : ''}
      </p>
      <NoiseGauge shown={shown} />
    </Panel>
  );
}

/** The batch on a track, with the critical one marked. */
function NoiseGauge({ shown }: { shown: Snapshot }) {
  const { value, meaning, critical } = noiseWords(shown);
  const end = 1.25 * Math.max(critical ?? 0, shown.effectiveBatch, 1);
  return (
    <div className={css.noise}>
      <p>
        Critical batch <strong>{value}</strong>
      </p>
      {critical === undefined ? null : (
        <div
          className={css.track}
          role="img"
          aria-label={`The batch is ${formatCount(shown.effectiveBatch)}, the critical one ${value}.`}
        >
          <span className={css.filled} style={{ width: `${(100 * shown.effectiveBatch) / end}%` }} />
          <span className={css.critical} style={{ insetInlineStart: `${(100 * critical) / end}%` }} />
        </div>
      )}
      <p className={css.meaning}>{meaning}</p>
    </div>
  );
}

function modeWords({ batchMode, globalBatch, shards }: NonNullable<Snapshot['batch']>): string {
  const size =
    batchMode === 'fixed'
      ? `Fixed at ${formatCount(globalBatch)}: more replicas, smaller parts`
      : 'Grows with the ring';
  return `${size}; ${shards === 'measured' ? 'parts by measured speed' : 'equal parts'}.`;
}

function sentence({ worldSize, localBatch, effectiveBatch, terms, batch }: Snapshot): string {
  if (worldSize <= 1)
    return `One replica, ${formatCount(localBatch)} examples a step: another would double it.`;
  if (batch && (batch.batchMode === 'fixed' || batch.shards === 'measured'))
    return `${worldSize} replicas share it: the update is that of one machine with a batch of ${formatCount(effectiveBatch / terms)}.`;
  return `${worldSize} replicas take ${formatCount(localBatch)} each: the update is that of one machine with a batch of ${formatCount(effectiveBatch / terms)}.`;
}
