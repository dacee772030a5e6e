// The budgets of a connection and of its address: how much they may send before they are read no further, and how much an
// address is answered (R28).
// Debts are paid by time. An address is also a place in the line of turns: its network's, and among the network's parts.
import type { Clock } from '../base/clock';
import { TokenBucket } from '../base/token-bucket';
import { addressAnswerRule, addressReadRule, addressFrameRule, frameRule, readRule } from './limits';
import { NetworkTable, networksOf } from './networks';

export interface ReadBudget {
  /** The place in the line of turns. */
  readonly path: readonly string[];
  /** The same for pieces of a large answer. */
  readonly answerPath: readonly string[];
  /** Time until the debt is paid. */
  debtMs(): number;
  charge(bytes: number, frames: number): void;
  /** Counts a piece of a large answer. Returns the time until the next one may leave, in ms. */
  answered(bytes: number): number;
  /** A request says whose connection it is: a proxy's carries those of many. */
  belongsTo(address: string): void;
}

export class ReadBudgets {
  readonly #bytes: NetworkTable;
  readonly #frames: NetworkTable;
  readonly #answers: NetworkTable;
  #count = 0;

  constructor(readonly clock: Clock) {
    this.#bytes = new NetworkTable(addressReadRule, clock);
    this.#frames = new NetworkTable(addressFrameRule, clock);
    this.#answers = new NetworkTable(addressAnswerRule, clock);
  }

  /** `address`: undefined while nobody has said whose it is. */
  of(address: string | undefined): ReadBudget {
    const id = String(this.#count++);
    const bytes = new TokenBucket(readRule, this.clock);
    const frames = new TokenBucket(frameRule, this.clock);
    let whose = address ?? `connection ${id}`;
    let path = address === undefined ? [nobody, id] : pathOf(whose, id);
    let paidMs = 0;
    return {
      get path() {
        return path;
      },
      get answerPath() {
        return [...path.slice(0, -1), `answers of ${id}`];
      },
      debtMs: () => Math.max(0, paidMs - this.clock.now()),
      charge: (byteCount, frameCount) => {
        const waits = [
          bytes.charge(byteCount),
          frames.charge(frameCount),
          this.#bytes.charge(whose, byteCount),
          this.#frames.charge(whose, frameCount),
        ];
        paidMs = this.clock.now() + Math.max(...waits);
      },
      answered: (byteCount) => this.#answers.charge(whose, byteCount),
      belongsTo: (found) => {
        if (whose === found) return;
        whose = found;
        path = pathOf(whose, id);
      },
    };
  }

  forget(): void {
    this.#bytes.forget();
    this.#frames.forget();
    this.#answers.forget();
  }
}

/** The place of all connections through a proxy whose requests have not said yet whose they are (R28b). */
const nobody = 'nobody';

const pathOf = (address: string, id: string): readonly string[] => [
  ...networksOf(address).map(({ name }) => name),
  id,
];
