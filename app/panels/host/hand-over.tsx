// Moving hosting to another device: a link of its own, which can be revoked until it is used.
import { t } from '@lingui/core/macro';
import type { RoomTicket, Snapshot } from '../../../src/replica/protocol';
import { hostUrl } from '../../../src/replica/room-link';
import { useSession } from '../../bridge/session/session-context';
import { usePublicAddress } from '../../bridge/session/use-public-address';
import { Button } from '../../ui/button';
import { QrCode } from '../../ui/qr-code';
import { useCopy } from '../../ui/use-copy';
import { Control } from './control';
import css from './host-panel.module.css';

export function HandOver({ ticket, offer }: { ticket: RoomTicket; offer: Snapshot['handOver'] }) {
  const session = useSession();
  const address = usePublicAddress();
  const { code, key, mark } = ticket;
  const token = offer?.token;
  const url = token === undefined || key === undefined ? undefined : hostUrl(address, code, key, token, mark);
  const { copy, words } = useCopy(url ?? '');
  // Only the link with the key reaches a room whose door is shut.
  if (key === undefined) return null;
  const send = (isOffered: boolean): void => session.send({ kind: 'hand-over', isOffered });
  if (!offer)
    return (
      <Control does={t`A link of its own makes another device the host, and this one an ordinary member.`}>
        <Button onClick={() => send(true)}>{t`Move hosting to another device\u00a0…`}</Button>
      </Control>
    );
  return (
    <Control
      does={
        url === undefined
          ? t`It was made before this page was loaded.`
          : t`Whoever joins by this link becomes the host, and this device an ordinary member. Show it to that person alone.`
      }
    >
      <div className={css.handOver}>
        <p role="status">{t`A link that moves hosting is out, and not used yet.`}</p>
        {url === undefined ? null : (
          <>
            <QrCode
              text={url}
              className={css.handOverPicture}
              label={t`QR code of the link that moves hosting`}
            />
            <p className={css.handOverLink}>{url}</p>
            <Button isSmall onClick={copy}>
              {t`Copy this link`}
            </Button>
          </>
        )}
        <Button isSmall kind="danger" onClick={() => send(false)}>
          {t`Revoke this link`}
        </Button>
        <span role="status">{words}</span>
      </div>
    </Control>
  );
}
