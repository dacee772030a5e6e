// Explains why a fixed batch is badly shared, and offers the host a remedy.
import type { Snapshot } from '../../../src/replica/protocol';
import { countExamples, partsTrouble } from '../../bridge/words/batch-sharing';
import { useSession } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { ringText } from '../../text/ring';
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
      <p className={css.trouble}>{ringText.hostCanSet(why, better, instead ? ringText.or(instead) : '')}</p>
    );
  return (
    <div className={css.trouble}>
      <p>
        {why}
        {instead ? ringText.setLargerBatch(instead) : ''}
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
        {ringText.setBatch(better)}
      </Button>
    </div>
  );
}
