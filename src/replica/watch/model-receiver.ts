// An observer's end of a copy of the model (R19d): asks for one while it is wanted, collects its pieces, asks for those
// that were lost, and later for a newer copy.
import type { Clock } from '../../base/clock';
import { readFromMember, type ModelWish, type Refusal } from './model-copy';
import { readCopy, type ModelCopy } from './read-copy';

export interface CopyState {
  /** Pieces of the copy that comes; undefined: none comes now. */
  readonly coming: { readonly have: number; readonly of: number } | undefined;
  /** The last whole one. */
  readonly got: ModelCopy | undefined;
  /** The last answer was no; 'silent': nobody answers. */
  readonly refused: Refusal | 'silent' | undefined;
}

/** The time without a piece after which it asks again: four times what one takes. */
const againMs = 4_000;
/** Nobody answered so many wishes. */
const silentWishes = 3;
/** The wait after a refusal, and after no answer. */
const laterMs = 15_000;
/** The wait after a whole copy. */
const newerMs = 5_000;

export class ModelReceiver {
  #state: CopyState = { coming: undefined, got: undefined, refused: undefined };
  #copy = '';
  /** The copy that was read last. */
  #read = '';
  #pieces: (string | undefined)[] = [];
  #unanswered = 0;
  #isWanted = false;
  #cancel = (): void => undefined;

  constructor(
    private readonly clock: Clock,
    private readonly deps: {
      readonly note: (wish: ModelWish) => void;
      readonly onChange: () => void;
      /** The step that the ring was at last; undefined: not known. */
      readonly stepNow: () => number | undefined;
    },
  ) {}

  get state(): CopyState {
    return this.#state;
  }

  want(isWanted: boolean): void {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    this.#cancel();
    if (isWanted) this.#ask();
  }

  /** A member's JSON data; false: it is about something else. */
  receive(data: unknown): boolean {
    const message = readFromMember(data);
    if (!message) return false;
    if (!this.#isWanted) return true;
    this.#unanswered = 0;
    if (message.kind === 'model-refused') {
      this.#set({ refused: message.why, coming: undefined });
      this.#after(laterMs);
      return true;
    }
    const { copy, at, of, data: piece } = message;
    if (copy === this.#read || at >= of) return true; // others get it again
    if (copy !== this.#copy || of !== this.#pieces.length) {
      this.#copy = copy;
      this.#pieces = new Array<string | undefined>(of).fill(undefined);
    }
    this.#pieces[at] = piece;
    const whole = this.#pieces.filter((one) => one !== undefined);
    if (whole.length < of) {
      this.#set({ coming: { have: whole.length, of }, refused: undefined });
      this.#after(againMs);
      return true;
    }
    const got = readCopy(copy, whole);
    this.#read = copy;
    this.#forget();
    this.#set({ coming: undefined, refused: undefined, ...(got && { got }) });
    this.#after(newerMs);
    return true;
  }

  #ask(): void {
    const { got } = this.#state;
    if (got && this.#copy === '' && got.step === this.deps.stepNow()) return this.#after(newerMs);
    const missing = this.#pieces.flatMap((piece, at) => (piece === undefined ? [at] : []));
    const isPart = this.#copy !== '' && missing.length > 0 && this.#unanswered === 0;
    if (++this.#unanswered > silentWishes) {
      this.#forget();
      this.#set({ refused: 'silent', coming: undefined });
    }
    this.deps.note(isPart ? { kind: 'want-model', copy: this.#copy, missing } : { kind: 'want-model' });
    this.#after(this.#unanswered > silentWishes ? laterMs : againMs);
  }

  #forget(): void {
    this.#copy = '';
    this.#pieces = [];
  }

  #after(ms: number): void {
    this.#cancel();
    if (this.#isWanted) this.#cancel = this.clock.after(ms, () => this.#ask());
  }

  #set(change: Partial<CopyState>): void {
    this.#state = { ...this.#state, ...change };
    this.deps.onChange();
  }
}
