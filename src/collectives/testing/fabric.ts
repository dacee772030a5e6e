// Ordered links in memory between named members, for tests. Frames wait in one queue per (from, to) until the seeded
// scheduler delivers them. So any interleaving across links can happen, and none within a link. At most `windowFrames`
// frames of a link may be unconsumed; then senders wait.
import type { MemberId } from '../../membership/view';
import { prng, type Prng } from '../../base/prng';
import { settled } from '../../base/testing/drive-clock';

interface Waiting {
  readonly bytes: Uint8Array;
  readonly taken: () => void;
}

interface Lane {
  readonly from: MemberId;
  readonly to: MemberId;
  readonly queue: Waiting[];
  unconsumed: number;
}

export type Receiver = (from: MemberId, bytes: Uint8Array, consume: () => void) => void;

export class TestFabric {
  readonly #lanes = new Map<string, Lane>();
  readonly #receivers = new Map<MemberId, Receiver>();
  readonly #random: Prng;
  /** Faults on the way: returns the frames that arrive in place of this one. */
  tamper: (from: MemberId, to: MemberId, bytes: Uint8Array) => readonly Uint8Array[] = (
    _from,
    _to,
    bytes,
  ) => [bytes];
  framesDelivered = 0;
  bytesDelivered = 0;
  maxUnconsumed = 0;

  constructor(
    seed: number,
    readonly windowFrames = 4,
  ) {
    this.#random = prng('fabric', seed);
  }

  attach(member: MemberId, receiver: Receiver): void {
    this.#receivers.set(member, receiver);
  }

  detach(member: MemberId): void {
    this.#receivers.delete(member);
  }

  /** Resolves when the frame has been delivered into the peer's window. */
  send(from: MemberId, to: MemberId, bytes: Uint8Array): Promise<void> {
    return new Promise((taken) => {
      this.#lane(from, to).queue.push({ bytes, taken });
    });
  }

  /** Delivers one frame of a random lane; false when nothing can move. */
  deliverOne(): boolean {
    const ready: Lane[] = [];
    for (const lane of this.#lanes.values())
      if (lane.queue.length > 0 && lane.unconsumed < this.windowFrames && this.#receivers.has(lane.to))
        ready.push(lane);
    if (ready.length === 0) return false;
    const lane = ready[this.#random.below(ready.length)];
    const { bytes, taken } = lane.queue.shift()!;
    taken();
    for (const frame of this.tamper(lane.from, lane.to, bytes)) {
      lane.unconsumed++;
      this.maxUnconsumed = Math.max(this.maxUnconsumed, lane.unconsumed);
      this.framesDelivered++;
      this.bytesDelivered += frame.byteLength;
      let consumed = false;
      this.#receivers.get(lane.to)?.(lane.from, frame, () => {
        if (consumed) throw new Error('a frame is consumed once');
        consumed = true;
        lane.unconsumed--;
      });
    }
    return true;
  }

  /** Delivers until nothing moves, letting promises run in between. `between` may act as well: true if it did. */
  async run(between: () => boolean = () => false): Promise<void> {
    for (let idle = 0; idle < 3;) {
      const acted = between();
      const moved = this.deliverOne();
      idle = acted || moved ? 0 : idle + 1;
      await settled();
    }
  }

  unconsumed(): number {
    return [...this.#lanes.values()].reduce((sum, lane) => sum + lane.unconsumed, 0);
  }

  #lane(from: MemberId, to: MemberId): Lane {
    const name = `${from}>${to}`;
    let lane = this.#lanes.get(name);
    if (!lane) this.#lanes.set(name, (lane = { from, to, queue: [], unconsumed: 0 }));
    return lane;
  }
}
