// What the person at this replica answers to the host's question (H16). It counts for that question only: in another
// lineage, a question of the same number may be another one.
import { isSameQuestion, type GivenAnswer, type RoomQuestion } from '../../room/room-question';

export class OwnAnswer {
  #given: { readonly question: RoomQuestion; readonly value: number } | undefined;

  /** False: no question of this number is open, or the answer is no number. */
  give(number: number, value: number, question: RoomQuestion | undefined): boolean {
    const inRecord = Math.fround(value);
    if (!question || question.closed || question.number !== number || !Number.isFinite(inRecord))
      return false;
    this.#given = { question, value: inRecord };
    return true;
  }

  to(question: RoomQuestion | undefined): GivenAnswer | undefined {
    if (!question || !this.#given || !isSameQuestion(this.#given.question, question)) return undefined;
    return { question: question.number, value: this.#given.value };
  }
}
