// Decides whether the ring should go around another way (M11), from the time of a frame on each edge in every header.
// All members remember the same records, but only rank 0 asks: first in its record, then with the order it wants.
// Invariant: It asks only where the slowest edge is slow and another order is three times as fast, both for a while.
// After each time it rests for longer, so that a ring that no order helps is left alone.
import { say } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import { fastestOrder, slowestEdge } from '../../membership/ring-order';
import { successorOf, type MemberId, type View } from '../../membership/view';
import type { Hub } from '../peers/hub';
import type { Header } from '../header/header';
import type { HeaderRecord } from '../header/header-record';
import { frameMs, LinkTimes } from './link-times';
import type { Notify, TrainerDeps } from '../context/trainer-deps';

export interface ReorderWatchOptions {
  readonly host: Pick<TrainerDeps, 'self' | 'clock' | 'nameOf' | 'isBroken'>;
  readonly hub: Pick<Hub, 'link'>;
  readonly notify: Notify;
}

/** A frame that takes less time disturbs nobody. */
const slowMs = 20;
/** Times of other links are estimates: a smaller gain is not worth a new view. */
const worthFactor = 3;
/** Slow for so long, and at three looks at least. */
const lastingMs = 10_000;
const lookEveryMs = 1_000;
const leastLooks = 3;
/** Pause before it asks again; doubles each time (M11c). */
const firstRestMs = 30_000;
const longestRestMs = 480_000;

/** In a ring of three all pairs are edges. */
const leastMembers = 4;

export class ReorderWatch {
  readonly #times = new LinkTimes();
  #around = '';
  #lookMs = 0;
  #slowSinceMs: number | undefined;
  #looks = 0;
  #wanted: readonly MemberId[] | undefined;
  #restMs = firstRestMs;
  #restUntilMs = 0;
  /** The slowest edge of the last header: a new order avoids it. */
  #slowest: { readonly edge: readonly [MemberId, MemberId]; readonly ms: number } | undefined;

  constructor(private readonly options: ReorderWatchOptions) {}

  /** What this replica says in its next record. */
  record(view: View, parameterCount = 0): Pick<HeaderRecord, 'edgeMs' | 'requestsReorder'> {
    const successor = successorOf(view, this.options.host.self);
    const link = this.options.hub.link(successor);
    const chunkBytes = (4 * parameterCount) / view.members.length;
    const edgeMs = link?.isOpen ? Math.fround(frameMs(link.stats(), chunkBytes)) : 0;
    return { edgeMs, requestsReorder: this.#wanted !== undefined && aroundOf(view).join() === this.#around };
  }

  /** Takes every header. */
  see({ view, records }: Header): void {
    const { host } = this.options;
    const nowMs = host.clock.now();
    const around = aroundOf(view);
    if (around.join() !== this.#around) this.#enter(around);
    if (around.length < leastMembers) return;
    this.#slowest = undefined;
    for (const [rank, { edgeMs: ms }] of records.entries()) {
      const member = view.members[rank];
      const edge = [member, successorOf(view, member)] as const;
      if (ms > 0) this.#times.note(...edge, ms, nowMs);
      if (ms > (this.#slowest?.ms ?? slowMs)) this.#slowest = { edge, ms };
    }
    if (nowMs < this.#lookMs) return;
    this.#lookMs = nowMs + lookEveryMs;
    this.#times.forget(view.members, nowMs);
    if (host.self !== view.members[0] || nowMs < this.#restUntilMs) return;
    const better = this.#better(around);
    this.#wanted = undefined;
    if (!better) return this.#calm();
    this.#slowSinceMs ??= nowMs;
    this.#looks++;
    if (this.#looks >= leastLooks && nowMs - this.#slowSinceMs >= lastingMs) this.#wanted = better;
  }

  /** All members decided to change the order: the order that this replica asked for, if it did. */
  ordered(): readonly MemberId[] | undefined {
    const wanted = this.#wanted;
    this.#calm();
    this.#rest(this.options.host.clock);
    return wanted;
  }

  #better(around: readonly MemberId[]): readonly MemberId[] | undefined {
    const cost = (from: MemberId, to: MemberId): number => this.#costMs(from, to);
    const now = slowestEdge(around, cost);
    if (now.slowestMs < slowMs || now.slowestMs === Infinity) return undefined; // a broken edge is for M7
    const best = fastestOrder(around, cost);
    return best.slowestMs * worthFactor <= now.slowestMs ? best.order : undefined;
  }

  #costMs(from: MemberId, to: MemberId): number {
    const { host, hub } = this.options;
    if (host.isBroken(from, to)) return Infinity;
    const other = from === host.self ? to : to === host.self ? from : undefined;
    const trip = other === undefined ? undefined : hub.link(other)?.stats().roundTripMs;
    return this.#times.estimate(from, to, (trip ?? 0) / 2);
  }

  /** The order changed. If the members are the same and the slow edge is gone, the reason is announced. A member that
   *  came late to the header that asked learns of the change here too. */
  #enter(around: readonly MemberId[]): void {
    const { host, notify } = this.options;
    const before = this.#around.split(',');
    this.#around = around.join();
    this.#calm();
    const avoided = this.#slowest;
    this.#slowest = undefined;
    if (!avoided || before.length !== around.length || !before.every((id) => around.includes(id))) return;
    const [a, b] = avoided.edge;
    const apart = Math.abs(around.indexOf(a) - around.indexOf(b));
    if (apart === 1 || apart === around.length - 1) return;
    notify(
      'info',
      say('goes-around', { one: host.nameOf(a), other: host.nameOf(b), ms: Math.round(avoided.ms) }),
    );
  }

  #calm(): void {
    this.#slowSinceMs = undefined;
    this.#looks = 0;
    this.#wanted = undefined;
  }

  #rest(clock: Clock): void {
    const nowMs = clock.now();
    if (nowMs - this.#restUntilMs > longestRestMs) this.#restMs = firstRestMs;
    this.#restUntilMs = nowMs + this.#restMs;
    this.#restMs = Math.min(longestRestMs, 2 * this.#restMs);
  }
}

function aroundOf(view: View): readonly MemberId[] {
  return view.ring.map((rank) => view.members[rank]);
}
