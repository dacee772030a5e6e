// How others join: the QR code, the code to type, the link. Never localhost when another address exists, and never the
// host token.
import { useState } from 'react';
import type { RoomTicket } from '../../../src/replica/protocol';
import { useShownPart } from '../../bridge/session/session-context';
import { usePublicAddress } from '../../bridge/session/use-public-address';
import { isLoopback, linkKey, roomUrl, spellCode, watchPath } from '../../../src/replica/room-link';
import { Button, buttonClass } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { QrCode } from '../../ui/qr-code';
import { hostingText } from '../../text/hosting';
import css from './share-panel.module.css';

/** The share card as a panel of its own. */
export function SharePanel({ ticket, className }: { ticket: RoomTicket; className?: string }) {
  const door = useShownPart(({ room }) => room?.door);
  return (
    <Panel
      title={hostingText.come}
      className={className}
      summary={
        // The card says what a shut door does.
        door !== undefined
          ? undefined
          : linkKey(ticket) === undefined
            ? hostingText.scanPictureType
            : hostingText.scanPictureOpen
      }
    >
      <ShareCard ticket={ticket} />
    </Panel>
  );
}

export function ShareCard({ ticket }: { ticket: RoomTicket }) {
  const address = usePublicAddress();
  const door = useShownPart(({ room }) => room?.door);
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const url = roomUrl(address, ticket.code, linkKey(ticket));
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied('yes');
    } catch {
      setCopied('refused'); // no permission, or not a secure page
    }
  };
  return (
    <div className={css.holder}>
      <div className={css.share}>
        <QrCode text={url} className={css.qr} />
        <div>
          {door === undefined ? null : (
            <p className={css.door}>{door === 'locked' ? hostingText.doorLocked : hostingText.doorAsks}</p>
          )}
          <p className={css.label}>{hostingText.roomCode}</p>
          <p className={css.code}>{spellCode(ticket.code)}</p>
          {linkKey(ticket) === undefined ? null : (
            <p className={css.private}>{hostingText.roomPrivateCode}</p>
          )}
          <p className={css.link}>{url}</p>
          <Button onClick={() => void copy()}>{hostingText.copyLink2}</Button>{' '}
          {ticket.hostToken === undefined ? null : (
            <a
              className={buttonClass()}
              href={watchPath('project', ticket.code, ticket.key)}
              target="_blank"
              rel="noopener"
            >
              {hostingText.showProjector}
            </a>
          )}
          <span className={css.copied} role="status">
            {copied === 'yes' ? hostingText.copied : copied === 'refused' ? hostingText.selectLinkCopy : ''}
          </span>
          {isLoopback(address) ? (
            <p className={css.warning}>{hostingText.thisDeviceOnly}</p>
          ) : address.startsWith('http:') ? (
            <p className={css.warning}>{hostingText.browsersGiveOther}</p>
          ) : null}
        </div>
      </div>
    </div>
  );
}
