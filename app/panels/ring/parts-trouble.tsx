// Explains why a fixed batch is badly shared, and offers the host a remedy.
import { t } from '@lingui/core/macro';
import type { Snapshot } from '../../../src/replica/protocol';
import { countExamples, partsTrouble } from '../../bridge/words/batch-sharing';
import { useSession } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import css from './batch-panel.module.css';

export function PartsTrouble({ shown }: { shown: Snapshot }) {
  const session = useSession();
  const trouble = partsTrouble(shown);
  const { batch, config, isHost } = shown;
  if (!trouble || !batch) return null;
  const { why, instead, betterBatch } = trouble;
  const better = countExamples(betterBatch, config);
  if (!isHost)
    return (
      <p className={css.trouble}>
        {why}{' '}
        {instead
          ? t`The host can set a batch of ${better}, or ${instead}.`
          : t`The host can set a batch of ${better}.`}
      </p>
    );
  return (
    <div className={css.trouble}>
      <p>
        {why}
        {instead ? ` ${t`Set a larger batch, or ${instead}.`}` : ''}
      </p>
      <Button
        isSmall
        onClick={() =>
          session.send({
            kind: 'host',
            command: { kind: 'set-batch', batch: { ...batch, globalBatch: betterBatch } },
          })
        }
      >
        {t`Set the batch to ${better}`}
      </Button>
    </div>
  );
}
