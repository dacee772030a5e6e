// Answers requests for shards of what this replica holds (T7). Requests of one peer wait in a short line; all peers
// share one rate, which is low while the ring trains. What a peer asks for in vain, or beyond its quota, is refused
// with a reason.
import type { Clock } from '../../base/clock';
import type { MemberId } from '../../membership/view';
import { emptyHeader, encodeFrame } from '../../net/frame/frame';
import type { HeldShards } from './held-shards';
import { mostAsked, type ShareMessage } from './share-message';
import { shardBytes } from '../../data/shard-sizes';
import { shardLength } from '../../data/shards';

/** Phases of `shard` frames. */
export const listPhase = 0;
const shardPhase = 1;
/** A sum's frame waits behind at most one such piece on a link's bulk queue: 5 ms at 50 Mbit/s. */
export const pieceBytes = 32 * 1024;
/** What others may wait for while nothing trains: a link in one browser moves 24 MiB a second. */
const idleRate = 16 * 2 ** 20;
/** The rate while the ring trains: a fifth of what an edge carries when all edges carry sums in one machine. */
const trainingRate = 2 * 2 ** 20;
/** And of one measured link at most so much. */
const trainingShare = 0.25;
/** A peer needs everything once. Twice more, for reloads and for shards that another source answered first. */
const mostTimes = 3;

/** What this replica can give. */
export interface Given {
  readonly root: string;
  readonly bytes: number;
  readonly list: Uint8Array;
  readonly held: HeldShards;
  /** Rejects where the file is gone. */
  read(at: number, length: number): Promise<Uint8Array>;
}

export interface ShardServerOptions {
  readonly clock: Clock;
  readonly given: (root: string) => Given | undefined;
  /** Asked before each piece: a peer that is removed meanwhile gets no more (J8c). */
  readonly isWelcome: (peer: MemberId) => boolean;
  readonly isTraining: () => boolean;
  /** Measured; undefined: not yet. */
  readonly rateTo: (peer: MemberId) => number | undefined;
  readonly say: (to: MemberId, message: ShareMessage) => void;
  readonly send: (to: MemberId, bytes: Uint8Array) => Promise<void>;
}

interface Asked {
  readonly root: string;
  readonly shard: 'list' | number;
}

export class ShardServer {
  /** Total bytes given. */
  sentBytes = 0;
  readonly #lines = new Map<MemberId, Asked[]>();
  /** Bytes by peer and root. */
  readonly #sentTo = new Map<MemberId, Map<string, number>>();
  readonly #pace: Pace;

  constructor(readonly options: ShardServerOptions) {
    this.#pace = new Pace(options.clock);
  }

  get isBusy(): boolean {
    return this.#lines.size > 0;
  }

  /** Peers that were given anything. */
  get receivers(): number {
    return this.#sentTo.size;
  }

  ask(from: MemberId, root: string, asked: readonly Asked['shard'][]): void {
    const { given, say } = this.options;
    const now = given(root);
    const refuse = (why: string): void => say(from, { kind: 'refused', root, why });
    if (now?.root !== root) return refuse('this replica does not give that data');
    const line = this.#lines.get(from) ?? [];
    if (line.length + asked.length > mostAsked + 1) return refuse('too much is asked for at once');
    if ((this.#sentTo.get(from)?.get(root) ?? 0) > mostTimes * (now.bytes + shardBytes))
      return refuse(`it was sent ${mostTimes} times already`);
    if (asked.some((shard) => shard !== 'list' && !(shard < now.held.total && now.held.has(shard))))
      return refuse('this replica does not hold that shard');
    line.push(...asked.map((shard) => ({ root, shard })));
    if (this.#lines.has(from)) return;
    this.#lines.set(from, line);
    this.#serve(from, line)
      .catch(() => undefined)
      .finally(() => this.#lines.delete(from)); // its link closed, or the file is gone
  }

  async #serve(to: MemberId, line: Asked[]): Promise<void> {
    for (let next = line.shift(); next !== undefined; next = line.shift()) {
      const { root, shard } = next;
      const given = this.options.given(root);
      if (!given) continue;
      const isList = shard === 'list';
      const bytes = isList
        ? given.list
        : await given.read(shard * shardBytes, shardLength(given.bytes, shard));
      const header = {
        ...emptyHeader,
        type: 'shard',
        phase: isList ? listPhase : shardPhase,
        lineage: parseInt(root.slice(0, 8), 16),
        segment: isList ? 0 : shard,
      } as const;
      for (let offset = 0; offset < bytes.byteLength; offset += pieceBytes) {
        const piece = bytes.subarray(offset, offset + pieceBytes);
        await this.#pace.take(piece.byteLength, this.#rate(to));
        if (!this.options.isWelcome(to)) return;
        await this.options.send(to, encodeFrame({ ...header, offset }, piece));
        this.sentBytes += piece.byteLength;
        this.#count(to, root, piece.byteLength);
      }
    }
  }

  #count(to: MemberId, root: string, bytes: number): void {
    const sent = this.#sentTo.get(to) ?? new Map<string, number>();
    sent.set(root, (sent.get(root) ?? 0) + bytes);
    this.#sentTo.set(to, sent);
  }

  #rate(to: MemberId): number {
    if (!this.options.isTraining()) return idleRate;
    const measured = this.options.rateTo(to);
    return measured === undefined ? trainingRate : Math.min(trainingRate, trainingShare * measured);
  }
}

/** What was not used in this time may be made up for: timers of a hidden tab fire once a second. */
const creditMs = 1_000;

/** Spreads what is sent over time. Whoever sends next waits until the pieces before have had their time; so many
 *  senders share one rate fairly, a piece each in turn. */
class Pace {
  #freeMs = -Infinity;

  constructor(readonly clock: Clock) {}

  /** Resolves when these bytes may leave. */
  async take(bytes: number, bytesPerSecond: number): Promise<void> {
    const nowMs = this.clock.now();
    const fromMs = Math.max(this.#freeMs, nowMs - creditMs);
    this.#freeMs = fromMs + (bytes / bytesPerSecond) * 1000;
    const waitMs = fromMs - nowMs;
    if (waitMs > 0) await new Promise<void>((resolve) => void this.clock.after(waitMs, resolve));
  }
}
