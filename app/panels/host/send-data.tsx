// The host lets members receive the files that it trains on, after it read what that means. Nothing is sent before. A member
// with a copy of its own may help, while the host's offer stands.
import { givenWords, helpWords, offerWords, tooLargeWords } from '../../bridge/words/sharing-words';
import { useSession, useShownPart } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { hostText } from '../../text/host';
import css from './file-picker.module.css';

/** This device may send the run's data: undefined where it may not. */
export function useSendable() {
  const isHost = useShownPart((shown) => shown.isHost);
  const sharing = useShownPart((shown) => shown.sharing);
  const data = useShownPart((shown) => shown.config?.data);
  if (!sharing?.canOffer || (data?.kind !== 'idx' && data?.kind !== 'text')) return undefined;
  const isOffered = sharing.offer?.sha256 === data.sha256;
  if (!isHost && !isOffered) return undefined;
  return { isHost, sharing, data, isOpen: isHost ? isOffered : sharing.givesAll };
}

export function SendData({ className }: { className?: string }) {
  const session = useSession();
  const sendable = useSendable();
  if (!sendable) return null;
  const { isHost, sharing, data, isOpen } = sendable;
  return (
    <Panel title={hostText.yourData} className={className} summary={givenWords(sharing)}>
      <div className={css.found}>
        <p className={css.note}>
          {sharing.tooLarge ? tooLargeWords(sharing.tooLarge) : isHost ? offerWords(data) : helpWords()}
        </p>
        <div>
          <Button
            disabled={sharing.isPreparing || sharing.tooLarge !== undefined}
            onClick={() => session.send({ kind: 'offer-data', isOpen: !isOpen })}
          >
            {isOpen ? hostText.stopSending : isHost ? hostText.sendMyData : hostText.passMyCopy}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
