// When the page is told of its replica: in at most five batches a second, which no page draws more often, and at once
// when the phase or the view changes. An end is held back until what was trained is in a file.
import type { Clock } from '../../base/clock';
import type { Snapshot } from '../protocol';

/** What a Worker sends it also copies, in the thread that trains. */
const flushEveryMs = 200;
/** A wait grows while nothing else changes: the page is updated this often. */
const waitShownEveryMs = 500;
/** A person who continues to Home finds the file there (J8). A large model may take longer. */
const endHeldMs = 3_000;

interface UpdatedReplica {
  readonly phase: () => Snapshot['phase']['kind'];
  /** The generation of the view that it is in. */
  readonly generation: () => number | undefined;
  readonly isOver: () => boolean;
  /** Sends everything that the page shows. */
  readonly send: () => void;
}

export class PageUpdates {
  #cancelFlush: (() => void) | undefined;
  #cancelRefresh: (() => void) | undefined;
  #flushedMs = -Infinity;
  #endHeldFromMs = -Infinity;
  #shownPhase: Snapshot['phase']['kind'] | undefined;
  #shownGeneration: number | undefined;
  #isNewsDue = false;

  constructor(
    private readonly clock: Clock,
    private readonly replica: UpdatedReplica,
  ) {}

  changed(): void {
    const { phase, generation } = this.replica;
    const isNews = phase() !== this.#shownPhase || generation() !== this.#shownGeneration;
    if (isNews && !this.#isNewsDue) {
      this.#isNewsDue = true;
      this.#cancelFlush?.();
      this.#cancelFlush = this.clock.after(0, () => this.flush());
    }
    const dueMs = Math.max(0, this.#flushedMs + flushEveryMs - this.clock.now());
    this.#cancelFlush ??= this.clock.after(dueMs, () => this.flush());
  }

  flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    const endShownInMs = this.#endHeldFromMs + endHeldMs - this.clock.now();
    if (this.replica.isOver() && endShownInMs > 0) {
      this.#cancelFlush = this.clock.after(endShownInMs, () => this.flush());
      return;
    }
    this.#cancelRefresh?.();
    this.#flushedMs = this.clock.now();
    this.#shownPhase = this.replica.phase();
    this.#shownGeneration = this.replica.generation();
    this.#isNewsDue = false;
    this.replica.send();
    const isOver = this.#shownPhase === 'left' || this.#shownPhase === 'failed';
    this.#cancelRefresh = isOver ? undefined : this.clock.after(waitShownEveryMs, () => this.flush());
  }

  holdEnd(): void {
    this.#endHeldFromMs = this.clock.now();
  }

  releaseEnd(): void {
    this.#endHeldFromMs = -Infinity;
    if (this.replica.isOver()) this.flush();
  }
}
