// Which signals of a sender have arrived (R8). By two ways they may come twice and out of order. So the last ones are
// remembered one by one, and older ones count as seen (R8b). A signal is new once, by whatever way it comes.

export type SignalWay = 'server' | 'members';

/** More than an offer and its candidates, on both ways. */
const remembered = 128;

interface Seen {
  /** Everything up to here counts as seen. */
  floor: number;
  /** Sequence → the ways by which it arrived; in order of arrival. */
  readonly came: Map<number, Set<SignalWay>>;
}

export class SequenceWindow {
  readonly #senders = new Map<string, Seen>();

  /** `again`: the same signal by the other way, as expected. `replayed`: no honest server or member sends that. */
  take(from: string, sequence: number, way: SignalWay): 'new' | 'again' | 'replayed' {
    const seen = this.#senders.get(from) ?? { floor: -1, came: new Map<number, Set<SignalWay>>() };
    this.#senders.set(from, seen);
    const ways = seen.came.get(sequence);
    if (ways) {
      // Members flood a signal, so several of them may bring it.
      if (ways.has(way) && way === 'server') return 'replayed';
      ways.add(way);
      return 'again';
    }
    if (sequence <= seen.floor) return 'replayed';
    seen.came.set(sequence, new Set([way]));
    while (seen.came.size > remembered) {
      const lowest = Math.min(...seen.came.keys());
      seen.floor = Math.max(seen.floor, lowest);
      seen.came.delete(lowest);
    }
    return 'new';
  }
}
