// What a member’s client of the room server is given (signalling-client.ts), and why it cannot enter a room.
import type { Clock } from '../../base/clock';
import type { RandomBytes } from '../../base/random-bytes';
import type { PassClaim } from '../room/pass-claim';
import type { PassedSignal } from '../room/passed-signal';
import type { Role } from '../room/room-messages';
import type { RosterRefusal } from './signalling-roster';
import type { AskCode } from './signalling-socket';

export interface SignallingOptions {
  /** Origin of the room server. */
  readonly url: string;
  readonly ticket: {
    readonly code: string;
    /** The room key as text; undefined for a joiner of an open room. */
    readonly key?: string | undefined;
    readonly hostToken?: string | undefined;
    /** Only the creator knows it: with the key and the token it restores the room on a server that lost it. */
    readonly isOpen?: boolean | undefined;
  };
  /** 16 hex digits, random per replica. */
  readonly memberId: string;
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
