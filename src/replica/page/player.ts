// The page's end of the playground's Worker: questions and their answers.
import { say } from '../../base/sayings';
import { SaidError } from '../../base/said-error';
import { realClock } from '../../base/clock';
import { abortReason, DeadlineError, type Wait, waitFor } from '../../base/deadline';
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

interface Asked {
  readonly wait: Wait<Answer>;
  readonly onPart: ((written: Written) => void) | undefined;
}

export class PlayerHandle {
  readonly #worker = new Worker(new URL('../player/player-entry.ts', import.meta.url), {
    type: 'module',
    name: 'playground',
  });
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<FromPlayer>) => this.#receive(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#refuseAll(new SaidError(say('playground-not-loaded')));
    };
  }

  /** Rejects with the reason why there is no answer. */
  ask<Q extends Question>(question: Q, { onPart, signal }: AskOptions = {}): Promise<AnswerTo<Q>> {
    if (signal?.aborted) return Promise.reject(abortReason(signal));
    const id = ++this.#lastId;
    const wait = waitFor<Answer>(realClock, answerMs, 'the playground’s answer');
    this.#asked.set(id, { wait, onPart });
    this.#post({ kind: 'ask', id, question });
    signal?.addEventListener('abort', () => this.#asked.has(id) && this.#post({ kind: 'stop', id }), {
      once: true,
    });
    return wait.promise
      .catch((error: unknown) => {
        throw error instanceof DeadlineError
          ? new SaidError(say('playground-silent', { seconds: answerMs / 1000 }))
          : error;
      })
      .finally(() => this.#asked.delete(id)) as Promise<AnswerTo<Q>>;
  }

  end(): void {
    this.#worker.terminate();
    this.#refuseAll(new SaidError(say('playground-closed')));
  }

  #post(message: ToPlayer): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromPlayer): void {
    for (const { wait } of this.#asked.values()) wait.progress(); // it works, on one after the other
    const asked = this.#asked.get(message.id);
    switch (message.kind) {
      case 'answer':
        return asked?.wait.settle(message.answer);
      case 'part':
        return asked?.onPart?.(message.written);
      case 'refused':
        return asked?.wait.reject(new SaidError(message.why));
      default:
        message satisfies never;
    }
  }

  #refuseAll(why: SaidError): void {
    for (const { wait } of this.#asked.values()) wait.reject(why);
  }
}
