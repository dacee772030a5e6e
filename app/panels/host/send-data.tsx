// The host lets members receive the files that it trains on, after it read what that means. Nothing is sent before.
import { offerWords, givenWords } from '../../bridge/words/sharing-words';
import { useSession, useShownPart } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import css from './file-picker.module.css';

export function SendData({ className }: { className?: string }) {
  const session = useSession();
  const isHost = useShownPart((shown) => shown.isHost);
  const sharing = useShownPart((shown) => shown.sharing);
  const data = useShownPart((shown) => shown.config?.data);
  if (!isHost || !sharing?.canOffer || (data?.kind !== 'idx' && data?.kind !== 'text')) return null;
  const isOpen = sharing.offer?.sha256 === data.sha256;
  return (
    <Panel title="Your data" className={className} summary={givenWords(sharing)}>
      <div className={css.found}>
        <p className={css.note}>{offerWords(data)}</p>
        <div>
          <Button
            disabled={sharing.isPreparing}
            onClick={() => session.send({ kind: 'offer-data', isOpen: !isOpen })}
          >
            {isOpen ? 'Stop sending my data' : 'Send my data to members'}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
