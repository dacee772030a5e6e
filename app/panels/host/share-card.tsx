// How others join: the QR code, the code to type, the link. Never localhost when another address exists, and never the
// host token.
import { t } from '@lingui/core/macro';
import { spellCode } from '../../../src/base/room-code';
import type { RoomTicket } from '../../../src/replica/protocol';
import { useShownPart } from '../../bridge/session/session-context';
import { usePublicAddress } from '../../bridge/session/use-public-address';
import { isLoopback, linkKey, roomUrl, watchPath } from '../../../src/replica/room-link';
import { Button, buttonClass } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { QrCode } from '../../ui/qr-code';
import { useCopy } from '../../ui/use-copy';
import ui from '../../ui/shape.module.css';
import css from './share-panel.module.css';

/** The share card as a panel of its own. */
export function SharePanel({ ticket, className }: { ticket: RoomTicket; className?: string }) {
  const door = useShownPart(({ room }) => room?.door);
  return (
    <Panel
      title={t`Come in`}
      className={className}
      summary={
        // The card says what a shut door does.
        door !== undefined
          ? undefined
          : linkKey(ticket) === undefined
            ? t`Scan the picture or type the code. Everyone who opens the page and presses Join becomes a replica.`
            : t`Scan the picture or open the whole link. Everyone who then presses Join becomes a replica.`
      }
    >
      <ShareCard ticket={ticket} />
    </Panel>
  );
}

export function ShareCard({ ticket }: { ticket: RoomTicket }) {
  const address = usePublicAddress();
  const door = useShownPart(({ room }) => room?.door);
  const url = roomUrl(address, ticket.code, linkKey(ticket), ticket.mark);
  const { copy, words } = useCopy(url);
  return (
    <div className={css.holder}>
      <div className={css.share}>
        <QrCode text={url} className={css.qr} />
        <div className={css.how}>
          {door === undefined ? null : (
            <p className={css.door}>
              {door === 'locked'
                ? t`The door is locked: nobody new comes in until the host opens it.`
                : t`The host lets people in one by one: whoever presses Join waits at the door.`}
            </p>
          )}
          <p className={ui.faint}>{t`Room code`}</p>
          <p className={css.code}>{spellCode(ticket.code)}</p>
          {linkKey(ticket) === undefined ? null : (
            <p
              className={css.private}
            >{t`This room is private: the code alone does not open it. The key is the part of the link after #.`}</p>
          )}
          <p className={`${ui.quiet} ${css.link}`}>{url}</p>
          <Button onClick={copy}>{t`Copy link`}</Button>{' '}
          {ticket.hostToken === undefined ? null : (
            <a
              className={buttonClass()}
              href={watchPath('project', ticket.code, ticket.key, ticket.mark)}
              target="_blank"
              rel="noopener"
            >
              {t`Show on a projector`}
            </a>
          )}
          <span className={css.copied} role="status">
            {words}
          </span>
          {isLoopback(address) ? (
            <p
              className={css.warning}
            >{t`This address works on this device only: no other device can open it.`}</p>
          ) : address.startsWith('http:') ? (
            <p
              className={css.warning}
            >{t`Browsers give other devices their GPU only over HTTPS: from this address they train on the CPU.`}</p>
          ) : null}
        </div>
      </div>
    </div>
  );
}
