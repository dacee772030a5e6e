// Notices what came of the host's question (H16), on the host's own device: the run shows the loss and the accuracy that
// were asked for. Pure.
import type { RoomQuestion } from '../../room/room-question';
import type { HostCommand, StepRecord } from '../protocol';

/** One step alone is noise. */
export const meanOver = 10;
/** The step of a question may pass before all members have the question, or before this device hosts. */
const kept = 10_000;

type Seen = Pick<StepRecord, 'step' | 'loss' | 'accuracy'>;

export class QuestionWatch {
  /** The steps of one run, one after the other. */
  #seen: Seen[] = [];

  /** What the host should say after this step; undefined: nothing is asked of it, or it is known. It says so again, in case
   *  what it said was lost. */
  see({ step, loss, accuracy }: StepRecord, question: RoomQuestion | undefined): HostCommand | undefined {
    if (step !== (this.#seen.at(-1)?.step ?? 0) + 1) this.#seen = [];
    this.#seen.push({ step, loss, accuracy });
    if (this.#seen.length > 2 * kept) this.#seen = this.#seen.slice(-kept);
    if (!question || question.measured !== undefined) return undefined;
    const measured = this.#measured(question.asks, step);
    return measured !== undefined && Number.isFinite(measured)
      ? { kind: 'reveal', question: question.number, measured: Number(measured.toPrecision(4)) }
      : undefined;
  }

  #measured(asks: RoomQuestion['asks'], now: number): number | undefined {
    switch (asks.kind) {
      case 'loss':
        return this.#mean(asks.step, now, ({ loss }) => loss);
      case 'accuracy':
        return this.#mean(asks.step, now, ({ accuracy = NaN }) => 100 * accuracy);
      case 'speed-up':
      case 'lesson':
        return undefined; // the host says it
      default:
        return asks satisfies never;
    }
  }

  /** The mean of the steps that end with `step`; undefined: it is to come, was not observed, or has just been said. */
  #mean(step: number, now: number, of: (seen: Seen) => number): number | undefined {
    const end = step - (this.#seen[0]?.step ?? 0) + 1;
    if (end < 1 || end > this.#seen.length || (now - step) % meanOver !== 0) return undefined;
    const last = this.#seen.slice(Math.max(0, end - meanOver), end);
    return last.reduce((sum, seen) => sum + of(seen), 0) / last.length;
  }
}
