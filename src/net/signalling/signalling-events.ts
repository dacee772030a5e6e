// The events of a signalling client, and the faults that it counts.
import type { RefusingDoor, RoomErrorCode } from '../room/room-messages';
import type { ObserverNote } from './observer-line';
import type { Connection } from './room-entry';
import type { Roster } from './signalling-roster';
import type { RelayedPacket } from './signalling-socket';

export type FaultCode =
  | 'bad-mac' // the claimed sender did not write this signal: the server, or a member of an open room, lies
  | 'replayed' // a genuine signal for the second time
  | 'malformed' // not a message of this protocol
  | 'undelivered' // given up: the peer is not in the room
  | 'outbox-full'
  | 'too-large'
  | 'bad-note' // an observer without the key wrote it
  | 'bad-key-grant' // the key offered does not open this room
  | 'no-key-holder' // no member of this open room holds its key now
  | 'cut-off' // the server ended the connection on purpose
  | RoomErrorCode;

export interface SignallingFault {
  readonly code: FaultCode;
  readonly message: string;
  readonly peer?: string;
}

export interface SignallingEvents {
  roster: Roster;
  /** An unchanged signal of a member that holds the key; each comes once. `data` is the sender's JSON: validate it. */
  signal: { readonly from: string; readonly data: unknown };
  /** The host has not let this device in yet. `hosts`: their names; empty: no host is at the server now. It waits until
   *  then. */
  waiting: { readonly hosts: readonly string[]; readonly untilEpochMs: number };
  /** This device holds the key, and the host says what its door is to it. */
  'at-door': { readonly door: RefusingDoor; readonly host: string };
  /** The key of an open room has arrived: 22 characters. */
  key: string;
  /** A sealed packet of a relayed link. It opens only if the member `from` sealed it. */
  packet: RelayedPacket;
  /** A note of an observer with the key (R19). */
  note: ObserverNote;
  /** TURN servers with a short-lived credential; sent again before it ends. */
  turn: readonly {
    readonly urls: string | string[];
    readonly username?: string | undefined;
    readonly credential?: string | undefined;
  }[];
  connection: Connection;
  fault: SignallingFault;
}
