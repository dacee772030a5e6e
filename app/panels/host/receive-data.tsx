// A newcomer receives the room's data from its members: what it agrees to, a bar that fills, cancel and try again.
import { t } from '@lingui/core/macro';
import type { Snapshot } from '../../../src/replica/protocol';
import { acceptWords, receivedWords } from '../../bridge/words/sharing-words';
import { formatBytes, formatSentence } from '../../bridge/words/format';
import { sayingWords, technicalWords } from '../../bridge/words/saying-words';
import { TechnicalDetail } from '../../bridge/words/technical-detail';
import { useSession } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import ui from '../../ui/shape.module.css';
import css from './file-picker.module.css';

interface Props {
  offer: { readonly bytes: number };
  sharing: NonNullable<Snapshot['sharing']>;
}

export function ReceiveData({ offer, sharing }: Props) {
  const session = useSession();
  const { receiving, problem, holders } = sharing;
  if (receiving)
    return (
      <div className={css.found}>
        <div className={css.row}>
          <progress
            className={css.bar}
            aria-label={t`Receiving the data`}
            value={receiving.bytes / offer.bytes}
          />
          <Button onClick={() => session.send({ kind: 'stop-data' })}>{t`Cancel`}</Button>
        </div>
        <p className={ui.quiet} role="status">
          {receivedWords(receiving, offer.bytes)}
        </p>
      </div>
    );
  const names = holders.slice(0, 3).join(', ');
  return (
    <div className={css.found}>
      <p className={ui.quiet}>{acceptWords(offer.bytes)}</p>
      <div className={css.row}>
        <Button kind="primary" onClick={() => session.send({ kind: 'receive-data' })}>
          {problem ? t`Try again` : t`Receive ${{ bytes: formatBytes(offer.bytes) }} and join`}
        </Button>
      </div>
      <p className={`${ui.quiet} ${problem ? ui.bad : ''}`} role="status">
        {problem
          ? t`It did not arrive: ${{ problem: formatSentence(sayingWords(problem)) }} What came is kept.`
          : holders.length === 0
            ? t`No member who has it is linked directly to this device yet.`
            : holders.length > 3
              ? t`From ${names} and ${{ more: holders.length - 3 }} more.`
              : t`From ${names}.`}
        <TechnicalDetail text={problem && technicalWords(problem)} />
      </p>
    </div>
  );
}
