// How many take part: the one number a class looks at. Every panel, sentence and control asks here, so that no two of
// them count in different ways. Pure; right in every phase.
import type { PeerStatus, Phase, Snapshot } from '../../../src/replica/protocol';
import { formatCount } from './format';

export interface Participants {
  /** Take part now: members of the ring that can be heard and hold the state. undefined: this replica is in no ring, so
   *  it does not know. */
  readonly now: number | undefined;
  /** Of the ring as last agreed on: how many are expected. */
  readonly members: number;
  /** Members that cannot be heard. */
  readonly missing: readonly PeerStatus[];
  /** Members that fetch the state and add nothing to the sums yet. */
  readonly catchingUp: readonly PeerStatus[];
  /** In the room and not yet in the ring: linked with this replica, */
  readonly joining: readonly PeerStatus[];
  /** or not even that. */
  readonly connecting: readonly PeerStatus[];
  /** Too few can be heard: no step is taken until that changes. */
  readonly isStopped: boolean;
  /** '3', '1 of 3', '–'. */
  readonly headline: string;
  /** '2 missing, 1 catching up', '1 not heard' of one that is waited for; empty when there is nothing to add. */
  readonly note: string;
}

export function participants(snapshot: Snapshot): Participants {
  const { phase, peers } = snapshot;
  const isIn = !isOutside(phase) && peers.some(({ isSelf, rank }) => isSelf && rank !== undefined);
  const isStopped = phase.kind === 'no-quorum';
  const members = isIn ? peers.filter(({ rank }) => rank !== undefined) : [];
  const missing = members.filter((peer) => !peer.isSelf && isMissing(peer, phase));
  const heard = members.filter((peer) => !missing.includes(peer));
  // Without a quorum nobody adds anything: who can be heard is what counts.
  const catchingUp = isStopped ? [] : heard.filter((peer) => isCatchingUp(peer, phase));
  const others = isOver(phase) ? [] : peers.filter((peer) => !peer.isSelf && !members.includes(peer));
  const joining = others.filter(({ state }) => state === 'joining');
  const connecting = others.filter(({ state }) => state !== 'joining');
  const silent = heard.filter((peer) => peer.state === 'silent');
  const now = isIn ? heard.length - catchingUp.length : undefined;
  return {
    now,
    members: members.length,
    missing,
    catchingUp,
    joining,
    connecting,
    isStopped,
    headline: headlineOf(now, members.length),
    note: [
      words(missing, 'missing'),
      words(silent, 'not heard'),
      words(catchingUp, 'catching up'),
      words(joining, isIn ? 'joining' : 'linked'),
      words(connecting, isIn ? 'connecting' : 'not linked yet'),
    ]
      .filter((text) => text !== '')
      .join(', '),
  };
}

/** What follows when those that are waited for never answer. `names`: as the phase names them. */
export function withoutAnswer(snapshot: Snapshot, names: readonly string[]): string {
  const members = snapshot.peers.filter(({ rank }) => rank !== undefined);
  const rest = members.filter(
    (peer) => peer.isSelf || (!names.includes(peer.name) && !names.includes(peer.id) && isHeard(peer)),
  );
  const hasSenior = rest.some(({ rank }) => rank === 0);
  const isQuorum = 2 * rest.length > members.length || (2 * rest.length === members.length && hasSenior);
  if (!isQuorum && members.length > 2)
    return 'without an answer too few are left, and the ring stops until enough of them answer';
  if (rest.length > 1) return `without an answer the other ${formatCount(rest.length)} go on`;
  return isQuorum
    ? 'without an answer this replica goes on alone'
    : 'without an answer this replica soon goes on alone, as a lineage of its own';
}

function isOutside(phase: Phase): boolean {
  return phase.kind === 'starting' || phase.kind === 'needs-file' || phase.kind === 'connecting' || isOver(phase); // prettier-ignore
}

function isOver(phase: Phase): boolean {
  return phase.kind === 'failed' || phase.kind === 'left';
}

function isHeard({ state }: PeerStatus): boolean {
  return state === 'member';
}

/** Silence is a wait first, and a lost link may be one that the ring goes around: both count once the ring itself is
 *  about to decide by them. */
function isMissing(peer: PeerStatus, phase: Phase): boolean {
  if (phase.kind === 'no-quorum') return !isHeard(peer);
  return phase.kind === 'regrouping' && peer.state === 'lost';
}

function isCatchingUp({ isSelf, leftOut }: PeerStatus, phase: Phase): boolean {
  return leftOut?.kind === 'catching-up' || (isSelf && phase.kind === 'catching-up');
}

function headlineOf(now: number | undefined, members: number): string {
  if (now === undefined) return '–';
  return now === members ? formatCount(now) : `${formatCount(now)} of ${formatCount(members)}`;
}

function words(peers: readonly PeerStatus[], what: string): string {
  return peers.length === 0 ? '' : `${formatCount(peers.length)} ${what}`;
}
