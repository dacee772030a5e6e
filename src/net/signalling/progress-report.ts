// How often a member tells the server how far its ring is: a new phase at once, a new step every few seconds, and
// nothing that the server knows already. The invariant: what was reported last is told in the end.
import type { Clock } from '../../base/clock';
import type { RingProgress } from '../room/room-messages';

/** Twelve a minute: a room's reporter costs the server less than one roster does. */
export const stepEveryMs = 5000;
/** Phases can flap while a ring regroups. */
export const phaseEveryMs = 1000;

export class ProgressReport {
  /** undefined: this member does not speak for its ring. */
  current: RingProgress | undefined;
  #sent: RingProgress | undefined;
  #sentAtMs = -Infinity;
  #cancel: (() => void) | undefined;

  constructor(
    readonly clock: Clock,
    /** Sends `current`. */
    readonly send: () => void,
  ) {}

  report(progress: RingProgress | undefined): void {
    this.current = progress;
    this.#cancel?.();
    this.#cancel = undefined;
    const { current, clock } = this;
    if (current?.phase === this.#sent?.phase && current?.step === this.#sent?.step) return;
    const gapMs = current?.phase === this.#sent?.phase ? stepEveryMs : phaseEveryMs;
    const waitMs = this.#sentAtMs + gapMs - clock.now();
    if (waitMs > 0) {
      this.#cancel = clock.after(waitMs, () => this.report(this.current));
      return;
    }
    this.send();
  }

  /** It has just been said, with this or for another reason. */
  markSent(): void {
    this.#sent = this.current;
    this.#sentAtMs = this.clock.now();
  }

  /** The server knows nothing of this member: it has just (re)joined. */
  forget(): void {
    this.#sent = undefined;
  }

  stop(): void {
    this.#cancel?.();
  }
}
