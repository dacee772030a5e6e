// When a member sends its ring's progress to the server: a new phase or door at once, a new step every few seconds. Progress that
// the server knows is not sent again. Invariant: the last report is sent in the end.
import type { Clock } from '../../base/clock';
import type { RingProgress } from '../room/room-messages';

/** Twelve a minute: a room's reporter costs the server less than one roster does. */
export const stepEveryMs = 5000;
/** Phases can flap while a ring regroups. */
export const phaseEveryMs = 1000;

export class ProgressReport {
  #current: RingProgress | undefined;
  #sent: RingProgress | undefined;
  #sentAtMs = -Infinity;
  #cancel: (() => void) | undefined;

  constructor(
    readonly clock: Clock,
    /** Sends `current`. */
    readonly send: () => void,
  ) {}

  /** undefined: this member does not report for its ring. */
  get current(): RingProgress | undefined {
    return this.#current;
  }

  report(progress: RingProgress | undefined): void {
    this.#current = progress;
    this.#cancel?.();
    this.#cancel = undefined;
    const { clock } = this;
    const isSamePhase = progress?.phase === this.#sent?.phase && progress?.door === this.#sent?.door;
    if (isSamePhase && progress?.step === this.#sent?.step) return;
    const gapMs = isSamePhase ? stepEveryMs : phaseEveryMs;
    const waitMs = this.#sentAtMs + gapMs - clock.now();
    if (waitMs > 0) {
      this.#cancel = clock.after(waitMs, () => this.report(this.#current));
      return;
    }
    this.send();
  }

  /** A status with `current` has just been sent, for whatever reason. */
  markSent(): void {
    this.#sent = this.#current;
    this.#sentAtMs = this.clock.now();
  }

  /** The server knows nothing of this member, which has just joined. */
  forget(): void {
    this.#sent = undefined;
  }

  stop(): void {
    this.#cancel?.();
  }
}
