// The interface of the network: ordered, reliable frames to one peer, with credit, backpressure, deadlines and a reason
// when it closes. WebRTC, relay, message ports, sockets, loopback and the simulated network pass one contract suite
// (PROTOCOL.md L*).

import type { EdgeProfile } from '../emulation/edge-profile';
import type { ClockOffset } from './clock-offset';

/** `control` is small and must overtake `bulk`; each channel keeps its order. */
export type Channel = 'control' | 'bulk';

export type LinkKind = 'webrtc' | 'relay' | 'tab' | 'socket' | 'port' | 'loopback' | 'simulated';

export type CloseCode =
  | 'closed' // by this side's close()
  | 'closed-by-peer' // the other side said goodbye
  | 'lost' // the transport failed or became silent
  | 'protocol-error' // the peer sent what PROTOCOL.md forbids
  | 'credit-exceeded'; // the peer sent more than it was allowed

export interface CloseReason {
  readonly code: CloseCode;
  readonly message: string;
}

export class LinkClosedError extends Error {
  override name = 'LinkClosedError';
  constructor(readonly reason: CloseReason) {
    super(reason.message);
  }
}

/** A received frame. `consume` gives its credit back to the sender; call it exactly once. */
export interface Received {
  readonly channel: Channel;
  readonly bytes: Uint8Array;
  consume(): void;
}

/** How a link's rate was measured: by its own traffic, or by padding sent while the link was idle. */
export type RateBasis = 'traffic' | 'probe';

export interface LinkStats {
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** Accepted from the caller, not yet given to the transport. */
  readonly queuedBytes: number;
  /** Received and not yet consumed. */
  readonly unconsumedBytes: number;
  /** Smoothed; undefined before the first pong. */
  readonly roundTripMs: number | undefined;
  /** The shortest round trip of the last 10 s: that of an empty line. Undefined: none came in that time. */
  readonly shortestTripMs: number | undefined;
  /** How far the peer's clock is ahead of this side's; undefined before the first pong. */
  readonly peerClock: ClockOffset | undefined;
  /** The rate to the peer; undefined until a dense burst or a probe has measured it. */
  readonly bytesPerSecond: number | undefined;
  /** How `bytesPerSecond` was measured. */
  readonly rateBasis: RateBasis | undefined;
  /** The clock time of the last message from the peer, pongs included. */
  readonly lastHeardMs: number;
}

export interface Link {
  readonly kind: LinkKind;
  readonly isOpen: boolean;
  /** Settles once, with the reason; never rejects. */
  readonly closed: Promise<CloseReason>;
  /** Resolves once the transport has taken the frame, which needs credit and room in the queue. Rejects with
   *  LinkClosedError, with the signal's reason, or with DeadlineError after a time without progress. At most
   *  maxFrameBytes. Do not change the bytes until it resolves. */
  send(channel: Channel, bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** Sets the only receiver; it gets the frames that arrived before it first. */
  receive(receiver: (frame: Received) => void): void;
  stats(): LinkStats;
  /** Measures the rate by a probe if one is due and nothing waits. Call it only while no answer is urgent (L17). */
  probe(): void;
  /** Makes this side's direction as slow as the profile says, from now on; undefined: no longer (L18). */
  emulate(profile: EdgeProfile | undefined): void;
  /** Says goodbye if it still can, then closes. Idempotent. */
  close(message?: string): void;
}

/** One frame, header included: within 64 KiB, the safe data-channel message. */
export const maxFrameBytes = 64 * 1024;
