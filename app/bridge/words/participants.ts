// How many members take part: the one number a class looks at. Every panel, sentence and control asks here, so that all
// of them count in the same way. Pure; right in every phase.
import { plural, t } from '@lingui/core/macro';
import type { PeerStatus, Phase, RingView, Snapshot } from '../../../src/replica/protocol';
import { formatCount } from './format';
import { wordsVersion } from '../../words/language';

export interface Participants {
  /** Members that take part now: they can be heard and hold the state. undefined: this replica is in no ring, so it
   *  does not know. */
  readonly now: number | undefined;
  /** Members of the last agreed view: the expected number. */
  readonly members: number;
  /** Members that cannot be heard. */
  readonly missing: readonly PeerStatus[];
  /** Members that fetch the state and contribute nothing to the sums yet. */
  readonly catchingUp: readonly PeerStatus[];
  /** Peers in the room, linked with this replica, and not yet in the ring. */
  readonly joining: readonly PeerStatus[];
  /** Peers in the room that are not yet linked with this replica. */
  readonly connecting: readonly PeerStatus[];
  /** Too few members can be heard: no step is taken until that changes. */
  readonly isStopped: boolean;
  /** '3', '1 of 3', '–'. */
  readonly headline: string;
  /** '2 missing, 1 catching up', or '1 not heard' when the ring waits for a member; empty when there is nothing to
   *  add, and outside the ring. */
  readonly note: string;
}

let last: { readonly snapshot: Snapshot; readonly words: number; readonly counted: Participants } | undefined;

/** The answer for the newest snapshot is kept: many panels ask for it. */
export function participants(snapshot: Snapshot): Participants {
  const words = wordsVersion();
  if (last?.snapshot !== snapshot || last.words !== words)
    last = { snapshot, words, counted: counted(snapshot) };
  return last.counted;
}

function counted(snapshot: Snapshot): Participants {
  const { phase, peers, lobby } = snapshot;
  const isIn = !isOutside(phase) && peers.some(({ isSelf, rank }) => isSelf && rank !== undefined);
  const isStopped = phase.kind === 'no-quorum';
  const members = isIn ? peers.filter(({ rank }) => rank !== undefined) : [];
  const missing = members.filter((peer) => !peer.isSelf && isMissing(peer, phase));
  const reachable = members.filter((peer) => !missing.includes(peer));
  // Nobody contributes without a quorum: the members that can be heard count.
  const catchingUp = isStopped ? [] : reachable.filter((peer) => isCatchingUp(peer, phase));
  const outside = isOver(phase) ? [] : peers.filter((peer) => !peer.isSelf && !members.includes(peer));
  const atDoor = outside.filter((peer) => lobby.some(({ id }) => id === peer.id));
  const others = outside.filter((peer) => !atDoor.includes(peer));
  const joining = others.filter(({ state }) => state === 'joining');
  const connecting = others.filter(({ state }) => state !== 'joining');
  const silent = reachable.filter((peer) => peer.state === 'silent');
  const now = isIn ? reachable.length - catchingUp.length : undefined;
  return {
    now,
    members: members.length,
    missing,
    catchingUp,
    joining,
    connecting,
    isStopped,
    headline: headlineOf(now, members.length),
    note: isIn
      ? [
          numbered(missing, noted.missing),
          numbered(silent, noted.silent),
          numbered(catchingUp, noted.catchingUp),
          numbered(joining, noted.joining),
          numbered(connecting, noted.connecting),
          numbered(atDoor, noted.atDoor),
        ]
          .filter((text) => text !== '')
          .join(', ')
      : '',
  };
}

/** How many replicas take part now, of how many, as whoever may see the ring counts them. */
export function headcount({ ringPhase, ring }: Pick<RingView, 'ringPhase' | 'ring'>): string {
  const isMissing = (state: RingView['ring'][number]['state']): boolean => {
    if (ringPhase === 'no-quorum') return state === 'silent' || state === 'lost';
    return ringPhase === 'regrouping' && state === 'lost';
  };
  const missing = ring.filter(({ state }) => isMissing(state)).length;
  const catchingUp =
    ringPhase === 'no-quorum' ? 0 : ring.filter(({ state }) => state === 'catching-up').length;
  return headlineOf(ring.length - missing - catchingUp, ring.length);
}

/** What happens when the members that the ring waits for never answer. `names`: as the phase names them. */
export function withoutAnswer(snapshot: Snapshot, names: readonly string[]): string {
  const members = snapshot.peers.filter(({ rank }) => rank !== undefined);
  const rest = members.filter(
    (peer) => peer.isSelf || (!names.includes(peer.name) && !names.includes(peer.id) && isHeard(peer)),
  );
  const hasSenior = rest.some(({ rank }) => rank === 0);
  const isQuorum = 2 * rest.length > members.length || (2 * rest.length === members.length && hasSenior);
  if (!isQuorum && members.length > 2)
    return t`without an answer too few are left, and the ring stops until enough of them answer`;
  if (rest.length > 1) return t`without an answer the other ${{ length: formatCount(rest.length) }} go on`;
  return isQuorum
    ? t`without an answer this replica goes on alone`
    : t`without an answer this replica soon goes on alone, as a lineage of its own`;
}

function isOutside(phase: Phase): boolean {
  return (
    phase.kind === 'starting' || phase.kind === 'needs-file' || phase.kind === 'connecting' || isOver(phase)
  );
}

function isOver(phase: Phase): boolean {
  return phase.kind === 'failed' || phase.kind === 'left';
}

function isHeard({ state }: PeerStatus): boolean {
  return state === 'member';
}

/** Silence is only a wait at first, and the ring may avoid a lost link. Both count once the ring is about to decide
 *  on them. */
function isMissing(peer: PeerStatus, phase: Phase): boolean {
  if (phase.kind === 'no-quorum') return !isHeard(peer);
  return phase.kind === 'regrouping' && peer.state === 'lost';
}

function isCatchingUp({ isSelf, leftOut }: PeerStatus, phase: Phase): boolean {
  return leftOut?.kind === 'catching-up' || (isSelf && phase.kind === 'catching-up');
}

function headlineOf(now: number | undefined, members: number): string {
  if (now === undefined) return '–';
  return now === members
    ? formatCount(now)
    : t`${{ now: formatCount(now) }} of ${{ members: formatCount(members) }}`;
}

/** The words that follow the number of these members. */
const noted = {
  missing: (count: number) => plural(count, { one: 'missing', other: 'missing' }),
  silent: (count: number) => plural(count, { one: 'not heard', other: 'not heard' }),
  catchingUp: (count: number) => plural(count, { one: 'catching up', other: 'catching up' }),
  joining: (count: number) => plural(count, { one: 'joining', other: 'joining' }),
  connecting: (count: number) => plural(count, { one: 'connecting', other: 'connecting' }),
  atDoor: () => t`at the door`,
};

function numbered({ length }: readonly PeerStatus[], what: (count: number) => string): string {
  return length === 0 ? '' : `${formatCount(length)} ${what(length)}`;
}
