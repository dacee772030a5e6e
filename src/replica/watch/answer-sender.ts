// An observer's end of an answer to the host's question (H16d). Nobody confirms a note, so it is said again while the
// question is open: to members that arrived later, and where it was lost.
import type { Clock } from '../../base/clock';
import type { AnswerNote } from './answer-note';
import type { RingView } from '../ring-view';

/** A device that asks for a copy of the model needs notes too (R19a). */
export const sayAgainMs = 10_000;
/** The server takes a note every 2 s. */
export const retryMs = 2_500;

type Asked = NonNullable<RingView['question']>;

export class AnswerSender {
  #given: { readonly asked: string; readonly question: number; readonly value: number } | undefined;
  #change = 0;
  #nextMs = 0;

  /** `note` settles to false where nobody received it. */
  constructor(
    private readonly clock: Clock,
    private readonly by: string,
    private readonly note: (note: AnswerNote) => Promise<boolean>,
  ) {}

  give({ number, asks, isOpen }: Asked, value: number): void {
    if (!isOpen) return;
    this.#given = { asked: keyOf({ number, asks }), question: number, value };
    this.#change++;
    this.#send();
  }

  /** This device's answer to that question. */
  to(asked: Asked | undefined): number | undefined {
    return asked && this.#given?.asked === keyOf(asked) ? this.#given.value : undefined;
  }

  /** Takes each picture. */
  see(asked: Asked | undefined): void {
    if (this.to(asked) === undefined || !asked?.isOpen) return;
    if (this.clock.now() >= this.#nextMs) this.#send();
  }

  #send(): void {
    const { question, value } = this.#given!;
    const change = this.#change;
    this.#nextMs = this.clock.now() + sayAgainMs;
    void this.note({ kind: 'answer', by: this.by, change, question, value }).then((isReceived) => {
      if (!isReceived && change === this.#change) this.#nextMs = this.clock.now() + retryMs;
    });
  }
}

/** In another lineage, a question of the same number may be another one. */
function keyOf({ number, asks }: Pick<Asked, 'number' | 'asks'>): string {
  return JSON.stringify([number, asks]);
}
