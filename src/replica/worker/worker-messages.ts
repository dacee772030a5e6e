// The messages between the page and its replica's Worker. Both are of one build, so nothing is validated here. Data from
// users and peers is validated where it is used.
import type { ChannelHandover } from '../../net/wires/channel-handover';
import type { PassedSignal } from '../../net/room/passed-signal';
import type { Door } from '../../net/room/door';
import type { PassClaim } from '../../net/room/pass-claim';
import type { RefusingDoor } from '../../net/room/room-messages';
import type { RelayKeys } from '../../net/relay/relay-key';
import type { FlightRecord } from '../../train/member/flight-record';
import type { AnswerNote } from '../watch/answer-note';
import type {
  Command,
  EngineWish,
  Phase,
  ReplicaEvent,
  ReplicaReplies,
  ReplicaRequest,
  RunConfig,
} from '../protocol';

export type ToWorker =
  /** First, once. */
  | {
      readonly kind: 'begin';
      readonly self: string;
      /** What the person typed. It leaves the device only where the room shows such names (H12a). */
      readonly name: string;
      readonly seed: number;
      readonly code: string;
      readonly hostPublicKey: string;
      /** Only on the host's device: signs commands. */
      readonly hostToken: string | undefined;
      readonly pass?: PassClaim | undefined;
      /** Signs what the person answers (D5). It leaves the device never. */
      readonly passSecret?: string | undefined;
      readonly engine: EngineWish;
      /** Replicas of this page, which share its cores. */
      readonly replicasHere: number;
    }
  /** Nobody in the room is in a ring: create one with this configuration. It may come from what the page has stored, in
   *  an older version: then its host waits to be admitted, as guests do. */
  | { readonly kind: 'create-ring'; readonly config: RunConfig }
  /** The replica will probably train this run, which may be of an older version. A Worker that has no replica yet draws the
   *  dataset; a replica outside of a ring prepares for the run. */
  | { readonly kind: 'expect'; readonly config: RunConfig }
  /** The members of the room at the server, by arrival, and how many devices watch it. */
  | { readonly kind: 'roster'; readonly peers: readonly RoomPeer[]; readonly observers: number }
  /** New channels to a peer. */
  | {
      readonly kind: 'link';
      readonly peer: string;
      readonly name: string;
      /** Names the connection when its link has closed. */
      readonly call: number;
      readonly handover: ChannelHandover;
    }
  /** A port to the page's pump, which carries packets through the room server to a peer. These keys seal them. */
  | {
      readonly kind: 'relay';
      readonly peer: string;
      readonly name: string;
      readonly call: number;
      readonly port: MessagePort;
      readonly keys: RelayKeys;
      readonly isCaller: boolean;
    }
  /** A device that only watches answers the host's question (H16d). */
  | { readonly kind: 'observed-answer'; readonly from: string; readonly answer: AnswerNote }
  /** The host says what its door is to this device. */
  | { readonly kind: 'at-door'; readonly door: RefusingDoor }
  /** A signal that members must pass on because the server cannot. */
  | { readonly kind: 'signal'; readonly signal: PassedSignal }
  /** A port that leads to another Worker of this page. */
  | { readonly kind: 'port'; readonly peer: string; readonly name: string; readonly port: MessagePort }
  | { readonly kind: 'command'; readonly command: Command }
  /** The `reply` of this id answers it. */
  | { readonly kind: 'request'; readonly id: number; readonly request: ReplicaRequest }
  /** Are you there? The Worker's entry answers 'here'. */
  | { readonly kind: 'ask' };

export interface RoomPeer {
  readonly id: string;
  readonly name: string;
  readonly isHost: boolean;
  /** Nobody can link to it before (R9). */
  readonly hasKey: boolean;
  readonly pass?: PassClaim | undefined;
}

export type FromWorker =
  /** First, once: the Worker runs, and has its replica. */
  | { readonly kind: 'begun' }
  | { readonly kind: 'here' }
  | { readonly kind: 'event'; readonly event: ReplicaEvent }
  /** This connection's link is gone: close the connection, and try again if the replica still wants a link. */
  | { readonly kind: 'link-closed'; readonly peer: string; readonly call: number; readonly why: string }
  /** Sent when a fact has changed. */
  | { readonly kind: 'ring'; readonly facts: RingFacts }
  /** The peers that the replica wants links to. */
  | { readonly kind: 'links'; readonly wanted: readonly string[] }
  /** A signal that members passed on; this page verifies it. */
  | { readonly kind: 'signal'; readonly signal: PassedSignal }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: WorkerReply };

/** The page adds its own part to a flight record. */
export interface WorkerReplies extends Omit<ReplicaReplies, 'flight-record'> {
  readonly 'flight-record': FlightRecord;
}
export type WorkerReply = WorkerReplies[keyof WorkerReplies];

/** The facts by which the page acts: what it reports to the server, whether it creates a ring, when it leaves. The
 *  Snapshot is for drawing only. */
export interface RingFacts {
  /** The view's members by rank; empty outside a view. */
  readonly members: readonly string[];
  /** Peers with an open link. */
  readonly linked: readonly string[];
  readonly phase: Phase['kind'];
  /** Committed steps. */
  readonly step: number;
  /** The door by the ring's decisions, as far as this replica knows them (R21). */
  readonly door: Door;
  /** What this replica calls itself; undefined: it does not know yet whether the room hides names (H12a). */
  readonly name: string | undefined;
  /** The state of its ring says that the room shows two-word names only (H12). */
  readonly hidesNames: boolean;
  /** The host wants WebRTC between tabs of one browser, too (L20e). */
  readonly onlyWebRtc: boolean;
}
