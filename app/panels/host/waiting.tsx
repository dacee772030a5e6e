// Who waits for the host, at the top of the host's dashboard, each with the button that gives it: at the door, for the data
// of the run, for a count of its examples. Strangers may hold places. A full room turns others away, and no button helps.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { roomPlaces } from '../../../src/replica/peer-status';
import type { HostControls } from '../../bridge/session/host-controls';
import { useSession, useShownPart } from '../../bridge/session/session-context';
import { formatCount, formatNames } from '../../bridge/words/format';
import { offerWords } from '../../bridge/words/sharing-words';
import { textName } from '../../bridge/words/text-name';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Lobby } from './door-control';
import { hasStrangers, Strangers } from './strangers';
import { useSendable } from './use-sendable';
import ui from '../../ui/shape.module.css';
import css from './host-panel.module.css';

export function Waiting({ controls }: { controls: HostControls }) {
  const { live, send } = controls;
  const claims = live.peers.flatMap(({ id, name, claimedExamples: examples }) =>
    examples === undefined ? [] : [{ id, name, examples }],
  );
  const asked = useAskedData();
  const isHeld = hasStrangers(live);
  const isFull = !isHeld && live.peers.filter(({ state }) => state !== 'lost').length >= roomPlaces;
  if (live.lobby.length === 0 && claims.length === 0 && !asked && !isFull && !isHeld) return null;
  return (
    <section className={`${ui.card} ${css.waiting}`} aria-label={t`Waiting for you`}>
      {live.lobby.length > 0 ? <Lobby live={live} send={send} /> : null}
      {isHeld ? <Strangers live={live} /> : null}
      {asked ? <DataWanted {...asked} /> : null}
      {isFull ? (
        <p role="status">
          {t`The room is full: ${{ count: formatCount(roomPlaces) }} are here. Nobody else comes in until one leaves, but others can watch.`}
        </p>
      ) : null}
      {claims.map(({ id, name, examples }) => (
        <p key={id} className={ui.row}>
          <span>{t`${name} says it has ${{ examples: formatCount(examples) }} examples of its own.`}</span>
          <Button isSmall onClick={() => send({ kind: 'trust-claim', peer: id, examples })}>
            {t`Count all ${{ examples: formatCount(examples) }}`}
          </Button>
        </p>
      ))}
    </section>
  );
}

type Asked = NonNullable<ReturnType<typeof useAskedData>>;

/** Peers that say they have nothing ready to train with, where this device has the run's files and sends none yet. */
function useAskedData() {
  const sendable = useSendable();
  const lobby = useShownPart((shown) => shown.lobby);
  const peers = useShownPart((shown) => shown.peers);
  if (!sendable?.isHost || sendable.isOpen || sendable.sharing.tooLarge) return undefined;
  const names = peers
    .filter(
      ({ id, isSelf, rank, state, isPrepared }) =>
        !isSelf &&
        rank === undefined &&
        state === 'joining' &&
        isPrepared === false &&
        !lobby.some((one) => one.id === id),
    )
    .map(({ name }) => name);
  return names.length > 0
    ? { names, data: sendable.data, isPreparing: sendable.sharing.isPreparing }
    : undefined;
}

function DataWanted({ names, data, isPreparing }: Asked) {
  const session = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const file = textName(data);
  return (
    <p className={ui.row}>
      <span role="status">
        {names.length === 1
          ? t`${{ name: names[0] }} does not have ${file} ready.`
          : t`${{ names: formatNames(names) }} do not have ${file} ready.`}
      </span>
      <Button isSmall disabled={isPreparing} onClick={() => setIsAsking(true)}>
        {t`Send it …`}
      </Button>
      <Confirm
        title={t`Send ${file}?`}
        isOpen={isAsking}
        kind="primary"
        action={t`Send it`}
        onConfirm={() => session.send({ kind: 'offer-data', isOpen: true })}
        onClose={() => setIsAsking(false)}
      >
        <p>{offerWords(data)}</p>
      </Confirm>
    </p>
  );
}
