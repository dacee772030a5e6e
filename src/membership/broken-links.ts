// Broken links among members, and a ring that avoids them: pure. A member may search for that ring at every input, so the
// search is bounded, however many links are broken.
import { fullMeshLimit } from './links-needed';
import type { MemberId } from './view';

export class BrokenLinks {
  readonly pairs: (readonly [MemberId, MemberId])[] = [];
  readonly #of = new Map<MemberId, Set<MemberId>>();

  add(a: MemberId, b: MemberId): void {
    if (a === b || this.has(a, b)) return;
    this.pairs.push([a, b]);
    this.#with(a).add(b);
    this.#with(b).add(a);
  }

  has(a: MemberId, b: MemberId): boolean {
    return this.#of.get(a)?.has(b) ?? false;
  }

  /** How many of `members` cannot be reached from `member`. */
  count(member: MemberId, members: readonly MemberId[]): number {
    const broken = this.#of.get(member);
    return broken ? members.filter((other) => other !== member && broken.has(other)).length : 0;
  }

  /** Does a ring in this order need a broken link? */
  isNeededBy(order: readonly MemberId[]): boolean {
    return order.length > 1 && order.some((member, i) => this.has(member, order[(i + 1) % order.length]));
  }

  #with(member: MemberId): Set<MemberId> {
    let others = this.#of.get(member);
    if (!others) this.#of.set(member, (others = new Set()));
    return others;
  }
}

/** A ring of the same members without broken links, near the given order; undefined where none was found. Up to 8 members
 *  it is found wherever there is one; above, at least where every member can reach half of the members (Dirac 1952). */
export function ringAvoiding(
  order: readonly MemberId[],
  broken: BrokenLinks,
): readonly MemberId[] | undefined {
  const neighbours = Math.min(2, order.length - 1);
  if (order.some((member) => order.length - 1 - broken.count(member, order) < neighbours)) return undefined;
  if (order.length <= fullMeshLimit) return nearestRing(order, broken, Infinity);
  return repairedRing(order, broken) ?? nearestRing(order, broken, triesPerMember * order.length);
}

const triesPerMember = 100;

/** Depth first, so that the order changes late. Gives up after so many tries. */
function nearestRing(
  order: readonly MemberId[],
  broken: BrokenLinks,
  mostTries: number,
): readonly MemberId[] | undefined {
  if (order.length === 1) return order;
  let tries = mostTries;
  const path = [order[0]];
  const placed = new Set(path);
  const extend = (): boolean => {
    if (--tries < 0) return false;
    const last = path[path.length - 1];
    if (path.length === order.length) return !broken.has(last, path[0]);
    for (const member of order) {
      if (placed.has(member) || broken.has(last, member)) continue;
      path.push(member);
      placed.add(member);
      if (extend()) return true;
      path.pop();
      placed.delete(member);
      if (tries < 0) return false;
    }
    return false;
  };
  return extend() ? path : undefined;
}

/** Palmer (1997): the link between a and its successor b is broken. Two neighbours c and d further on are found, such that
 *  a reaches c and b reaches d, and the part from b to c is reversed: a c … b d. Each exchange removes one broken link of
 *  the ring or more, and adds none. */
function repairedRing(order: readonly MemberId[], broken: BrokenLinks): readonly MemberId[] | undefined {
  let ring = [...order];
  const size = ring.length;
  for (;;) {
    const at = ring.findIndex((member, i) => broken.has(member, ring[(i + 1) % size]));
    if (at < 0) return ring;
    ring = [...ring.slice(at + 1), ...ring.slice(0, at + 1)]; // b … a
    const [a, b] = [ring[size - 1], ring[0]];
    let c = 1;
    while (c < size - 2 && (broken.has(a, ring[c]) || broken.has(b, ring[c + 1]))) c++;
    if (c >= size - 2) return undefined;
    ring = [...ring.slice(0, c + 1).reverse(), ...ring.slice(c + 1)]; // c … b d … a
  }
}
