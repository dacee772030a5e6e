// H13: the host ended the room, as its document says. Every replica leaves once the run stands still, after a while in which
// the others learn of it too.
import { say, type Saying } from '../../base/sayings';
import type { Clock } from '../../base/clock';

export interface RoomEndParts {
  /** Whether the room has ended, by its document. */
  isEnded(): boolean;
  /** The run state that this replica follows says so. */
  isRunning(): boolean;
  isInView(): boolean;
  leave(why: Saying): void;
}

/** The time in which the others learn of it, and the run is kept as at a pause. */
const farewellMs = 2_000;
/** A view without a quorum applies no pause, and slow members apply it late. */
export const untilPausedMs = 30_000;

export class RoomEnd {
  #leaves: 'late' | 'soon' | undefined;
  #cancel = (): void => undefined;

  constructor(
    readonly clock: Clock,
    readonly parts: RoomEndParts,
  ) {}

  get isKnown(): boolean {
    return this.parts.isEnded();
  }

  /** The document, the run state or the view may be another. */
  look(): void {
    if (!this.isKnown) {
      // H15d: another hosts now, and the end that its predecessor said does not hold.
      this.stop();
      this.#leaves = undefined;
      return;
    }
    const leaves = this.parts.isRunning() ? 'late' : 'soon';
    if (!this.parts.isInView() || this.#leaves === 'soon' || this.#leaves === leaves) return;
    this.#leaves = leaves;
    this.#cancel();
    this.#cancel = this.clock.after(leaves === 'late' ? untilPausedMs : farewellMs, () => this.leave());
  }

  leave(): void {
    this.stop();
    this.parts.leave(say('room-ended'));
  }

  stop(): void {
    this.#cancel();
  }
}
