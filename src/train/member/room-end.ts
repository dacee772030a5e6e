// H13: the host ended the room. Every replica leaves, after a while in which the others learn of it too.
import { say, type Saying } from '../../base/sayings';
import type { Clock } from '../../base/clock';

export interface RoomEndParts {
  /** Whether the room has ended, by the run state that this replica follows. */
  isEnded(): boolean;
  isInView(): boolean;
  leave(why: Saying): void;
}

/** The time in which the others follow the decision, and the run is kept as at a pause. */
const farewellMs = 2_000;
/** A view without a quorum applies no command, and slow members apply it late. */
export const untilAppliedMs = 30_000;

export class RoomEnd {
  #wasTold = false;
  #isLeaving = false;
  #cancel = (): void => undefined;

  constructor(
    readonly clock: Clock,
    readonly parts: RoomEndParts,
  ) {}

  get isKnown(): boolean {
    return this.#wasTold || this.parts.isEnded();
  }

  /** The host's command has come. */
  told(): void {
    this.#wasTold = true;
    if (this.parts.isInView() && !this.#isLeaving) this.#leaveIn(untilAppliedMs);
  }

  /** The state that this replica follows may be another. */
  look(): void {
    if (this.#isLeaving || !this.parts.isInView() || !this.parts.isEnded()) return;
    this.#isLeaving = true;
    this.#leaveIn(farewellMs);
  }

  leave(): void {
    this.stop();
    this.parts.leave(say('room-ended'));
  }

  stop(): void {
    this.#cancel();
  }

  #leaveIn(ms: number): void {
    this.#cancel();
    this.#cancel = this.clock.after(ms, () => this.leave());
  }
}
