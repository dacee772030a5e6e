// A newcomer receives the room's data from its members: what it agrees to, a bar that fills, cancel and try again.
import type { Snapshot } from '../../../src/replica/protocol';
import { acceptWords, receivedWords } from '../../bridge/words/sharing-words';
import { formatBytes, formatSentence } from '../../bridge/words/format';
import { sayingWords } from '../../bridge/words/saying-words';
import { useSession } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { hostText } from '../../text/host';
import css from './file-picker.module.css';

export function ReceiveData({
  offer,
  sharing,
}: {
  offer: { readonly bytes: number };
  sharing: NonNullable<Snapshot['sharing']>;
}) {
  const session = useSession();
  const { receiving, problem, holders } = sharing;
  if (receiving)
    return (
      <div className={css.found}>
        <div className={css.row}>
          <progress
            className={css.bar}
            aria-label={hostText.receivingData}
            value={receiving.bytes / offer.bytes}
          />
          <Button onClick={() => session.send({ kind: 'stop-data' })}>{hostText.cancel}</Button>
        </div>
        <p className={css.note} role="status">
          {receivedWords(receiving, offer.bytes)}
        </p>
      </div>
    );
  return (
    <div className={css.found}>
      <p className={css.note}>{acceptWords(offer.bytes)}</p>
      <div className={css.row}>
        <Button kind="primary" onClick={() => session.send({ kind: 'receive-data' })}>
          {problem ? hostText.tryAgain : hostText.receiveJoin(formatBytes(offer.bytes))}
        </Button>
      </div>
      <p className={`${css.note} ${problem ? css.bad : ''}`} role="status">
        {problem
          ? hostText.didNotArrive(formatSentence(sayingWords(problem.text, problem.says)))
          : holders.length === 0
            ? hostText.noMemberWho
            : hostText.from(
                holders.slice(0, 3).join(', '),
                holders.length > 3 ? hostText.more(holders.length - 3) : '',
              )}
      </p>
    </div>
  );
}
