// A newcomer receives the room's data from its members: what it agrees to, a bar that fills, cancel and try again.
import type { Snapshot } from '../../../src/replica/protocol';
import { acceptWords, receivedWords } from '../../bridge/words/sharing-words';
import { formatBytes, formatSentence } from '../../bridge/words/format';
import { useSession } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
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
            aria-label="Receiving the data"
            value={receiving.bytes / offer.bytes}
          />
          <Button onClick={() => session.send({ kind: 'stop-data' })}>Cancel</Button>
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
          {problem ? 'Try again' : `Receive ${formatBytes(offer.bytes)} and join`}
        </Button>
      </div>
      <p className={`${css.note} ${problem ? css.bad : ''}`} role="status">
        {problem
          ? `It did not arrive: ${formatSentence(problem)} What came is kept.`
          : holders.length === 0
            ? 'No member who has it is linked directly to this device yet.'
            : `From ${holders.slice(0, 3).join(', ')}${holders.length > 3 ? ` and ${holders.length - 3} more` : ''}.`}
      </p>
    </div>
  );
}
