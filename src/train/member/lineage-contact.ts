// Two lineages never merge (S4): where their members can reach each other, one lineage yields, and its members join the
// other ring.
import { say } from '../../base/sayings';
import type { MemberId } from '../../membership/view';
import type { Replica } from '../participation/replica';
import type { Hellos } from '../peers/hellos';
import type { MembershipDriver } from '../peers/membership-driver';
import type { MemberScreen } from './member-screen';

/** `examples`: loss terms trained on, committed. */
export interface Lineage {
  readonly lineage: string;
  readonly examples: number;
}

/** The lineage with fewer examples yields; with as many, the one with the larger name. */
export function yieldsTo(mine: Lineage, theirs: Lineage): boolean {
  if (theirs.lineage === mine.lineage) return false;
  if (theirs.examples !== mine.examples) return theirs.examples > mine.examples;
  return theirs.lineage < mine.lineage;
}

export class LineageContact {
  constructor(
    readonly members: Pick<MembershipDriver, 'view' | 'goOutside'>,
    readonly hellos: Pick<Hellos, 'of'>,
    readonly replica: Pick<Replica, 'followed' | 'forkCheckpoint' | 'keepForkCheckpoint'>,
    readonly screen: Pick<MemberScreen, 'nameOf' | 'notify'>,
  ) {}

  /** This replica and the peer may stand in two lineages. */
  compare(peer: MemberId): void {
    const { members, hellos, replica, screen } = this;
    const theirs = hellos.of(peer)?.ring;
    if (!members.view || !theirs) return;
    const { lineage } = members.view;
    if (!yieldsTo({ lineage, examples: replica.followed?.examples ?? 0 }, theirs)) return;
    this.#keepCheckpoint(lineage);
    members.goOutside(...say('joins-longer-ring', screen.nameOf(peer)));
  }

  #keepCheckpoint(lineage: string): void {
    const before = this.replica.forkCheckpoint;
    const kept = this.replica.keepForkCheckpoint(lineage);
    if (!kept) return;
    const { step, examples } = kept.held.state;
    this.screen.notify('info', ...say('fork-kept', lineage, step, examples, before?.lineage ?? ''));
  }
}
