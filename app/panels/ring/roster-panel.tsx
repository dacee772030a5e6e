// The members of the room, by rank, then those not yet in the ring. Names are inert text. Software adapters and CPU
// replicas are named: they limit the ring's efficiency.
import { useState } from 'react';
import type { HostCommand, PeerStatus } from '../../../src/replica/protocol';
import { digestGroups } from '../../bridge/words/disagreement';
import { formatCount, formatDigest, formatMs, formatPercent } from '../../bridge/words/format';
import { participants } from '../../bridge/words/participants';
import { useSession, useSessionState, useShown } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { Segments } from '../../ui/field';
import { Modal } from '../../ui/modal';
import { RenameForm } from './rename-form';
import { Panel } from '../../ui/panel';
import css from './roster-panel.module.css';

export function RosterPanel({ className }: { className?: string }) {
  const session = useSession();
  const shown = useShown();
  const isHost = useSessionState((state) => state.live?.isHost ?? false);
  const [removing, setRemoving] = useState<PeerStatus>();
  const [poisoning, setPoisoning] = useState<PeerStatus>();
  const [renaming, setRenaming] = useState<PeerStatus>();
  const here = participants(shown);
  const held = shown.lockstep === 'disagreed' ? digestGroups(shown)[0]?.digest : undefined;
  const slow = shown.peers.filter((peer) => peer.isSoftware).length;
  const relayed = shown.peers.filter(({ link }) => link === 'relayed').length;
  return (
    <Panel
      title="Roster"
      className={className}
      summary={
        (here.now === undefined ? 'Not in the ring yet' : `${here.headline} in the ring`) +
        (here.note ? `, ${here.note}` : '') +
        (relayed > 0 ? `; ${formatCount(relayed)} reached through the room server` : '') +
        (slow > 0 ? `; ${formatCount(slow)} without a graphics card.` : '.') +
        (shown.observers > 0
          ? ` ${formatCount(shown.observers)} ${shown.observers === 1 ? 'device watches' : 'devices watch'}.`
          : '')
      }
    >
      <div className={css.scroll} tabIndex={0} role="region" aria-label="Roster table">
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" className={css.number}>
                Rank
              </th>
              <th scope="col">State</th>
              <th scope="col">Device</th>
              <th scope="col" className={`${css.number} ${css.extra}`}>
                Step
              </th>
              <th scope="col" className={`${css.number} ${css.extra}`}>
                Round trip
              </th>
              <th scope="col">Digest</th>
              {isHost ? (
                <th scope="col">
                  <span className="visually-hidden">Rename, remove or poison</span>
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
                    {peer.isSelf ? <span className={css.tag}>you</span> : null}
                    {peer.isHost ? <span className={css.tag}>host</span> : null}
                    {peer.offences > 0 ? (
                      <span className={`${css.tag} ${css.warn}`}>refused {formatCount(peer.offences)} ×</span>
                    ) : null}
                    {peer.link === 'relayed' ? (
                      <span
                        className={css.tag}
                        title="Its bytes pass through the room server, sealed end to end"
                      >
                        relayed
                      </span>
                    ) : null}
                  </span>
                </th>
                <td className={css.number}>{peer.rank ?? '–'}</td>
                <td className={`${css.state} ${peer.state === 'lost' ? css.bad : ''}`}>
                  {shown.lobby.some(({ id }) => id === peer.id) ? 'waits at the door' : stateWords(peer)}
                  {peer.leftOut ? <span className={css.leftOut}>{leftOutWords(peer.leftOut)}</span> : null}
                </td>
                <td className={css.device}>
                  {peer.device || '–'}
                  {peer.isSoftware ? (
                    <span className={css.tags}>
                      <span className={`${css.tag} ${css.warn}`}>
                        {peer.backend === 'webgpu' ? 'software' : 'CPU'}
                      </span>
                    </span>
                  ) : null}
                </td>
                <td className={`${css.number} ${css.extra}`}>{formatMs(peer.split?.wallMs)}</td>
                <td className={`${css.number} ${css.extra}`}>
                  {peer.isSelf ? '–' : formatMs(peer.roundTripMs)}
                  {peer.clock ? (
                    <span
                      className={css.clock}
                      title="How well its clock is aligned with yours, from the shortest round trips"
                    >
                      clock ± {formatMs(peer.clock.errorMs)}
                    </span>
                  ) : null}
                </td>
                <td className={held && peer.digest && peer.digest !== held ? css.bad : undefined}>
                  <code>{formatDigest(peer.digest)}</code>
                  {held && peer.digest && peer.digest !== held ? ' ✗ differs' : null}
                </td>
                {isHost ? (
                  <td>
                    {peer.isSelf ? null : (
                      <span className={css.acts}>
                        <Button
                          kind="quiet"
                          isSmall
                          aria-label={`Rename ${peer.name}`}
                          onClick={() => setRenaming(peer)}
                        >
                          Rename
                        </Button>
                        <Button
                          kind="quiet"
                          isSmall
                          aria-label={`Remove ${peer.name}`}
                          onClick={() => setRemoving(peer)}
                        >
                          Remove
                        </Button>
                        {peer.rank === undefined ? null : (
                          <Button
                            kind="quiet"
                            isSmall
                            aria-label={`Poison ${peer.name}`}
                            onClick={() => setPoisoning(peer)}
                          >
                            Poison
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
          <h3>Removed</h3>
          <ul>
            {shown.removed.map(({ id, name }) => (
              <li key={id}>
                {name}
                <Button
                  kind="quiet"
                  isSmall
                  aria-label={`Let ${name} back in`}
                  onClick={() => session.send({ kind: 'host', command: { kind: 'let-in', peer: id } })}
                >
                  Let back in
                </Button>
              </li>
            ))}
          </ul>
          <p>A person whom you let back in must ask to join again.</p>
        </div>
      ) : null}
      <Modal
        title={`Rename ${renaming?.name ?? ''}`}
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
        title={`Remove ${removing?.name ?? ''}?`}
        isOpen={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        isNarrow
      >
        <p>
          The ring closes up around the gap and goes on; a step under way is repeated without them. From then
          on the ring refuses their browser.
        </p>
        <p style={{ marginTop: '0.75rem' }}>
          This is not a lock: anyone with the code or the link can come back in another browser.
        </p>
        <p style={{ marginTop: '1rem' }}>
          <Button
            kind="danger"
            onClick={() => {
              if (removing) session.send({ kind: 'host', command: { kind: 'kick', peer: removing.id } });
              setRemoving(undefined);
            }}
          >
            Remove from the ring
          </Button>
        </p>
      </Modal>
      <Modal
        title={`Poison ${poisoning?.name ?? ''}?`}
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
      <p>This replica spoils its next gradient. The ring notices, names it, and takes the step without it.</p>
      <Segments<Poison['how']>
        label="With"
        isLabelShown
        value={poison.how}
        options={[
          ['nan', 'Not a number'],
          ['outlier', 'Far too long'],
        ]}
        onChange={(how) => setPoison({ ...poison, how })}
      />
      <Segments<Poison['at']>
        label="Caught by"
        isLabelShown
        value={poison.at}
        options={[
          ['gradient', 'Itself'],
          ['wire', 'The next replica'],
        ]}
        onChange={(at) => setPoison({ ...poison, at })}
      />
      <p>
        <Button kind="danger" onClick={() => onSend(poison)}>
          Poison one step
        </Button>
      </p>
    </div>
  );
}

function leftOutWords(leftOut: NonNullable<PeerStatus['leftOut']>): string {
  switch (leftOut.kind) {
    case 'slow':
      return `too slow: left out until step ${formatCount(leftOut.untilStep)}`;
    case 'same-data':
      return 'brought the same data as another member: it counts once';
    case 'refused':
      return 'its part of this step was refused';
    case 'catching-up':
      return `catching up, ${formatPercent(leftOut.progress, 0)}: adds nothing yet`;
    case 'withheld':
      return `kept its gradient back: ${withheldWords[leftOut.why]}`;
    default:
      return leftOut satisfies never;
  }
}

const withheldWords = {
  overflow: 'it overflowed',
  'non-finite': 'not a number in it',
  outlier: 'far too long',
} as const;

function stateWords(peer: PeerStatus): string {
  switch (peer.state) {
    case 'connecting':
    case 'joining':
      return peer.fetching === undefined ? peer.state : `fetching the data, ${peer.fetching} %`;
    case 'member':
      return 'in the ring';
    case 'silent':
      return `not heard for ${formatMs(peer.heardMsAgo)}`;
    case 'lost':
      return 'lost';
    default:
      return peer.state satisfies never;
  }
}
