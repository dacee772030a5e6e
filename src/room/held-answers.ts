// The answers to the open question that this member has heard, its own too (D5). One a member counts: its latest, signed
// by the pass by which the room knows it. Invariant: all of them are to the question that was followed last.
import type { MemberId } from '../membership/view';
import { passIdLength } from '../net/room/pass-claim';
import { isSameQuestion, mostAnswers, type GivenAnswer, type RoomQuestion } from './room-question';
import { isAnswerTo, type SignedAnswer } from './signed-answer';

/** Authors that are in no view here, for now or for ever, take no place of members. */
const mostHeld = 2 * mostAnswers;

export class HeldAnswers {
  #asked: RoomQuestion | undefined;
  readonly #notes = new Map<MemberId, SignedAnswer>();

  constructor(
    readonly code: string,
    /** The id of the pass that this member proved to this one; undefined: none yet. */
    readonly passOf: (member: MemberId) => string | undefined,
  ) {}

  /** False: it is the question of before, or none. */
  follow(question: RoomQuestion | undefined): boolean {
    const isOther = !isSameQuestion(question, this.#asked);
    if (isOther) this.#notes.clear();
    this.#asked = question;
    return isOther;
  }

  get isOpen(): boolean {
    return this.#asked !== undefined && this.#asked.closed === undefined;
  }

  /** `old`: it changes nothing. `false`: its author did not say so. */
  take(given: SignedAnswer, members: readonly MemberId[]): 'new' | 'old' | 'false' {
    const asked = this.#asked;
    if (!asked || asked.closed || given.question !== asked.number) return 'old';
    const before = this.#notes.get(given.by);
    const isKnown = this.#isByItsPass(given);
    if (isKnown === false) return 'false';
    const isOtherPass = before !== undefined && before.pass.key !== given.pass.key;
    if (isOtherPass ? isKnown === undefined : before && before.change >= given.change) return 'old';
    const spare = before || this.#notes.size < mostHeld ? undefined : this.#spare(members);
    if (!before && this.#notes.size >= mostHeld && (spare === undefined || !members.includes(given.by)))
      return 'old';
    if (!isAnswerTo(asked, given, this.code)) return 'false';
    if (spare !== undefined) this.#notes.delete(spare);
    this.#notes.set(given.by, given);
    return 'new';
  }

  get all(): readonly SignedAnswer[] {
    return [...this.#notes.values()];
  }

  /** What this member answers; undefined: nothing that counts. */
  of(member: MemberId): GivenAnswer | undefined {
    const note = this.#notes.get(member);
    return note && this.#isByItsPass(note) !== false ? note : undefined;
  }

  /** undefined: nobody here knows by which pass the room knows it. */
  #isByItsPass({ by, pass }: SignedAnswer): boolean | undefined {
    const known = this.passOf(by);
    return known === undefined ? undefined : known === pass.key.slice(0, passIdLength);
  }

  #spare(members: readonly MemberId[]): MemberId | undefined {
    return [...this.#notes.keys()].find((one) => !members.includes(one));
  }
}
