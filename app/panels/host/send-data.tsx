// The host lets members receive the files that it trains on, after it read what that means. Nothing is sent before. A member
// with a copy of its own may help, while the host's offer stands.
import { t } from '@lingui/core/macro';
import { givenWords, helpWords, offerWords, tooLargeWords } from '../../bridge/words/sharing-words';
import { useSession } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { useSendable } from './use-sendable';
import ui from '../../ui/shape.module.css';
import css from './file-picker.module.css';

export function SendData({ className }: { className?: string }) {
  const session = useSession();
  const sendable = useSendable();
  if (!sendable) return null;
  const { isHost, sharing, data, isOpen } = sendable;
  return (
    <Panel title={t`Your data`} className={className} summary={givenWords(sharing)}>
      <div className={css.found}>
        <p className={ui.quiet}>
          {sharing.tooLarge ? tooLargeWords(sharing.tooLarge) : isHost ? offerWords(data) : helpWords()}
        </p>
        <div>
          <Button
            disabled={sharing.isPreparing || sharing.tooLarge !== undefined}
            onClick={() => session.send({ kind: 'offer-data', isOpen: !isOpen })}
          >
            {isOpen ? t`Stop sending` : isHost ? t`Send my data to members` : t`Pass my copy on`}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
