// Two lineages never merge (S4): where their members can reach each other, one lineage yields, and its members join the
// other ring. Its hello is a peer's own word (M19). So it counts when peers show the lineage that stood in a view with this
// replica: two, or one for a view of less than four. Else only a replica alone, or without a quorum, tries the other ring
// for a while, and goes on as before when nobody lets it in.
import { forgetOldest } from '../../base/forget-oldest';
import { say } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import { isGuarded } from '../../membership/ballots';
import { fullMeshLimit } from '../../membership/links-needed';
import type { MemberId, View } from '../../membership/view';
import type { Replica } from '../participation/replica';
import { lowerMedian, type Hellos } from '../peers/hellos';
import type { MembershipDriver } from '../peers/membership-driver';
import type { MemberScreen } from './member-screen';

/** `examples`: loss terms trained on, committed. */
export interface Lineage {
  readonly lineage: string;
  readonly examples: number;
}

/** How long a replica waits to be let in by a ring that only strangers name. */
export const trialMs = 15_000;
/** … and for how long it does not believe them then. */
const disbeliefMs = 120_000;
/** The time without a quorum after which this replica has little to lose. */
const noQuorumMs = 10_000;
const mostRemembered = 256;

/** The lineage with fewer examples yields; with as many, the one with the larger name. */
export function yieldsTo(mine: Lineage, theirs: Lineage): boolean {
  if (theirs.lineage === mine.lineage) return false;
  if (theirs.examples !== mine.examples) return theirs.examples > mine.examples;
  return theirs.lineage < mine.lineage;
}

export interface LineageContactParts {
  readonly members: Pick<MembershipDriver, 'view' | 'goOutside' | 'phase'>;
  readonly hellos: Pick<Hellos, 'ringOf' | 'claimers' | 'disbelieve'>;
  readonly replica: Pick<Replica, 'followed'>;
}

export class LineageContact {
  /** All with whom this replica stood in a view. */
  readonly #stood = new Set<MemberId>();

  constructor(
    readonly clock: Pick<Clock, 'now' | 'after'>,
    readonly parts: LineageContactParts,
    readonly screen: Pick<MemberScreen, 'nameOf' | 'notify'>,
    /** Strangers are no longer believed. */
    readonly changed: () => void = () => undefined,
  ) {}

  installed({ members }: View): void {
    for (const member of members) {
      this.#stood.delete(member);
      this.#stood.add(member);
    }
    forgetOldest(this.#stood, mostRemembered);
  }

  /** This replica and the peer may stand in two lineages. */
  compare(peer: MemberId): void {
    const { screen } = this;
    const { members, hellos, replica } = this.parts;
    const { view } = members;
    const theirs = hellos.ringOf(peer);
    if (!view || !theirs || theirs.lineage === view.lineage) return;
    const claimers = hellos.claimers(theirs.lineage);
    const known = claimers.filter((claimer) => this.#stood.has(claimer));
    const isKnown = known.length >= (isGuarded(view) ? 2 : 1);
    const examples = lowerMedian(
      (isKnown ? known : claimers).map((claimer) => hellos.ringOf(claimer)!.examples),
    );
    const mine = { lineage: view.lineage, examples: replica.followed?.examples ?? 0 };
    const isLonger = yieldsTo(mine, { lineage: theirs.lineage, examples });
    const size = view.members.length;
    // Without a quorum most of its own view are not there either.
    const isSmall = !this.#hasNoQuorum() && 2 * claimers.length < Math.min(size, fullMeshLimit);
    const isYielding = isKnown
      ? !isSmall && (isLonger || 2 * size < claimers.length)
      : (size === 1 && (isLonger || claimers.length > 1)) || (this.#hasNoQuorum() && isLonger);
    if (!isYielding) return;
    members.goOutside(say('joins-longer-ring', { name: screen.nameOf(peer) }));
    if (!isKnown) this.clock.after(trialMs, () => this.#endTrial(theirs.lineage));
  }

  #hasNoQuorum(): boolean {
    const { phase } = this.parts.members;
    return phase.kind === 'no-quorum' && this.clock.now() - phase.sinceMs >= noQuorumMs;
  }

  /** Still outside: M9 follows, as if nobody were there. */
  #endTrial(lineage: string): void {
    const { members, hellos } = this.parts;
    if (members.view) return;
    const claimers = hellos.claimers(lineage);
    if (claimers.length === 0) return;
    hellos.disbelieve(claimers, disbeliefMs);
    const names = claimers.map(this.screen.nameOf).join(', ');
    this.screen.notify('warning', say('claimed-longer-ring', { names }));
    this.changed();
  }
}
