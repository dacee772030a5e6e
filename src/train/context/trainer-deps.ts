// What the trainer needs of its surroundings, and what it reports to them.
import type { Saying } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import type { MemberId } from '../../membership/view';

export interface TrainerDeps {
  readonly self: MemberId;
  readonly clock: Clock;
  /** Peers outside the view that ask for admission over an open link. */
  candidates(): readonly MemberId[];
  /** Asks the coordinator for a view with these changes; with none, for a new attempt. */
  requestView(add: readonly MemberId[], remove: readonly MemberId[], why: string): void;
  /** Rank 0 asks for the same members in this order around the ring. */
  reorderRing(order: readonly MemberId[] | undefined): void;
  /** Has one of the two lost its link to the other? */
  isBroken(a: MemberId, b: MemberId): boolean;
  nameOf(member: MemberId): string;
  /** The latest run of this lineage that any peer named; 0: none. */
  lastRun(): number;
  /** Is there an open link over which the member is heard? */
  isHeard(member: MemberId): boolean;
  /** The ring is idle until the signal aborts: this replica may use its engine for something else, and settles soon after
   *  the end. */
  whileIdle?(signal: AbortSignal): Promise<void>;
  /** Does this replica give all of the data that the host offers (T12)? */
  givesData(): boolean;
}

export interface Notice {
  readonly level: 'info' | 'good' | 'warning' | 'error';
  readonly says: Saying;
}

export type Notify = (level: Notice['level'], says: Saying) => void;

/** What the trainer is doing within its view, for the screen. */
export type Activity =
  | { readonly kind: 'preparing' }
  | { readonly kind: 'header'; readonly sinceMs: number }
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'reducing';
      readonly sinceMs: number;
      /** The members whose parts keep this one waiting; empty: it cannot be told, or all of several. */
      readonly awaits: () => readonly MemberId[];
    }
  /** Fetching the manifest of the ring's state, before it can follow the steps. */
  | { readonly kind: 'catching-up'; readonly sinceMs: number }
  | { readonly kind: 'changing-view'; readonly sinceMs: number };

/** This attempt cannot succeed: a new view must follow. */
export class AttemptError extends Error {
  override name = 'AttemptError';
  constructor(
    readonly member: MemberId,
    message: string,
  ) {
    super(message);
  }
}
