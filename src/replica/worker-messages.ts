// What the page and its replica's Worker say to each other. Both are of one build, so nothing is validated here;
// what comes from users or peers is validated where it is used.
import type { ChannelHandover } from '../net/channel-handover';
import type { FlightRecord } from '../train/flight-record';
import type { Command, ReplicaEvent, RunConfig } from './protocol';

export type ToWorker =
  /** First, once. */
  | {
      readonly kind: 'begin';
      readonly self: string;
      readonly name: string;
      readonly seed: number;
      readonly code: string;
      readonly hostPublicKey: string;
      /** Only where this device is the host's: signs commands. */
      readonly hostToken: string | undefined;
      readonly useCpu: boolean;
    }
  /** Nobody in the room is in a ring: begin one with this configuration. */
  | { readonly kind: 'found'; readonly config: RunConfig }
  /** Who is in the room, by the server. */
  | { readonly kind: 'roster'; readonly peers: readonly RoomPeer[] }
  /** Channels to a peer, fresh. */
  | {
      readonly kind: 'link';
      readonly peer: string;
      readonly name: string;
      readonly handover: ChannelHandover;
    }
  /** A port that leads to another Worker of this page. */
  | { readonly kind: 'port'; readonly peer: string; readonly name: string; readonly port: MessagePort }
  | { readonly kind: 'command'; readonly command: Command };

export interface RoomPeer {
  readonly id: string;
  readonly name: string;
  readonly isHost: boolean;
}

export type FromWorker =
  | { readonly kind: 'event'; readonly event: ReplicaEvent }
  /** The link over this connection is gone: close the connection, try again if the peer is still in the room. */
  | { readonly kind: 'link-closed'; readonly peer: string; readonly why: string }
  | { readonly kind: 'in-ring'; readonly inRing: boolean }
  /** The Worker's part of it; the page adds its own. */
  | { readonly kind: 'flight-record'; readonly record: FlightRecord };
