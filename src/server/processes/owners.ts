// Who owns which room, as this process knows it: the living processes by the directory, without those that refuse
// connections (R31). Time is an argument; sockets and Redis are unknown here.
import type { Clock } from '../../base/clock';
import type { LivingProcess } from './directory';
import { deadlineMs } from './directory';
import { OwnerRing } from './owner-ring';

/** Members of a room come back to its new owner within this, mostly in half a second. Less than a page waits for an answer. */
const homecomingMs = 7_000;
/** Until the directory has forgotten a dead process, and this one has asked it. */
const suspectMs = deadlineMs + 2_000;

export class Owners {
  /** A room may have moved, or a process died. */
  onChange: () => void = () => undefined;
  #living: readonly LivingProcess[] = [];
  #ring = new OwnerRing([]);
  /** The processes that refused a connection, by their token, until the directory has forgotten the dead ones. */
  readonly #suspects = new Map<string, number>();
  /** The rings before this one, until all members can have come from there. */
  #former: { readonly ring: OwnerRing; readonly untilMs: number }[] = [];
  #isKnown = false;

  constructor(
    readonly self: LivingProcess,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** False until the directory has answered once: nobody knows whose a room is. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  get count(): number {
    return this.#ring.addresses.length;
  }

  /** Takes the list of the directory, oldest beat first. This process lives, whatever the list says. */
  update(living: readonly LivingProcess[]): void {
    this.#isKnown = true;
    this.#living = living;
    const nowMs = this.clock.now();
    for (const [token, untilMs] of this.#suspects) if (untilMs <= nowMs) this.#suspects.delete(token);
    this.#former = this.#former.filter(({ untilMs }) => untilMs > nowMs);
    this.#renew();
  }

  /** The process of this token does not take connections: it has ended, or cannot be reached. */
  suspect(token: string): void {
    if (!this.#living.some((one) => one.token === token)) return;
    this.#suspects.set(token, this.clock.now() + suspectMs);
    this.#renew();
  }

  get suspects(): readonly string[] {
    return [...this.#suspects.keys()];
  }

  ownerOf(code: string): LivingProcess {
    const address = this.#ring.ownerOf(code);
    return this.#others.findLast((one) => one.address === address) ?? this.self;
  }

  owns(code: string): boolean {
    return this.ownerOf(code) === this.self;
  }

  /** Did the rooms of this code come here just now, so that members may still be on their way? */
  isNew(code: string): boolean {
    const nowMs = this.clock.now();
    return this.#former.some(
      ({ ring, untilMs }) => untilMs > nowMs && ring.ownerOf(code) !== this.self.address,
    );
  }

  /** Is this the address of one of the processes? */
  isHost(peer: string): boolean {
    return this.#living.some(({ address }) => hostOf(address) === peer);
  }

  get #others(): readonly LivingProcess[] {
    return this.#living.filter(
      ({ address, token }) => address !== this.self.address && !this.#suspects.has(token),
    );
  }

  #renew(): void {
    const addresses = [...new Set([this.self, ...this.#others].map(({ address }) => address))].sort();
    if (addresses.join() === this.#ring.addresses.join()) return;
    this.#former.push({ ring: this.#ring, untilMs: this.clock.now() + homecomingMs });
    this.#ring = new OwnerRing(addresses);
    this.onChange();
  }
}

export const hostOf = (address: string): string =>
  address.slice(0, address.lastIndexOf(':')).replace(/^\[(.*)\]$/, '$1');
