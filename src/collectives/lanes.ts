// The segments that a collective sends: a lane per member, in order, each drained at its link's pace. A frame is made when
// its turn comes, so the queues hold no copies.
import type { MemberId } from '../membership/view';
import type { ReducePhase } from './schedule';

/** A segment to send. */
export interface Outgoing {
  readonly phase: ReducePhase;
  readonly chunk: number;
  readonly segment: number;
}

export interface EncodedSegment {
  /** The whole frame. */
  readonly bytes: Uint8Array;
  readonly payloadBytes: number;
}

export interface LanesOptions {
  /** Undefined: the attempt is over. */
  readonly encode: (outgoing: Outgoing, to: MemberId) => EncodedSegment | undefined;
  /** Resolves when the transport has taken the frame. */
  readonly send: (to: MemberId, bytes: Uint8Array) => Promise<void>;
  readonly now: () => number;
  /** The transport took a frame that it was given at `beganMs`. */
  readonly onSent: (beganMs: number, sent: EncodedSegment) => void;
  readonly onFailed: (error: Error) => void;
  /** A lane has nothing left. */
  readonly onDrained: () => void;
}

interface Lane {
  readonly to: MemberId;
  queue: Outgoing[];
  isPumping: boolean;
}

export class Lanes {
  readonly #lanes: ReadonlyMap<MemberId, Lane>;
  #isOver = false;

  constructor(
    targets: ReadonlySet<MemberId>,
    private readonly options: LanesOptions,
  ) {
    this.#lanes = new Map([...targets].map((to) => [to, { to, queue: [], isPumping: false }]));
  }

  sendsTo(member: MemberId): boolean {
    return this.#lanes.has(member);
  }

  get isEmpty(): boolean {
    for (const { queue, isPumping } of this.#lanes.values()) if (queue.length > 0 || isPumping) return false;
    return true;
  }

  push(to: MemberId, outgoing: Outgoing): void {
    const lane = this.#lanes.get(to)!;
    lane.queue.push(outgoing);
    if (!lane.isPumping) void this.#pump(lane);
  }

  /** Nothing more is sent. */
  end(): void {
    this.#isOver = true;
    for (const lane of this.#lanes.values()) lane.queue = [];
  }

  async #pump(lane: Lane): Promise<void> {
    const { encode, send, now, onSent, onFailed, onDrained } = this.options;
    lane.isPumping = true;
    let next: Outgoing | undefined;
    while ((next = lane.queue.shift())) {
      try {
        const encoded = encode(next, lane.to);
        if (!encoded) return;
        const beganMs = now();
        await send(lane.to, encoded.bytes);
        if (this.#isOver) return;
        onSent(beganMs, encoded);
      } catch (error) {
        onFailed(error instanceof Error ? error : new Error(String(error)));
        return;
      }
    }
    lane.isPumping = false;
    onDrained();
  }
}
