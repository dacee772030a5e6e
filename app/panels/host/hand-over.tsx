// Moving hosting to another device: a link of its own, which can be revoked until it is used.
import { useState } from 'react';
import type { RoomTicket, Snapshot } from '../../../src/replica/protocol';
import { hostUrl } from '../../../src/replica/room-link';
import { useSession } from '../../bridge/session/session-context';
import { usePublicAddress } from '../../bridge/session/use-public-address';
import { Button } from '../../ui/button';
import { QrCode } from '../../ui/qr-code';
import { Control } from './control';
import { hostText } from '../../text/host';
import { hostingText } from '../../text/hosting';
import css from './host-panel.module.css';

export function HandOver({ ticket, offer }: { ticket: RoomTicket; offer: Snapshot['handOver'] }) {
  const session = useSession();
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const address = usePublicAddress();
  const { code, key } = ticket;
  // Only the link with the key reaches a room whose door is shut.
  if (key === undefined) return null;
  const send = (isOffered: boolean): void => {
    setCopied('no');
    session.send({ kind: 'hand-over', isOffered });
  };
  if (!offer)
    return (
      <Control does={hostText.linkOwnMakes}>
        <Button onClick={() => send(true)}>{hostText.moveHostingAnother}</Button>
      </Control>
    );
  const url = offer.token === undefined ? undefined : hostUrl(address, code, key, offer.token);
  const copy = (text: string): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    );
  return (
    <Control does={url === undefined ? hostText.madeBeforePage : hostText.whoeverJoinsLink}>
      <div className={css.handOver}>
        <p role="status">{hostText.linkMovesHosting}</p>
        {url === undefined ? null : (
          <>
            <QrCode text={url} className={css.handOverPicture} label={hostText.qrCodeLink} />
            <p className={css.handOverLink}>{url}</p>
            <Button isSmall onClick={() => copy(url)}>
              {hostText.copyLink}
            </Button>
          </>
        )}
        <Button isSmall kind="danger" onClick={() => send(false)}>
          {hostText.revokeLink}
        </Button>
        <span role="status">
          {copied === 'yes' ? hostingText.copied : copied === 'refused' ? hostingText.selectLinkCopy : ''}
        </span>
      </div>
    </Control>
  );
}
