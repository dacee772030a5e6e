// The seam of the network: ordered, reliable frames to one peer, with credit, backpressure, deadlines and a
// closed reason. WebRTC, message ports, loopback and the simulated network pass one contract suite (PROTOCOL.md L*).

/** `control` is small and must overtake `bulk`; each channel keeps its own order. */
export type Channel = 'control' | 'bulk';

export type LinkKind = 'webrtc' | 'relay' | 'port' | 'loopback' | 'simulated';

export type CloseCode =
  | 'closed' // by this side's close()
  | 'closed-by-peer' // the other side said goodbye
  | 'lost' // the transport failed or fell silent
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

/** A frame as it arrived. `consume` gives its credit back to the sender; call it exactly once. */
export interface Received {
  readonly channel: Channel;
  readonly bytes: Uint8Array;
  consume(): void;
}

/** What a link's rate was measured with: its own traffic, or padding sent while nothing else was. */
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
  /** What the link carries to the peer; undefined before a dense burst or a probe has measured it. */
  readonly bytesPerSecond: number | undefined;
  /** Of `bytesPerSecond`. */
  readonly rateBasis: RateBasis | undefined;
  /** When anything at all, pongs included, was last heard from the peer (clock time). */
  readonly lastHeardMs: number;
}

export interface Link {
  readonly kind: LinkKind;
  readonly isOpen: boolean;
  /** Settles once, with the reason; never rejects. */
  readonly closed: Promise<CloseReason>;
  /** Resolves once the transport has taken the frame (credit and queue permitting). Rejects with
   *  LinkClosedError, the signal's reason, or DeadlineError after a time without progress. At most
   *  maxFrameBytes. The bytes may not be changed until it resolves. */
  send(channel: Channel, bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** Sets the one receiver; frames that came before it are delivered first. */
  receive(receiver: (frame: Received) => void): void;
  stats(): LinkStats;
  /** Measures the rate by a probe if that is due and nothing waits; call it only while no answer is urgent (L17). */
  probe(): void;
  /** Says goodbye if it still can, then closes. Idempotent. */
  close(message?: string): void;
}

/** One frame, header included: within 64 KiB, the safe data-channel message. */
export const maxFrameBytes = 64 * 1024;
