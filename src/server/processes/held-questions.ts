// Questions about rooms that may be on their way here (R31c): a process that took rooms over answers that there is no such
// room only once their members had the time to bring it. Others wait here, one question of each connection.
import type { Clock } from '../../base/clock';

interface Held {
  readonly code: string;
  readonly answer: () => void;
  readonly refuse: () => void;
}

export interface Homecoming {
  readonly isNew: (code: string) => boolean;
  readonly isHere: (code: string) => boolean;
}

const lookMs = 100;

export class HeldQuestions {
  readonly #held = new Map<string, Held>();
  #cancelLook: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly homecoming: Homecoming,
  ) {}

  /** Calls `answer` as soon as a room of this code is here, or none comes any more; `refuse`, when the connection asks
   *  something else meanwhile. */
  hold(connection: string, held: Held): void {
    this.#held.get(connection)?.refuse();
    this.#held.set(connection, held);
    this.#lookAgain();
  }

  leave(connection: string): void {
    this.#held.delete(connection);
  }

  close(): void {
    this.#cancelLook?.();
    this.#held.clear();
  }

  #lookAgain(): void {
    this.#cancelLook ??= this.clock.after(lookMs, () => {
      this.#cancelLook = undefined;
      const { isHere, isNew } = this.homecoming;
      for (const [connection, { code, answer }] of this.#held) {
        if (!isHere(code) && isNew(code)) continue;
        this.#held.delete(connection);
        answer();
      }
      if (this.#held.size > 0) this.#lookAgain();
    });
  }
}
