// Requests to another thread that wait for their replies. Each has an id, which its reply has too. Each settles: by its reply,
// at its deadline, or when the other end is gone.
import type { Clock } from './clock';
import { waitFor, type Wait } from './deadline';

export class Requests<Reply> {
  readonly #waits = new Map<number, Wait<Reply>>();
  #lastId = 0;

  constructor(private readonly clock: Clock) {}

  /** `post` sends the request on. Rejects with DeadlineError after `limitMs` without progress, naming what it waited for. */
  begin(limitMs: number, waitingFor: string, post: (id: number) => void): Promise<Reply> {
    const id = ++this.#lastId;
    const wait = waitFor<Reply>(this.clock, limitMs, waitingFor);
    this.#waits.set(id, wait);
    post(id);
    return wait.promise.finally(() => this.#waits.delete(id));
  }

  isWaiting(id: number): boolean {
    return this.#waits.has(id);
  }

  /** A reply to no request of now comes late. */
  settle(id: number, reply: Reply): void {
    this.#waits.get(id)?.settle(reply);
  }

  reject(id: number, why: Error): void {
    this.#waits.get(id)?.reject(why);
  }

  /** The other end works: the deadlines of all requests start again. */
  progress(): void {
    for (const wait of this.#waits.values()) wait.progress();
  }

  rejectAll(why: Error): void {
    for (const wait of this.#waits.values()) wait.reject(why);
  }
}
