// The chunks of one collective that leave a replica and that come to it, with their times: for a picture of the sum, and only
// while somebody looks at it. A chunk of several segments is one move.
import type { Clock } from '../base/clock';
import type { MemberId } from '../membership/view';
import type { SegmentPlace } from './reduce-frame';
import type { ReducePhase } from './schedule';

export interface Move {
  readonly phase: ReducePhase;
  readonly chunk: number;
  /** The member that it goes to, or comes from. */
  readonly member: MemberId;
  /** The time at which the first segment of what leaves was given to the link, or the last one of what comes was taken. */
  readonly atMs: number;
  /** Bytes received, without headers; 0 for a chunk that leaves. */
  readonly bytes: number;
}

interface Coming {
  segments: number;
  bytes: number;
}

export class MoveLog {
  readonly left: Move[] = [];
  readonly came: Move[] = [];
  readonly #leaving = new Set<string>();
  readonly #coming = new Map<string, Coming>();

  constructor(readonly clock: Pick<Clock, 'now'>) {}

  leaves(member: MemberId, { phase, chunk }: Pick<SegmentPlace, 'phase' | 'chunk'>): void {
    const key = `${member} ${phase} ${chunk}`;
    if (this.#leaving.has(key)) return;
    this.#leaving.add(key);
    this.left.push({ phase, chunk, member, atMs: this.clock.now(), bytes: 0 });
  }

  /** A segment of a chunk of `segments`. */
  comes(
    member: MemberId,
    { phase, chunk }: Pick<SegmentPlace, 'phase' | 'chunk'>,
    bytes: number,
    segments: number,
  ): void {
    const key = `${member} ${phase} ${chunk}`;
    const coming = this.#coming.get(key) ?? { segments: 0, bytes: 0 };
    coming.segments++;
    coming.bytes += bytes;
    this.#coming.set(key, coming);
    if (coming.segments === segments)
      this.came.push({ phase, chunk, member, atMs: this.clock.now(), bytes: coming.bytes });
  }
}
