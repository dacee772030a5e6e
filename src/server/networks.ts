// Budgets of an address and of the networks around it (R4f). An IPv6 customer has a /64, a /56 or a /48, and so up to
// 65,536 addresses. A wider network may use more than one address, for it may be a school's or a mobile carrier's, but
// by far not as much as all of its addresses.
import { BucketTable } from '../base/bucket-table';
import type { Clock } from '../base/clock';
import { Tally } from '../base/tally';
import type { BucketRule } from '../base/token-bucket';

interface Network {
  readonly name: string;
  /** How many times an address's budget it may use. */
  readonly share: number;
}

/** Times an address's budget, by the bits of the network. */
const shares = { 48: 4, 56: 2 } as const;

/** The networks of an address (see networkOf), the widest first, and the address itself last. */
export function networksOf(address: string): readonly Network[] {
  const [network, bits] = address.split('::/');
  const itself = { name: address, share: 1 };
  if (bits !== '64') return [itself];
  const groups = network.split(':');
  const wide = groups.slice(0, 3).join(':');
  const upper = Number.parseInt(groups[3], 16) >> 8;
  return [
    { name: `${wide}::/48`, share: shares[48] },
    { name: `${wide}:${(upper << 8).toString(16)}::/56`, share: shares[56] },
    itself,
  ];
}

/** A BucketTable of addresses, in which wider networks have buckets too. */
export class NetworkTable {
  readonly #byShare = new Map<number, BucketTable>();

  constructor(
    readonly rule: BucketRule,
    readonly clock: Pick<Clock, 'now'>,
  ) {}

  left(address: string): number {
    return Math.min(...networksOf(address).map(({ name, share }) => this.#table(share).left(name)));
  }

  /** What the widest network of the address has left. */
  widestLeft(address: string): number {
    const [{ name, share }] = networksOf(address);
    return this.#table(share).left(name);
  }

  /** The most that is spent of a network's bucket. */
  spent(address: string): number {
    const spent = networksOf(address).map(({ name, share }) => {
      const table = this.#table(share);
      return table.rule.capacity - table.left(name);
    });
    return Math.max(...spent);
  }

  take(address: string, amount = 1): boolean {
    const isAllowed = this.left(address) >= amount;
    if (isAllowed) for (const { name, share } of networksOf(address)) this.#table(share).take(name, amount);
    return isAllowed;
  }

  /** Takes `amount` in any case. Returns the milliseconds until all debts are paid. */
  charge(address: string, amount: number): number {
    return Math.max(...networksOf(address).map(({ name, share }) => this.#table(share).charge(name, amount)));
  }

  forget(): void {
    for (const table of this.#byShare.values()) table.forget();
  }

  #table(share: number): BucketTable {
    const known = this.#byShare.get(share);
    if (known) return known;
    const { capacity, perSecond } = this.rule;
    const table = new BucketTable({ capacity: capacity * share, perSecond: perSecond * share }, this.clock);
    this.#byShare.set(share, table);
    return table;
  }
}

/** A Tally of addresses that counts for wider networks too. */
export class NetworkTally {
  readonly #sums = new Tally<string>();

  add(address: string, amount = 1): void {
    for (const { name } of networksOf(address)) this.#sums.add(name, amount);
  }

  /** The first network of the address, the widest first, that has more than `most` for each of its shares. */
  above(address: string, most: number): Network | undefined {
    return networksOf(address).find(({ name, share }) => this.#sums.of(name) > most * share);
  }

  /** True while the address and the networks around it have fewer than `most` for each of their shares. */
  hasPlace(address: string, most: number): boolean {
    return networksOf(address).every(({ name, share }) => this.#sums.of(name) < most * share);
  }

  /** The sum of the network of the address that has the most. */
  most(address: string): number {
    return Math.max(...networksOf(address).map(({ name }) => this.#sums.of(name)));
  }

  /** The sum of the address itself. */
  of(address: string): number {
    return this.#sums.of(address);
  }
}
