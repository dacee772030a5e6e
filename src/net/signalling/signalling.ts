// What a member’s client of the room server does, and what it is given (signalling-client.ts is the client).
import type { Clock } from '../../base/clock';
import type { RandomBytes } from '../../base/random-bytes';
import type { Result } from '../../base/result';
import type { Door } from '../room/door';
import type { PassClaim } from '../room/pass-claim';
import type { PassedSignal } from '../room/passed-signal';
import type { RingProgress, Role } from '../room/room-messages';
import type { Connection } from './room-entry';
import type { FaultCode, SignallingEvents } from './signalling-events';
import type { Roster, RosterRefusal } from './signalling-roster';
import type { AskCode } from './signalling-socket';
import type { ShownStatus } from './status-report';

export interface SignallingOptions {
  /** Origin of the room server. */
  readonly url: string;
  readonly ticket: {
    readonly code: string;
    /** The room key as text; undefined for a joiner of an open room. */
    readonly key?: string | undefined;
    /** The mark of the room that the link names (R30). */
    readonly mark?: string | undefined;
    readonly hostToken?: string | undefined;
    /** Only the creator knows it: with the key and the token it restores the room on a server that lost it. */
    readonly isOpen?: boolean | undefined;
    /** The creator's, from when it made the room (R30b). */
    readonly stamp?: string | undefined;
  };
  /** The member's id follows from it (R6). */
  readonly memberSecret: string;
  /** What every join calls it, also after a loss of the server; `updateStatus` changes it. */
  readonly name: string;
  readonly role: Role;
  /** The pass by which a shut door knows this member again (R22). */
  readonly pass?: PassClaim | undefined;
  /** Device and browser, as text for people. */
  readonly facts: string;
  readonly clock: Clock;
  /** Passes a signal on through the members when the server cannot take it (R15). */
  readonly passOn?: (signal: PassedSignal) => void;
  readonly random?: RandomBytes;
  readonly abort?: AbortSignal;
}

/** Why this member could not enter the room. */
export type JoinErrorCode =
  | AskCode
  | RosterRefusal
  | 'no-key-holder'
  | 'room-locked'
  | 'not-let-in'
  | 'host-silent'
  | 'closed';

export interface Signalling {
  readonly memberId: string;
  readonly connection: Connection;
  readonly roster: Roster | undefined;
  /** The room key as text; undefined until an open room has handed it over. */
  readonly key: string | undefined;
  /** The number of faults of each code so far. */
  readonly faults: ReadonlyMap<FaultCode, number>;
  /** Settles once: in the room with its key, or the reason why not, after 20 s at most; where it waits for the host, after
   *  15 min at most. After 'server-unreachable', 'no-key-holder' and 'host-silent' the client
   *  keeps trying until close(). */
  readonly joined: Promise<Result<Roster, JoinErrorCode>>;
  on<K extends keyof SignallingEvents>(kind: K, listener: (event: SignallingEvents[K]) => void): () => void;
  /** Sends JSON data to a member. The signal waits up to 15 s for the member or the server; then it is a fault
   *  'undelivered'. */
  signal(to: string, data: unknown): void;
  /** Takes a signal that members passed on; it is judged like one from the server. */
  receive(signal: PassedSignal): void;
  /** Would a relayed link to this member work now? */
  canRelay(to: string): boolean;
  /** Resolves when the member's page has the packet. */
  relay(to: string, packet: Uint8Array): Promise<Result<unknown, string>>;
  /** Whom this member may hand the key; anybody before the first call. */
  setDoor(door: Door): void;
  updateStatus(change: Partial<ShownStatus>): void;
  /** The ring's progress, from the member that reports for it. Sent in open rooms only, and rarely (R16). */
  reportProgress(progress: RingProgress | undefined): void;
  /** Shows observers a picture: JSON data (R19). False: nobody can see it. */
  showPicture(picture: unknown): Promise<boolean>;
  /** The room's creator takes seats at the server back, and those of all observers if it says so (R32). */
  freeSeats(members: readonly string[], observers: boolean): Promise<Result<unknown, AskCode>>;
  /** Says goodbye, then closes. */
  leave(): Promise<void>;
  close(): void;
}
