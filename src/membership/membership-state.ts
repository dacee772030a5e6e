// One member's knowledge of who is in the ring, as data, and what may happen to it. membership.ts is the reducer.
import { prng, type RandomSource } from '../base/prng';
import type { AckedReport, MembershipMessage, PlainMessage } from './messages';
import type { MemberId, View } from './view';

/** The last words of a member that said goodbye: it counts as having promised every ballot above `promised`. */
export interface LeaveReport {
  readonly promised: number;
  readonly acked: AckedReport | undefined;
}

/** What another member last said about its links, in the installed view. */
export interface LinkReport {
  readonly heardMs: number;
  readonly hears: readonly MemberId[];
  readonly lost: readonly MemberId[];
}

/** This member's attempt to have the installed view succeeded. */
export interface Proposal {
  readonly ballot: number;
  readonly startedMs: number;
  readonly stage: 'prepare' | 'accept';
  readonly promises: readonly MemberId[];
  /** The acknowledgement of the highest ballot that any promise reported: it must be carried on. */
  readonly carried: AckedReport | undefined;
  readonly view: View | undefined; // in stage 'accept'
  readonly acknowledgers: readonly MemberId[];
}

export type MembershipPhase =
  /** In no view yet, or removed from it. → steady */
  | { readonly kind: 'outside' }
  /** Nothing to change. → regrouping | no-quorum | outside */
  | { readonly kind: 'steady' }
  /** A change is being agreed on. → steady | no-quorum | outside */
  | {
      readonly kind: 'regrouping';
      readonly reason: string;
      /** Members that the next view is to be without: lost, removed, or with a goodbye. */
      readonly gone: readonly MemberId[];
      readonly sinceMs: number;
    }
  /** Too few can be heard to decide anything (S4). → steady | regrouping | outside */
  | {
      readonly kind: 'no-quorum';
      readonly reason: string;
      /** Members whose word cannot be had. */
      readonly gone: readonly MemberId[];
      readonly sinceMs: number;
    }
  /** Said goodbye. Terminal. */
  | { readonly kind: 'left' };

/** Without a quorum in just this view: a new lineage of these members, by the most senior of them. */
export interface Permit {
  readonly lineage: string;
  readonly generation: number;
  readonly peers: readonly MemberId[];
}

export interface MembershipState {
  readonly self: MemberId;
  /** Random per replica: names the lineages it may have to begin. */
  readonly seed: number;
  readonly random: RandomSource;
  readonly installed: View | undefined;
  readonly installedMs: number;
  /** No ballot below this is promised or acknowledged. */
  readonly promised: number;
  readonly acked: AckedReport | undefined;
  /** Lineage → the generation at which it was left for another; that succession is no more this member's. */
  readonly floors: ReadonlyMap<string, number>;
  /** Peers with an open link and a sign of life. */
  readonly hears: ReadonlySet<MemberId>;
  readonly lost: ReadonlySet<MemberId>;
  readonly leavers: ReadonlyMap<MemberId, LeaveReport>;
  readonly reports: ReadonlyMap<MemberId, LinkReport>;
  /** Decided by all at a step boundary: to enter, to go, and in which ring order. */
  readonly admit: readonly MemberId[];
  /** With the generation in which it was said. */
  readonly kick: ReadonlyMap<MemberId, number>;
  readonly ringOrder: readonly MemberId[] | undefined;
  /** A new attempt is wanted after this generation; 0 for none. */
  readonly attemptAfter: number;
  /** Since when the installed view is not what it should be. */
  readonly pendingSinceMs: number | undefined;
  readonly noQuorumSinceMs: number | undefined;
  readonly permit: Permit | undefined;
  readonly proposal: Proposal | undefined;
  /** No new proposal before this. */
  readonly proposeFromMs: number;
  readonly statusDueMs: number;
  readonly lastStatus: string;
  readonly phase: MembershipPhase;
  readonly nextRelayId: number;
  /** Author → ids of its relayed messages already handled, rising. */
  readonly relayed: ReadonlyMap<MemberId, readonly number[]>;
}

export type MembershipInput =
  /** Already parsed; `from` is the peer at the other end of the link it came by. */
  | { readonly kind: 'message'; readonly from: MemberId; readonly message: MembershipMessage }
  /** The link is open and the peer gives signs of life. */
  | { readonly kind: 'heard'; readonly peer: MemberId }
  /** heartbeat.ts: silent. Not heard by us any more; lost as soon as another member says so. */
  | { readonly kind: 'silent'; readonly peer: MemberId }
  /** heartbeat.ts: lost. */
  | { readonly kind: 'lost'; readonly peer: MemberId }
  /** There is no link, and none is needed: nothing is known of the peer at first hand. */
  | { readonly kind: 'unwatched'; readonly peer: MemberId }
  | { readonly kind: 'tick' }
  /** The room's first member begins a lineage, generation 1. */
  | { readonly kind: 'create' }
  | { readonly kind: 'admit'; readonly peers: readonly MemberId[] }
  | { readonly kind: 'kick'; readonly peers: readonly MemberId[] }
  | { readonly kind: 'reorder-ring'; readonly order: readonly MemberId[] }
  /** The attempt of this generation failed: same members, new generation. */
  | { readonly kind: 'new-attempt'; readonly generation: number }
  /** The host's signed word, verified outside (S4). */
  | ({ readonly kind: 'go-on-with' } & Permit)
  /** Give up this lineage, to be admitted to another (or again to this one) as a newcomer. */
  | { readonly kind: 'abandon' }
  | { readonly kind: 'leave' };

export type MembershipEffect =
  | { readonly kind: 'send'; readonly to: MemberId; readonly message: MembershipMessage }
  | {
      readonly kind: 'install';
      readonly view: View;
      readonly previous: View | undefined;
      /** Members of `previous` that said goodbye, and those that were lost: as far as this member knows. */
      readonly left: readonly MemberId[];
      readonly lost: readonly MemberId[];
    }
  /** `view` of our lineage does not name us: heal, then rejoin as a newcomer. */
  | { readonly kind: 'removed'; readonly view: View }
  /** A peer stands in another lineage: who yields is decided above (S4). */
  | {
      readonly kind: 'contact';
      readonly peer: MemberId;
      readonly lineage: string;
      readonly generation: number;
    }
  | { readonly kind: 'phase'; readonly phase: MembershipPhase };

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
