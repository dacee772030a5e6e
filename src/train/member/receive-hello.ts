// What follows from a peer's hello: whom a replica outside trusts, which ring is longer, and who went out of the ring by
// itself.
import type { MemberId } from '../../membership/view';
import type { Hello } from '../peers/hello';
import type { Hellos } from '../peers/hellos';
import type { LinkPolicy } from '../peers/link-policy';
import type { MembershipDriver } from '../peers/membership-driver';
import type { Passes } from '../peers/passes';
import type { LineageContact } from './lineage-contact';
import type { MemberNames } from './member-names';

export interface HelloReceivers {
  readonly passes: Pick<Passes, 'note' | 'noteHost'>;
  readonly names: Pick<MemberNames, 'peersChanged'>;
  readonly hellos: Pick<Hellos, 'sponsors'>;
  readonly membership: Pick<MembershipDriver, 'view' | 'input' | 'look'>;
  readonly linkPolicy: Pick<LinkPolicy, 'look'>;
  readonly lineages: Pick<LineageContact, 'compare'>;
  readonly wakeAll: () => void;
}

/** `hadRing`: its hello before named a ring. */
export function receiveHello(parts: HelloReceivers, from: MemberId, hello: Hello, hadRing: boolean): void {
  const { passes, names, membership, linkPolicy, lineages, wakeAll } = parts;
  passes.note(from, hello.pass);
  passes.noteHost(from, hello.host);
  names.peersChanged();
  nameSponsors(parts);
  membership.look();
  linkPolicy.look();
  // The ring does not wait for a member that went outside by itself: its tab needs a file, for example.
  if (hadRing && !hello.ring && membership.view?.members.includes(from))
    membership.input({ kind: 'kick', peers: [from] });
  lineages.compare(from);
  wakeAll();
}

/** M15: whose word a replica outside takes for its view. */
export function nameSponsors({ membership, hellos }: Pick<HelloReceivers, 'membership' | 'hellos'>): void {
  if (!membership.view) membership.input({ kind: 'sponsors', peers: hellos.sponsors() });
}
