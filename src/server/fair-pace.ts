// A budget of all clients whose shortage is shared (R13a): who comes beyond it waits, and networks are paid in turn, each
// as many bytes (deficit round robin, Shreedhar and Varghese 1995). So whoever sends less than an equal share does not
// wait for those that send more.
import type { Clock } from '../base/clock';
import { TokenBucket, type BucketRule } from '../base/token-bucket';
import { networksOf } from './networks';

interface Payment {
  readonly cost: number;
  readonly paid: () => void;
}

interface Line {
  readonly payments: Set<Payment>;
  /** What it may still pay in this turn. */
  credit: number;
}

export class FairPace {
  readonly #bucket: TokenBucket;
  /** The lines of networks; the one in turn is first. */
  readonly #lines = new Map<string, Line>();
  #cancel: (() => void) | undefined;

  /** `turnCost`: what a network may pay in its turn, at least the largest cost. */
  constructor(
    readonly rule: BucketRule,
    readonly turnCost: number,
    readonly clock: Clock,
  ) {
    this.#bucket = new TokenBucket(rule, clock);
  }

  /** Calls `paid` when the cost is paid, at once where nobody waits. */
  pay(address: string, cost: number, paid: () => void): void {
    if (this.#lines.size === 0 && this.#bucket.take(cost)) return paid();
    const network = networksOf(address)[0].name;
    const line = this.#lines.get(network) ?? { payments: new Set(), credit: 0 };
    line.payments.add({ cost, paid });
    this.#lines.set(network, line);
    this.#wait();
  }

  /** Nobody pays any more. */
  close(): void {
    this.#cancel?.();
    this.#lines.clear();
  }

  #wait(): void {
    const [first] = this.#lines.values();
    if (!first || this.#cancel) return;
    const [{ cost }] = first.payments;
    const missingMs = ((cost - this.#bucket.left) / this.rule.perSecond) * 1000;
    this.#cancel = this.clock.after(Math.max(1, missingMs), () => {
      this.#cancel = undefined;
      this.#serve();
      this.#wait();
    });
  }

  #serve(): void {
    for (const [network, line] of this.#lines) {
      line.credit += this.turnCost;
      for (const payment of line.payments) {
        if (payment.cost > line.credit) break;
        if (!this.#bucket.take(payment.cost)) {
          line.credit -= this.turnCost; // its turn goes on
          return;
        }
        line.credit -= payment.cost;
        line.payments.delete(payment);
        payment.paid();
      }
      this.#lines.delete(network);
      if (line.payments.size > 0) this.#lines.set(network, line); // behind the others
    }
  }
}
