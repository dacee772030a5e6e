// New sessions with the rooms: an address may have so many open, and so many a second (R4). Where connections of an
// address were cut off, its next sessions wait a while (R26e): each costs the server some milliseconds.
import type { Clock } from '../base/clock';
import { cutRule, sessionRule, sessionWaitMs } from './limits';
import { NetworkTable, NetworkTally } from './networks';

export class NewSessions {
  readonly #open = new NetworkTally();
  readonly #sessions: NetworkTable;
  readonly #cuts: NetworkTable;

  constructor(
    readonly clock: Clock,
    readonly mostOpen: number,
  ) {
    this.#sessions = new NetworkTable(sessionRule, clock);
    this.#cuts = new NetworkTable(cutRule, clock);
  }

  /** Answers now, or after the wait. */
  ask(address: string, allow: (isAllowed: boolean) => void): void {
    const answer = (): void =>
      allow(this.#open.hasPlace(address, this.mostOpen) && this.#sessions.take(address));
    if (this.#cuts.left(address) >= 1) answer();
    else this.clock.after(sessionWaitMs, answer);
  }

  opened(address: string): void {
    this.#open.add(address);
  }

  closed(address: string): void {
    this.#open.add(address, -1);
  }

  /** A connection of the address was cut off. */
  cut(address: string): void {
    this.#cuts.take(address);
  }

  forget(): void {
    this.#sessions.forget();
    this.#cuts.forget();
  }
}
