// The page's end of the playground's Worker: questions and their answers.
import { say } from '../../base/sayings';
import { SaidError } from '../../base/said-error';
import { realClock } from '../../base/clock';
import { abortReason, DeadlineError } from '../../base/deadline';
import { Requests } from '../../base/requests';
import type { Answer, AnswerTo, FromPlayer, Question, ToPlayer, Written } from '../player/player-messages';

export type * from '../player/player-messages';

/** The time without a sign of the Worker. The largest model's file takes seconds to read. */
const answerMs = 60_000;

export interface AskOptions {
  /** The text so far. */
  readonly onPart?: (written: Written) => void;
  /** Aborted: the answer is what is there so far. */
  readonly signal?: AbortSignal;
}

export class PlayerHandle {
  readonly #worker = new Worker(new URL('../player/player-entry.ts', import.meta.url), {
    type: 'module',
    name: 'playground',
  });
  readonly #requests = new Requests<Answer>(realClock);
  readonly #onPart = new Map<number, (written: Written) => void>();

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<FromPlayer>) => this.#receive(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#requests.rejectAll(new SaidError(say('playground-not-loaded')));
    };
  }

  /** Rejects with the reason why there is no answer. */
  ask<Q extends Question>(question: Q, { onPart, signal }: AskOptions = {}): Promise<AnswerTo<Q>> {
    if (signal?.aborted) return Promise.reject(abortReason(signal));
    let id = 0;
    const asked = this.#requests.begin(answerMs, 'the playground’s answer', (given) => {
      id = given;
      if (onPart) this.#onPart.set(id, onPart);
      this.#post({ kind: 'ask', id, question });
    });
    signal?.addEventListener(
      'abort',
      () => this.#requests.isWaiting(id) && this.#post({ kind: 'stop', id }),
      {
        once: true,
      },
    );
    return asked
      .catch((error: unknown) => {
        throw error instanceof DeadlineError
          ? new SaidError(say('playground-silent', { seconds: answerMs / 1000 }))
          : error;
      })
      .finally(() => this.#onPart.delete(id)) as Promise<AnswerTo<Q>>;
  }

  end(): void {
    this.#worker.terminate();
    this.#requests.rejectAll(new SaidError(say('playground-closed')));
  }

  #post(message: ToPlayer): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromPlayer): void {
    this.#requests.progress(); // it works, on one after the other
    switch (message.kind) {
      case 'answer':
        return this.#requests.settle(message.id, message.answer);
      case 'part':
        return this.#onPart.get(message.id)?.(message.written);
      case 'refused':
        return this.#requests.reject(message.id, new SaidError(message.why));
      default:
        message satisfies never;
    }
  }
}
