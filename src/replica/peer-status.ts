// What a page receives of one peer: a part of the Snapshot (protocol.ts).
import type { Withholding } from '../train/header/header-record';
import type { StepSplit } from '../train/metrics/step-split';

/** The members that a room has places for. */
export const roomPlaces = 64;

export interface PeerStatus {
  readonly id: string;
  /** Inert text from the peer; never markup. */
  readonly name: string;
  readonly isSelf: boolean;
  readonly isHost: boolean;
  /** undefined while not yet a member. */
  readonly rank: number | undefined;
  /** Position around the ring; undefined while not yet a member. */
  readonly ringPosition: number | undefined;
  /** 'lost': its link is lost, or the ring is about to continue without it. */
  readonly state: 'connecting' | 'joining' | 'member' | 'silent' | 'lost';
  readonly backend: 'webgpu' | 'simd' | 'cpu' | 'unknown';
  readonly device: string;
  readonly isSoftware: boolean;
  /** Digest held after the last committed step; undefined before it is known. */
  readonly digest: string | undefined;
  readonly split: StepSplit | undefined;
  /** Loss terms, like `examplesPerSecond` and `examplesTotal` of the snapshot. */
  readonly examplesContributed: number;
  /** The kind of link: a direct connection, a channel between two tabs of one browser, a socket
   *  between two replicas in Node on one machine, or through the room server;
   *  undefined without a link. */
  readonly link: 'direct' | 'same-browser' | 'same-machine' | 'relayed' | undefined;
  readonly roundTripMs: number | undefined;
  /** How far its clock is ahead of this replica's, and how wrong that may be; undefined without an answered ping. */
  readonly clock: { readonly offsetMs: number; readonly errorMs: number } | undefined;
  /** The rate of the link with it; undefined: not yet measured. */
  readonly bytesPerSecond: number | undefined;
  /** Measured on the ring's own traffic, or by a probe while the link was idle. */
  readonly rateBasis: 'traffic' | 'probe' | undefined;
  /** How long a frame of a sum takes from it to its successor around the ring, as it measured; undefined: not known. */
  readonly edgeMs: number | undefined;
  /** The rate of the slowest link that it sends sums on, as it measured; undefined: not known. */
  readonly sumBytesPerSecond: number | undefined;
  readonly heardMsAgo: number | undefined;
  /** The peer’s parts of sums that arrived too late or twice since its link opened. */
  readonly droppedFrames: number;
  /** Why the sums contain nothing from it; undefined: it contributes, or nobody does. */
  readonly leftOut: LeftOut | undefined;
  /** The peer’s own examples as it says, where the host has not agreed to so many: it has twice an equal share at most
   *  (S24). */
  readonly claimedExamples?: number | undefined;
  /** Percent of the room's data that it has, while it fetches it and is outside the ring. */
  readonly fetching?: number | undefined;
  /** Whether it says that it has the run’s model and data ready; undefined: it has said nothing. */
  readonly isPrepared?: boolean | undefined;
  /** How often a member lately refused its data. */
  readonly offences: number;
}

type LeftOut =
  /** Suspended: too slow for even one micro-batch; it is tried again after this step. */
  | { readonly kind: 'slow'; readonly untilStep: number }
  /** It has the same data as a senior member, which count once (S20a). */
  | { readonly kind: 'same-data' }
  /** The peer’s data for this step was not a gradient: the step is taken without it. */
  | { readonly kind: 'refused' }
  /** It joins every sum with zeros while it fetches a state and replays the steps that it missed. */
  | { readonly kind: 'catching-up'; readonly progress: number }
  /** It withheld its own gradient. */
  | { readonly kind: 'withheld'; readonly why: Exclude<Withholding, 'none'> };
