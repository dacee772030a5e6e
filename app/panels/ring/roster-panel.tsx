// The members of the room, by rank, then those not yet in the ring. Names are inert text. Software adapters and CPU
// replicas are named: they limit the ring's efficiency.
import { useState } from 'react';
import type { HostCommand, PeerStatus } from '../../../src/replica/protocol';
import { digestGroups } from '../../bridge/words/disagreement';
import { deviceName } from '../../bridge/words/device-name';
import { sharedDeviceWords, sharersOf } from '../../bridge/words/device-words';
import { formatCount, formatDigest, formatMs, formatPercent } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { useSession, useSessionState, useShown } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { Segments } from '../../ui/field';
import { Modal } from '../../ui/modal';
import { RenameForm } from './rename-form';
import { Panel } from '../../ui/panel';
import { ringText } from '../../text/ring';
import css from './roster-panel.module.css';

export function RosterPanel({ className }: { className?: string }) {
  const session = useSession();
  const shown = useShown();
  const isHost = useSessionState((state) => state.forControls?.isHost ?? false);
  const [removing, setRemoving] = useState<PeerStatus>();
  const [poisoning, setPoisoning] = useState<PeerStatus>();
  const [renaming, setRenaming] = useState<PeerStatus>();
  const here = participants(shown);
  const held = shown.lockstep === 'disagreed' ? digestGroups(shown)[0]?.digest : undefined;
  const slow = shown.peers.filter((peer) => peer.isSoftware).length;
  /** All its replicas share this device. */
  const isDemo = session.place.kind === 'alone';
  const sharedWords = (id: string): string | undefined => {
    if (isDemo) return shown.peers.length > 1 ? ringText.sharesDeviceAll : undefined;
    const names = sharersOf(shown, id);
    return names === undefined ? undefined : ringText.sharesDevice(names);
  };
  const relayed = shown.peers.filter(({ link }) => link === 'relayed').length;
  return (
    <Panel
      title={ringText.roster}
      className={className}
      summary={
        (here.now === undefined ? ringText.notRingYet : ringText.ring2(here.headline)) +
        (here.note ? `, ${here.note}` : '') +
        (relayed > 0 ? ringText.reachedThroughRoom(formatCount(relayed)) : '') +
        (slow > 0 ? ringText.onProcessor(formatCount(slow), slow) : '.') +
        (isDemo ? '' : sharedDeviceWords(shown)) +
        (shown.observers > 0 ? ringText.text(formatCount(shown.observers), shown.observers) : '')
      }
    >
      <div className={css.scroll} tabIndex={0} role="region" aria-label={ringText.rosterTable}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{ringText.name}</th>
              <th scope="col" className={css.number}>
                {ringText.rank}
              </th>
              <th scope="col">{ringText.state}</th>
              <th scope="col">{ringText.device}</th>
              <th scope="col" className={`${css.number} ${css.extra}`}>
                {ringText.stepTime}
              </th>
              <th scope="col" className={`${css.number} ${css.extra}`}>
                {ringText.roundTrip}
              </th>
              <th scope="col">{ringText.digest}</th>
              {isHost ? (
                <th scope="col">
                  <span className="visually-hidden">{ringText.renameRemovePoison}</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {shown.peers.map((peer) => (
              <tr key={peer.id} className={peer.isSelf ? css.isSelf : undefined}>
                <th scope="row">
                  {peer.name}
                  <span className={css.tags}>
                    {peer.isSelf ? <span className={css.tag}>{ringText.you}</span> : null}
                    {peer.isHost ? <span className={css.tag}>{ringText.host}</span> : null}
                    {peer.offences > 0 ? (
                      <span className={`${css.tag} ${css.warn}`}>
                        {ringText.refused(formatCount(peer.offences))}
                      </span>
                    ) : null}
                    {peer.link === 'relayed' ? (
                      <span className={css.tag} title={ringText.bytesPassThrough}>
                        {ringText.relayed}
                      </span>
                    ) : null}
                  </span>
                </th>
                <td className={css.number}>{peer.rank ?? '–'}</td>
                <td className={`${css.state} ${peer.state === 'lost' ? css.bad : ''}`}>
                  {shown.lobby.some(({ id }) => id === peer.id) ? ringText.waitsDoor : stateWords(peer)}
                  {peer.leftOut ? <span className={css.leftOut}>{leftOutWords(peer.leftOut)}</span> : null}
                  {peer.claimedExamples === undefined ? null : (
                    <span className={css.leftOut}>
                      {ringText.saysExamples(formatCount(peer.claimedExamples))}
                    </span>
                  )}
                </td>
                <td className={css.device}>
                  {deviceName(peer.device) || '–'}
                  {sharedWords(peer.id) !== undefined ? (
                    <span className={css.shared}>{sharedWords(peer.id)}</span>
                  ) : null}
                  {peer.isSoftware ? (
                    <span className={css.tags}>
                      <span className={`${css.tag} ${css.warn}`}>
                        {peer.backend === 'webgpu' ? ringText.software : ringText.cpu}
                      </span>
                    </span>
                  ) : null}
                </td>
                <td className={`${css.number} ${css.extra}`}>
                  {formatMs(shown.step === 0 ? undefined : peer.split?.wallMs)}
                </td>
                <td className={`${css.number} ${css.extra}`}>
                  {peer.isSelf ? '–' : formatMs(peer.roundTripMs)}
                  {peer.clock ? (
                    <span className={css.clock} title={ringText.howWellClock}>
                      {ringText.clock(formatMs(peer.clock.errorMs))}
                    </span>
                  ) : null}
                </td>
                <td className={held && peer.digest && peer.digest !== held ? css.bad : undefined}>
                  <code>{formatDigest(peer.digest)}</code>
                  {held && peer.digest && peer.digest !== held ? ringText.differs : null}
                </td>
                {isHost ? (
                  <td>
                    {peer.isSelf ? null : (
                      <span className={css.acts}>
                        <Button
                          kind="quiet"
                          isSmall
                          aria-label={ringText.rename2(peer.name)}
                          onClick={() => setRenaming(peer)}
                        >
                          {ringText.rename}
                        </Button>
                        <Button
                          kind="quiet"
                          isSmall
                          aria-label={ringText.remove(peer.name)}
                          onClick={() => setRemoving(peer)}
                        >
                          {ringText.remove2}
                        </Button>
                        {peer.rank === undefined ? null : (
                          <Button
                            kind="quiet"
                            isSmall
                            aria-label={ringText.poison(peer.name)}
                            onClick={() => setPoisoning(peer)}
                          >
                            {ringText.poison2}
                          </Button>
                        )}
                      </span>
                    )}
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isHost && shown.removed.length > 0 ? (
        <div className={css.removed}>
          <h3>{ringText.removed}</h3>
          <ul>
            {shown.removed.map(({ id, name }) => (
              <li key={id}>
                {name}
                <Button
                  kind="quiet"
                  isSmall
                  aria-label={ringText.letBack(name)}
                  onClick={() => session.send({ kind: 'host', command: { kind: 'let-in', peer: id } })}
                >
                  {ringText.letBack2}
                </Button>
              </li>
            ))}
          </ul>
          <p>{ringText.personWhomYou}</p>
        </div>
      ) : null}
      <Modal
        title={ringText.rename3(renaming?.name ?? '')}
        isOpen={renaming !== undefined}
        onClose={() => setRenaming(undefined)}
        isNarrow
      >
        {renaming ? (
          <RenameForm
            name={renaming.name}
            isRenamed={shown.room?.renamed?.some(({ member }) => member === renaming.id) === true}
            onRename={(name) => {
              session.send({ kind: 'host', command: { kind: 'rename', peer: renaming.id, name } });
              setRenaming(undefined);
            }}
          />
        ) : null}
      </Modal>
      <Modal
        title={ringText.remove3(removing?.name ?? '')}
        isOpen={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        isNarrow
      >
        <p>{ringText.ringClosesUp}</p>
        <p style={{ marginTop: '0.75rem' }}>{ringText.notLockAnyone}</p>
        <p style={{ marginTop: '1rem' }}>
          <Button
            kind="danger"
            onClick={() => {
              if (removing) session.send({ kind: 'host', command: { kind: 'kick', peer: removing.id } });
              setRemoving(undefined);
            }}
          >
            {ringText.removeFromRing}
          </Button>
        </p>
      </Modal>
      <Modal
        title={ringText.poison3(poisoning?.name ?? '')}
        isOpen={poisoning !== undefined}
        onClose={() => setPoisoning(undefined)}
        isNarrow
      >
        {poisoning ? (
          <PoisonForm
            onSend={(poison) => {
              session.send({ kind: 'host', command: { kind: 'poison', peer: poisoning.id, ...poison } });
              setPoisoning(undefined);
            }}
          />
        ) : null}
      </Modal>
    </Panel>
  );
}

type Poison = Omit<Extract<HostCommand, { kind: 'poison' }>, 'kind' | 'peer'>;

/** A demonstration: the ring must detect it, name the replica, and keep its weights unchanged. */
function PoisonForm({ onSend }: { onSend: (poison: Poison) => void }) {
  const [poison, setPoison] = useState<Poison>({ how: 'nan', at: 'wire' });
  return (
    <div className={css.poison}>
      <p>{ringText.replicaSpoilsNext}</p>
      <Segments<Poison['how']>
        label={ringText.withWord}
        isLabelShown
        value={poison.how}
        options={[
          ['nan', ringText.notNumber],
          ['outlier', ringText.farTooLong],
        ]}
        onChange={(how) => setPoison({ ...poison, how })}
      />
      <Segments<Poison['at']>
        label={ringText.caught}
        isLabelShown
        value={poison.at}
        options={[
          ['gradient', ringText.itself],
          ['wire', ringText.nextReplica],
        ]}
        onChange={(at) => setPoison({ ...poison, at })}
      />
      <p>
        <Button kind="danger" onClick={() => onSend(poison)}>
          {ringText.poisonOneStep}
        </Button>
      </p>
    </div>
  );
}

function leftOutWords(leftOut: NonNullable<PeerStatus['leftOut']>): string {
  switch (leftOut.kind) {
    case 'slow':
      return ringText.tooSlowLeft(formatCount(leftOut.untilStep));
    case 'same-data':
      return ringText.broughtSameData;
    case 'refused':
      return ringText.partStepRefused;
    case 'catching-up':
      return ringText.catchingUpAdds(formatPercent(leftOut.progress, 0));
    case 'withheld':
      return ringText.keptGradientBack(withheldWords[leftOut.why]);
    default:
      return leftOut satisfies never;
  }
}

const withheldWords = {
  get overflow() {
    return ringText.overflowed;
  },
  get 'non-finite'() {
    return ringText.notNumber2;
  },
  get outlier() {
    return ringText.farTooLong2;
  },
} as const;

function stateWords(peer: PeerStatus): string {
  switch (peer.state) {
    case 'connecting':
    case 'joining':
      if (peer.fetching !== undefined) return ringText.fetchingData(peer.fetching);
      return peer.state === 'joining' ? ringText.joining : ringText.connecting;
    case 'member':
      return ringText.ring3;
    case 'silent':
      return ringText.notHeard(formatMs(peer.heardMsAgo));
    case 'lost':
      return ringText.lost;
    default:
      return peer.state satisfies never;
  }
}
