// One member's knowledge of the ring's membership, as data, with its inputs and effects. membership.ts is the reducer.
import { prng, type RandomSource } from '../base/prng';
import type { AckedReport, MembershipMessage, PlainMessage } from './messages';
import type { MemberId, View } from './view';

/** The last state of a member that said goodbye: it counts as having promised every ballot above `promised`. */
export interface LeaveReport {
  readonly promised: number;
  readonly acked: AckedReport | undefined;
}

/** Another member's last status about its links, in the installed view. */
interface LinkReport {
  readonly heardMs: number;
  readonly hears: readonly MemberId[];
  readonly lost: readonly MemberId[];
}

/** This member's attempt at the next view. */
export interface Proposal {
  readonly ballot: number;
  readonly startedMs: number;
  readonly stage: 'prepare' | 'accept';
  readonly promises: readonly MemberId[];
  /** What the promises report as acknowledged in this succession: the proposal may have to carry one on. */
  readonly reports: readonly (readonly [MemberId, AckedReport])[];
  readonly refusedBy: readonly MemberId[];
  /** The highest promise of those. */
  readonly refusedTo: number;
  readonly view: View | undefined; // in stage 'accept'
  readonly acknowledgers: readonly MemberId[];
}

/** What a proposer was promised. */
interface Turn {
  readonly count: number;
  readonly lastMs: number;
}

/** An `accept` whose view this member cannot confirm yet (M17). */
interface WaitingAccept {
  readonly from: MemberId;
  readonly ballot: number;
  readonly previous: number;
  readonly view: View;
}

/** What decides which view follows the installed one (M15 to M18, M20). It begins again with each view. */
export interface Succession {
  /** Later views that peers sent and that this member does not believe yet. */
  readonly voices: ReadonlyMap<MemberId, View>;
  /** Proposer → its ballots (M16). */
  readonly turns: ReadonlyMap<MemberId, Turn>;
  readonly waiting: WaitingAccept | undefined;
  /** Proposer → the view that it asked to acknowledge last (M17a). Kept in views of four or more. */
  readonly proposed: ReadonlyMap<MemberId, View>;
  /** All that headers of this view decided to admit. */
  readonly decided: ReadonlySet<MemberId>;
  /** Member → when it was last seen as gone. Kept in views of four or more. */
  readonly goneMs: ReadonlyMap<MemberId, number>;
  /** A header of this view decided to reorder the ring. */
  readonly mayReorder: boolean;
}

/** The changes of the view for which this member observed no cause (M20). */
interface UnexplainedChanges {
  /** When this member last observed a link of a member fail, or failed itself. */
  readonly causeMs: number;
  /** Member → the times of its changes without a cause, and when it was named for them. */
  readonly byMember: ReadonlyMap<MemberId, { readonly times: readonly number[]; readonly namedMs: number }>;
}

export type MembershipPhase =
  /** The replica is in no view yet, or was removed from one. → steady */
  | { readonly kind: 'outside' }
  /** Nothing to change. → regrouping | no-quorum | outside */
  | { readonly kind: 'steady' }
  /** The members agree on a change. → steady | no-quorum | outside */
  | {
      readonly kind: 'regrouping';
      readonly reason: string;
      /** Members that the next view leaves out: lost, removed, or after a goodbye. */
      readonly gone: readonly MemberId[];
      readonly sinceMs: number;
    }
  /** Too few members can be heard to decide anything (S4). → steady | regrouping | outside */
  | {
      readonly kind: 'no-quorum';
      readonly reason: string;
      /** Members whose vote cannot be had. */
      readonly gone: readonly MemberId[];
      readonly sinceMs: number;
    }
  /** This member said goodbye. Terminal. */
  | { readonly kind: 'left' };

/** The host's permission, for this view only: without a quorum, `peers` begin a new lineage, led by the most senior. */
export interface Permit {
  readonly lineage: string;
  readonly generation: number;
  readonly peers: readonly MemberId[];
}

export interface MembershipState {
  readonly self: MemberId;
  /** Random per replica: names the lineages that it may begin. */
  readonly seed: number;
  readonly random: RandomSource;
  readonly installed: View | undefined;
  readonly installedMs: number;
  /** This member promises and acknowledges no ballot below this. */
  readonly promised: number;
  readonly acked: AckedReport | undefined;
  /** Lineage → the generation at which this member left it. It takes no part in that succession any more. */
  readonly floors: ReadonlyMap<string, number>;
  /** Peers with an open link and a sign of life. */
  readonly hears: ReadonlySet<MemberId>;
  readonly lost: ReadonlySet<MemberId>;
  readonly leavers: ReadonlyMap<MemberId, LeaveReport>;
  readonly reports: ReadonlyMap<MemberId, LinkReport>;
  /** All members decided these at a step boundary: newcomers, members to remove, and the ring order. */
  readonly admit: readonly MemberId[];
  /** Member → the generation in which it was kicked; Infinity: by the host, for good. */
  readonly kick: ReadonlyMap<MemberId, number>;
  readonly ringOrder: readonly MemberId[] | undefined;
  /** A new attempt is wanted after this generation; 0 for none. */
  readonly attemptAfter: number;
  /** The time since which the installed view needs a change. */
  readonly pendingSinceMs: number | undefined;
  readonly noQuorumSinceMs: number | undefined;
  readonly permit: Permit | undefined;
  /** The linked sponsors of the ring that a replica outside asks: more than half must send a view (M15). */
  readonly sponsors: readonly MemberId[];
  readonly succession: Succession;
  readonly unexplained: UnexplainedChanges;
  /** When the last admission and the last removal were asked for. */
  readonly admitMs: number;
  readonly kickMs: number;
  readonly proposal: Proposal | undefined;
  /** No new proposal before this. */
  readonly proposeFromMs: number;
  readonly statusDueMs: number;
  readonly lastStatus: string;
  readonly phase: MembershipPhase;
  readonly nextRelayId: number;
  /** Author → ids of its handled relayed messages, rising. */
  readonly relayed: ReadonlyMap<MemberId, readonly number[]>;
}

