// What the page and its replica's Worker say to each other. Both are of one build, so nothing is validated here;
// what comes from users or peers is validated where it is used.
import type { ChannelHandover } from '../../net/wires/channel-handover';
import type { PassedSignal } from '../../net/room/passed-signal';
import type { RelayKeys } from '../../net/relay/relay-key';
import type { FlightRecord } from '../../train/member/flight-record';
import type { Command, ReplicaEvent, RunConfig } from '../protocol';

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
  /** Who is in the room, by the server and by arrival. */
  | { readonly kind: 'roster'; readonly peers: readonly RoomPeer[] }
  /** Channels to a peer, fresh. */
  | {
      readonly kind: 'link';
      readonly peer: string;
      readonly name: string;
      /** Names the connection when its link has closed. */
      readonly call: number;
      readonly handover: ChannelHandover;
    }
  /** A port to the page's pump, through the room server to a peer; what passes is sealed with these keys. */
  | {
      readonly kind: 'relay';
      readonly peer: string;
      readonly name: string;
      readonly call: number;
      readonly port: MessagePort;
      readonly keys: RelayKeys;
      readonly isCaller: boolean;
    }
  /** For the members to pass on: the server cannot. */
  | { readonly kind: 'signal'; readonly signal: PassedSignal }
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
  | { readonly kind: 'link-closed'; readonly peer: string; readonly call: number; readonly why: string }
  /** The view's members; none outside. */
  | { readonly kind: 'ring'; readonly members: readonly string[] }
  /** Whom the replica wants links to. */
  | { readonly kind: 'links'; readonly wanted: readonly string[] }
  /** Passed on by members, for this page to judge. */
  | { readonly kind: 'signal'; readonly signal: PassedSignal }
  /** The Worker's part of it; the page adds its own. */
  | { readonly kind: 'flight-record'; readonly record: FlightRecord };
