// A member's page gives observers a copy of the model when one asks (R19d): the member that speaks for its ring, a
// piece a second at most, and the same pieces for all who watch. Driven by the replica's events, like the pictures of
// the ring.
import type { Clock } from '../../base/clock';
import type { ReplicaEvent, Weights } from '../protocol';
import { packCopy, readModelWish, refusalOf, type FromMember, type PackedCopy } from './model-copy';

export const pieceEveryMs = 1_000;
/** Snapshots, which drive it, come a little early or late. */
const slackMs = 50;
/** Who asks sooner gets the same copy again. */
export const newCopyMs = 5_000;

export interface ModelGiverDeps {
  readonly clock: Clock;
  /** This member speaks for its ring, and somebody watches. */
  readonly isWanted: () => boolean;
  /** The host lets everybody in. */
  readonly isOpen: () => boolean;
  /** The host lets observers have copies of a model that learns from this data, by its hash. */
  readonly copyOf: () => string | undefined;
  /** Asks the replica for its parameters, which it copies between two steps; undefined: none are trained yet. */
  readonly ask: () => Promise<Weights | undefined>;
  readonly show: (message: FromMember) => void;
}

export class ModelGiver {
  readonly #waiting = new Set<number>();
  #copy: (PackedCopy & { readonly madeMs: number; readonly of: Weights }) | undefined;
  #isAsking = false;
  #shownMs = -Infinity;

  constructor(private readonly deps: ModelGiverDeps) {}

  /** Pieces wait: the pictures of the ring leave them half of what this member may send. */
  get isGiving(): boolean {
    return this.#waiting.size > 0;
  }

  /** A note of an observer. */
  note(data: unknown): void {
    const wish = readModelWish(data);
    const { clock, isWanted, isOpen } = this.deps;
    if (!wish || !isWanted()) return;
    if (!isOpen()) return this.#show({ kind: 'model-refused', why: 'shut' });
    const nowMs = clock.now();
    if (!this.#mayGive()) this.#copy = undefined;
    if (this.#copy && wish.copy === this.#copy.copy && wish.missing) {
      for (const at of wish.missing) if (at < this.#copy.pieces.length) this.#waiting.add(at);
    } else if (this.#copy && (this.isGiving || nowMs - this.#copy.madeMs < newCopyMs)) {
      // A copy may be under way for another observer, or just made: this one gets all of it too.
      if (!this.isGiving) this.#giveAll();
    } else if (!this.#isAsking) void this.#ask();
  }

  receive(event: ReplicaEvent): void {
    if (event.kind === 'snapshot') this.#next();
  }

  /** A replica that does not reply is asked again with the next note. */
  async #ask(): Promise<void> {
    this.#isAsking = true;
    const reply = await this.deps.ask().then(
      (weights) => ({ weights }),
      () => undefined,
    );
    this.#isAsking = false;
    if (!reply) return;
    const { weights } = reply;
    const why = weights ? refusalOf(weights, this.deps.copyOf()) : 'none-yet';
    if (!weights || why) return this.#show({ kind: 'model-refused', why: why ?? 'none-yet' });
    this.#copy = { ...packCopy(weights), madeMs: this.deps.clock.now(), of: weights };
    this.#giveAll();
  }

  /** The host may have taken its yes back since. */
  #mayGive(): boolean {
    return this.#copy !== undefined && refusalOf(this.#copy.of, this.deps.copyOf()) === undefined;
  }

  #giveAll(): void {
    for (let at = 0; at < (this.#copy?.pieces.length ?? 0); at++) this.#waiting.add(at);
    this.#next();
  }

  #next(): void {
    const { clock, isWanted, isOpen } = this.deps;
    if (this.#waiting.size === 0) return;
    if (!isWanted() || !isOpen() || !this.#mayGive()) return this.#waiting.clear();
    if (clock.now() - this.#shownMs < pieceEveryMs - slackMs) return;
    const at = Math.min(...this.#waiting);
    this.#waiting.delete(at);
    this.#show(this.#copy!.pieces[at]);
  }

  /** Refusals keep the pace too: notes are cheap. */
  #show(message: FromMember): void {
    const nowMs = this.deps.clock.now();
    if (nowMs - this.#shownMs < pieceEveryMs - slackMs) return;
    this.#shownMs = nowMs;
    this.deps.show(message);
  }
}