export type MembershipInput =
  /** Already parsed; `from` is the peer at the other end of the link it arrived by. */
  | { readonly kind: 'message'; readonly from: MemberId; readonly message: MembershipMessage }
  /** The link is open and the peer is heard. */
  | { readonly kind: 'heard'; readonly peer: MemberId }
  /** heartbeat.ts: silent. This member does not hear it; it is lost as soon as another member reports that. */
  | { readonly kind: 'silent'; readonly peer: MemberId }
  /** heartbeat.ts: lost. */
  | { readonly kind: 'lost'; readonly peer: MemberId }
  /** There is no link and none is needed: this member knows nothing of the peer directly. */
  | { readonly kind: 'unwatched'; readonly peer: MemberId }
  | { readonly kind: 'tick' }
  /** The room's first member begins a lineage at generation 1. */
  | { readonly kind: 'create' }
  | { readonly kind: 'admit'; readonly peers: readonly MemberId[] }
  /** `isForGood`: by a command of the host, verified by the caller. */
  | { readonly kind: 'kick'; readonly peers: readonly MemberId[]; readonly isForGood?: boolean }
  /** The host lets them in again. */
  | { readonly kind: 'forgive'; readonly peers: readonly MemberId[] }
  /** The linked sponsors of the ring that this replica asks, as hellos name them. */
  | { readonly kind: 'sponsors'; readonly peers: readonly MemberId[] }
  /** A header decided that rank 0 may reorder the ring; every member says so. */
  | { readonly kind: 'may-reorder' }
  | { readonly kind: 'reorder-ring'; readonly order: readonly MemberId[] }
  /** The attempt of this generation failed: the same members need a new generation. */
  | { readonly kind: 'new-attempt'; readonly generation: number }
  /** The host's signed permission, verified by the caller (S4). */
  | ({ readonly kind: 'go-on-with' } & Permit)
  /** Leave this lineage, to enter another (or this one again) as a newcomer. */
  | { readonly kind: 'abandon' }
  | { readonly kind: 'leave' };

export type MembershipEffect =
  | { readonly kind: 'send'; readonly to: MemberId; readonly message: MembershipMessage }
  | {
      readonly kind: 'install';
      readonly view: View;
      readonly previous: View | undefined;
      /** Members of `previous` that said goodbye, and lost members: as far as this member knows. */
      readonly left: readonly MemberId[];
      readonly lost: readonly MemberId[];
    }
  /** `view` of this lineage does not name this member: catch up, then rejoin as a newcomer. */
  | { readonly kind: 'removed'; readonly view: View }
  /** A peer is in another lineage: the caller decides which one yields (S4). */
  | {
      readonly kind: 'contact';
      readonly peer: MemberId;
      readonly lineage: string;
      readonly generation: number;
    }
  /** The peer wants a new view again and again without a cause that is seen here (M20). */
  | { readonly kind: 'offence'; readonly peer: MemberId }
  | { readonly kind: 'phase'; readonly phase: MembershipPhase };

/** `admitted`: newcomers whose admission was decided before this view and who are not in it yet. */
export function newSuccession(admitted: readonly MemberId[] = []): Succession {
  return {
    voices: new Map(),
    turns: new Map(),
    waiting: undefined,
    proposed: new Map(),
    decided: new Set(admitted),
    goneMs: new Map(),
    mayReorder: false,
  };
}

export function outsideAnyView(self: MemberId, seed: number, random: RandomSource = prng): MembershipState {
  return {
    self,
    seed,
    random,
    installed: undefined,
    installedMs: 0,
    promised: 0,
    acked: undefined,
    floors: new Map(),
    hears: new Set(),
    lost: new Set(),
    leavers: new Map(),
    reports: new Map(),
    admit: [],
    kick: new Map(),
    ringOrder: undefined,
    attemptAfter: 0,
    pendingSinceMs: undefined,
    noQuorumSinceMs: undefined,
    permit: undefined,
    sponsors: [],
    succession: newSuccession(),
    unexplained: { causeMs: -Infinity, byMember: new Map() },
    admitMs: 0,
    kickMs: 0,
    proposal: undefined,
    proposeFromMs: 0,
    statusDueMs: 0,
    lastStatus: '',
    phase: { kind: 'outside' },
    nextRelayId: 0,
    relayed: new Map(),
  };
}

export type { PlainMessage };
