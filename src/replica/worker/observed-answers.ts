// What devices that only watch have answered to the host's question (H16d), as this member heard it. One answer a device, and
// one a connection of the server: else a page that invents devices would be a class of its own. Pure.
import { isSameQuestion, mostObserved, type RoomQuestion } from '../../room/room-question';
import type { AnswerNote } from '../watch/answer-note';

interface Given {
  /** The observer, by the server's id of its connection. */
  readonly from: string;
  readonly change: number;
  readonly value: number;
}

export class ObservedAnswers {
  #asked: RoomQuestion | undefined;
  /** The answers by device. */
  readonly #given = new Map<string, Given>();

  /** False: it changes nothing. `asked`: what the host asks now. */
  take(from: string, { by, change, question, value }: AnswerNote, asked: RoomQuestion | undefined): boolean {
    if (!asked || asked.closed || asked.number !== question) return false;
    if (!isSameQuestion(this.#asked, asked)) this.#given.clear();
    this.#asked = asked;
    const before = this.#given.get(by);
    if (before ? change < before.change : this.#given.size >= mostObserved) return false;
    const hasAnother = [...this.#given].some(([device, given]) => device !== by && given.from === from);
    if (hasAnother) return false;
    this.#given.set(by, { from, change, value });
    return before?.value !== value;
  }

  to(asked: RoomQuestion | undefined): readonly number[] {
    return asked && isSameQuestion(this.#asked, asked)
      ? [...this.#given.values()].map(({ value }) => value)
      : [];
  }
}
