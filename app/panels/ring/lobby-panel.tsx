// The lobby: who is here, as a ring that grows, and what the next one adds to the batch.
import { batchParts } from '../../bridge/words/batch-parts';
import { formatCount } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { useSession, useShown } from '../../bridge/session/session-context';
import { RingPanel } from './ring-panel';
import css from './lobby-panel.module.css';

export function LobbyPanel({ className }: { className?: string }) {
  const { series } = useSession();
  const shown = useShown();
  const { now, members } = participants(shown);
  const { examples } = batchParts(shown, series.last);
  const isKnown = now !== undefined && examples > 0 && now === members;
  return (
    <div className={`${css.lobby} ${className ?? ''}`}>
      <p className={css.sum} aria-live="polite">
        {isKnown ? (
          <>
            <span key={`${now}`} className={css.tick}>
              {formatCount(now)}
            </span>{' '}
            {now === 1 ? 'replica' : 'replicas'}: batch{' '}
            <span key={`${examples} examples`} className={css.tick}>
              {formatCount(examples)}
            </span>
          </>
        ) : (
          'Gathering …'
        )}
      </p>
      <RingPanel />
    </div>
  );
}
