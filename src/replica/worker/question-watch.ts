// Notices what came of the host's question (H16), on the host's own device: the run shows the loss and the accuracy that
// were asked for. Pure.
import type { RoomQuestion } from '../../train/run/room-question';
import type { HostCommand, StepRecord } from '../protocol';

/** One step alone is noise. */
export const meanOver = 10;

export class QuestionWatch {
  #last: StepRecord[] = [];

  /** What the host should say after this step; undefined: nothing is asked of it, or it is known. */
  see(record: StepRecord, question: RoomQuestion | undefined): HostCommand | undefined {
    if (record.step !== (this.#last.at(-1)?.step ?? 0) + 1) this.#last = [];
    this.#last = [...this.#last.slice(1 - meanOver), record];
    if (!question || question.measured !== undefined) return undefined;
    const measured = this.#measured(question.asks, record.step);
    return measured !== undefined && Number.isFinite(measured)
      ? { kind: 'reveal', question: question.number, measured: Number(measured.toPrecision(4)) }
      : undefined;
  }

  #measured(asks: RoomQuestion['asks'], step: number): number | undefined {
    switch (asks.kind) {
      case 'loss':
        return asks.step === step ? this.#mean(({ loss }) => loss) : undefined;
      case 'accuracy':
        return asks.step === step ? 100 * this.#mean(({ accuracy }) => accuracy) : undefined;
      case 'speed-up':
      case 'lesson':
        return undefined; // the host says it
      default:
        return asks satisfies never;
    }
  }

  #mean(of: (record: StepRecord) => number): number {
    return this.#last.reduce((sum, record) => sum + of(record), 0) / this.#last.length;
  }
}
