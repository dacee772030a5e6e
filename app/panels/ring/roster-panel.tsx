// The members of the room, by rank, then those not yet in the ring. Names are inert text. Software adapters and CPU
// replicas are named: they limit the ring's efficiency.
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import type { PeerStatus } from '../../../src/replica/protocol';
import { digestGroups } from '../../bridge/words/disagreement';
import { deviceName } from '../../bridge/words/device-name';
import { sharedDeviceWords, sharersOf } from '../../bridge/words/device-words';
import { formatCount, formatDigest, formatMs, formatPercent, sentencesOf } from '../../bridge/words/format';
import { participants, type Participants } from '../../bridge/words/participants';
import { useSession, useSessionState, useShown } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { Acting, acts, type Act } from './roster-acts';
import { Panel } from '../../ui/panel';
import ui from '../../ui/shape.module.css';
import css from './roster-panel.module.css';

export function RosterPanel({ className }: { className?: string }) {
  const session = useSession();
  const shown = useShown();
  const isHost = useSessionState((state) => state.forControls?.isHost ?? false);
  const [act, setAct] = useState<Act>();
  const here = participants(shown);
  const held = shown.lockstep === 'disagreed' ? digestGroups(shown)[0]?.digest : undefined;
  const slow = shown.peers.filter((peer) => peer.isSoftware).length;
  /** All its replicas share this device. */
  const isDemo = session.place.kind === 'alone';
  const sharedWords = (id: string): string | undefined => {
    if (isDemo) return shown.peers.length > 1 ? t`one device with all others` : undefined;
    const names = sharersOf(shown, id);
    return names === undefined ? undefined : t`one device with ${names}`;
  };
  const relayed = shown.peers.filter(({ link }) => link === 'relayed').length;
  return (
    <Panel
      title={t`Roster`}
      className={className}
      summary={sentencesOf(
        hereWords(here, relayed, slow),
        !isDemo && sharedDeviceWords(shown),
        shown.observers > 0 &&
          t`${{ observers: formatCount(shown.observers) }} ${plural({ observers2: shown.observers }, { one: 'device watches', other: 'devices watch' })}.`,
      ).join(' ')}
    >
      <div className={css.scroll} tabIndex={0} role="region" aria-label={t`Roster table`}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t`Name`}</th>
              <th scope="col" className={css.number}>
                {t`Rank`}
              </th>
              <th scope="col">{t`State`}</th>
              <th scope="col">{t`Device`}</th>
              <th scope="col" className={`${css.number} ${css.extra}`}>
                {t`Step time`}
              </th>
              <th scope="col" className={`${css.number} ${css.extra}`}>
                {t`Round trip`}
              </th>
              <th scope="col">{t`Digest`}</th>
              {isHost ? (
                <th scope="col">
                  <span className="visually-hidden">{t`Rename, remove or poison`}</span>
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
                    {peer.isSelf ? <span className={css.tag}>{t`you`}</span> : null}
                    {peer.isHost ? <span className={css.tag}>{t`host`}</span> : null}
                    {peer.offences > 0 ? (
                      <span className={`${css.tag} ${css.warn}`}>
                        {t`refused ${{ offences: formatCount(peer.offences) }} ×`}
                      </span>
                    ) : null}
                    {peer.link === 'same-browser' ? (
                      <span
                        className={css.tag}
                        title={t`Another tab of this browser: its bytes need no network`}
                      >
                        {t`same browser`}
                      </span>
                    ) : null}
                    {peer.link === 'relayed' ? (
                      <span
                        className={css.tag}
                        title={t`Its bytes pass through the room server, sealed end to end`}
                      >
                        {t`relayed`}
                      </span>
                    ) : null}
                  </span>
                </th>
                <td className={css.number}>{peer.rank ?? '–'}</td>
                <td className={`${css.state} ${peer.state === 'lost' ? ui.bad : ''}`}>
                  {shown.lobby.some(({ id }) => id === peer.id) ? t`waits at the door` : stateWords(peer)}
                  {peer.leftOut ? <span className={css.leftOut}>{leftOutWords(peer.leftOut)}</span> : null}
                  {peer.claimedExamples === undefined ? null : (
                    <span className={css.leftOut}>
                      {t`says it has ${{ examples: formatCount(peer.claimedExamples) }} examples: it has twice an equal share at most, until the host agrees`}
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
                        {peer.backend === 'webgpu' ? t`software` : t`CPU`}
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
                    <span
                      className={css.clock}
                      title={t`How well its clock is aligned with yours, from the shortest round trips`}
                    >
                      {t`clock ± ${{ errorMs: formatMs(peer.clock.errorMs) }}`}
                    </span>
                  ) : null}
                </td>
                <td className={held && peer.digest && peer.digest !== held ? ui.bad : undefined}>
                  <code>{formatDigest(peer.digest)}</code>
                  {held && peer.digest && peer.digest !== held ? ` ${t`✗ differs`}` : null}
                </td>
                {isHost ? (
                  <td>
                    {peer.isSelf ? null : (
                      <span className={css.acts}>
                        {acts.map(({ kind, words, label }) =>
                          kind === 'poison' && peer.rank === undefined ? null : (
                            <Button
                              key={kind}
                              kind="quiet"
                              isSmall
                              aria-label={label(peer.name)}
                              onClick={() => setAct({ kind, peer })}
                            >
                              {words()}
                            </Button>
                          ),
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
          <h3>{t`Removed`}</h3>
          <ul>
            {shown.removed.map(({ id, name }) => (
              <li key={id}>
                {name}
                <Button
                  kind="quiet"
                  isSmall
                  aria-label={t`Let ${name} back in`}
                  onClick={() => session.send({ kind: 'host', command: { kind: 'let-in', peer: id } })}
                >
                  {t`Let back in`}
                </Button>
              </li>
            ))}
          </ul>
          <p>{t`A person whom you let back in must ask to join again.`}</p>
        </div>
      ) : null}
      <Acting act={act} renamed={shown.room?.renamed} onClose={() => setAct(undefined)} />
    </Panel>
  );
}

function leftOutWords(leftOut: NonNullable<PeerStatus['leftOut']>): string {
  switch (leftOut.kind) {
    case 'slow':
      return t`too slow: left out until step ${{ untilStep: formatCount(leftOut.untilStep) }}`;
    case 'same-data':
      return t`brought the same data as another member: it counts once`;
    case 'refused':
      return t`its part of this step was refused`;
    case 'catching-up':
      return t`catching up, ${{ progress: formatPercent(leftOut.progress, 0) }}: adds nothing yet`;
    case 'withheld':
      return t`kept its gradient back: ${{ value: withheldWords[leftOut.why]() }}`;
    default:
      return leftOut satisfies never;
  }
}

const withheldWords = {
  overflow: () => t`it overflowed`,
  'non-finite': () => t`not a number in it`,
  outlier: () => t`far too long`,
} as const;

function stateWords(peer: PeerStatus): string {
  switch (peer.state) {
    case 'connecting':
    case 'joining':
      if (peer.fetching !== undefined) return t`fetching the data, ${{ fetching: peer.fetching }}\u00a0%`;
      return peer.state === 'joining' ? t`joining` : t`connecting`;
    case 'member':
      return t`in the ring`;
    case 'silent':
      return t`not heard for ${{ heardMsAgo: formatMs(peer.heardMsAgo) }}`;
    case 'lost':
      return t`no answer`;
    default:
      return peer.state satisfies never;
  }
}

/** '2 in the ring, 1 missing; 1 reached through the room server.' */
function hereWords({ now, headline, note }: Participants, relayed: number, slow: number): string {
  const count = now === undefined ? t`Not in the ring yet` : t`${headline} in the ring`;
  const clauses = [note ? `${count}, ${note}` : count];
  if (relayed > 0) clauses.push(t`${{ relayed: formatCount(relayed) }} reached through the room server`);
  if (slow > 0)
    clauses.push(
      plural(slow, {
        one: `${{ shown: formatCount(slow) }} computes on its processor`,
        other: `${{ shown: formatCount(slow) }} compute on their processors`,
      }),
    );
  return `${clauses.reduce((before, clause) => t`${before}; ${clause}`)}.`;
}
