// The model of a ring on a second device: the link that a phone scans, and the host’s yes where the model learned from a
// person’s own data. Nothing leaves before.
import { t } from '@lingui/core/macro';
import { mostCopiedParameters } from '../../../../src/replica/watch/copy-limits';
import type { RoomTicket } from '../../../../src/replica/protocol';
import { isLoopback, watchUrl } from '../../../../src/replica/room-link';
import { isFileData, isOwnData, isPublicData, isSharedData } from '../../../../src/train/run/data-shape';
import { useSession, useShownPart } from '../../../bridge/session/session-context';
import { usePublicAddress } from '../../../bridge/session/use-public-address';
import { formatCount } from '../../../bridge/words/format';
import { Button } from '../../../ui/button';
import { Panel } from '../../../ui/panel';
import { QrCode } from '../../../ui/qr-code';
import { useCopy } from '../../../ui/use-copy';
import ui from '../../../ui/shape.module.css';
import css from './live.module.css';

/** Nothing in a ring that nobody else can reach. */
export function CopyToDevice({ parameters }: { parameters: number }) {
  const { place } = useSession();
  return place.kind === 'room' ? <Copies ticket={place.ticket} parameters={parameters} /> : null;
}

/** `parameters`: of the whole model. */
function Copies({ ticket, parameters }: { ticket: RoomTicket; parameters: number }) {
  const session = useSession();
  const isHost = useShownPart((shown) => shown.isHost);
  const data = useShownPart((shown) => shown.config?.data);
  const hasBase = useShownPart((shown) => shown.config?.base !== undefined);
  const copyOf = useShownPart((shown) => shown.room?.copyOf);
  if (!data) return null;
  const isGiven = isSharedData(data) && copyOf === data.sha256;
  const isAllowed = isPublicData(data) || isGiven;
  const give = (sha256: string | null): void =>
    session.send({ kind: 'host', command: { kind: 'give-copies', data: sha256 } });
  const refusal =
    hasBase && isPublicData(data)
      ? t`This run began with another model, which may know a person’s own data by heart: no copy goes to a device that only watches. Join there to try it.`
      : parameters > mostCopiedParameters
        ? t`This model is too large to go to a device that only watches: it has ${{ parameters: formatCount(parameters) }} parameters, and at most ${{ most: formatCount(mostCopiedParameters) }} are sent. Save the run, and open its file there on the page “Playground”.`
        : isOwnData(data)
          ? t`Each member brings its own examples here, and the model may know them by heart: nobody can say yes for all, so no copy leaves the members.`
          : !isAllowed && !isHost
            ? t`This model learns from the host’s own data, and may know it by heart: copies go to other devices only when the host says yes, in the playground of the host’s page.`
            : undefined;
  return (
    <Panel
      title={t`On another device`}
      summary={t`A phone that scans this watches the ring, and tries a copy of the model by itself.`}
    >
      {refusal !== undefined ? (
        <p className={ui.quiet}>{refusal}</p>
      ) : (
        <div className={css.device}>
          {isAllowed ? <Scanned ticket={ticket} /> : null}
          <div className={css.words}>
            {isPublicData(data) ? (
              <p
                className={ui.quiet}
              >{t`The data is public, so members give a copy of the model to whoever watches and asks.`}</p>
            ) : (
              <>
                <p className={ui.quiet}>
                  {isGiven
                    ? t`Whoever has the link can get a copy of this model, with the names of its classes. What was copied cannot be called back.`
                    : t`If you say yes, a copy of this model and the names of its classes go to every device that opens the link and asks, through the room server, encrypted. No example goes along, but the model may know some by heart, and a copy cannot be called back.`}
                </p>
                <Button onClick={() => give(isGiven || !isFileData(data) ? null : data.sha256)}>
                  {isGiven ? t`Give no more copies` : t`Yes, give copies`}
                </Button>
              </>
            )}
          </div>
        </div>
      )}
    </Panel>
  );
}

function Scanned({ ticket }: { ticket: RoomTicket }) {
  const address = usePublicAddress();
  const url = watchUrl(address, ticket);
  const { copy, words } = useCopy(url);
  return (
    <div className={css.words}>
      <QrCode text={url} label={t`QR code of the link to try the model`} />
      <p className={`${ui.faint} ${css.link}`}>{url}</p>
      <Button isSmall onClick={copy}>{t`Copy link`}</Button>
      <span className={ui.quiet} role="status">
        {words}
      </span>
      {isLoopback(address) ? (
        <p className={ui.quiet}>{t`This address works on this device only: no other device can open it.`}</p>
      ) : address.startsWith('http:') ? (
        <p
          className={ui.quiet}
        >{t`Browsers give other devices their camera and microphone only over HTTPS: there this address shows the ring, and neither.`}</p>
      ) : null}
    </div>
  );
}
