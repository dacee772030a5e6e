// Who contributed how much to the run, also those who left. Counted from the first step that this page saw.
import type { PeerStatus, StepRecord } from '../../../src/replica/protocol';
import { seriesText } from '../../text/series';

export interface Contribution {
  readonly id: string;
  readonly name: string;
  readonly isSelf: boolean;
  readonly isHere: boolean;
  /** Loss terms. */
  readonly count: number;
}

export class ContributionLog {
  readonly #counts = new Map<string, number>();
  readonly #peers = new Map<string, PeerStatus>();
  #here: ReadonlySet<string> = new Set();
  #step = 0;

  push({ step, contributions }: StepRecord): void {
    if (step <= this.#step) this.#counts.clear();
    this.#step = step;
    for (const [id, count] of Object.entries(contributions))
      this.#counts.set(id, (this.#counts.get(id) ?? 0) + count);
  }

  see(peers: readonly PeerStatus[]): void {
    for (const peer of peers) this.#peers.set(peer.id, peer);
    this.#here = new Set(peers.map(({ id }) => id));
  }

  /** The largest first. */
  get contributions(): readonly Contribution[] {
    return [...this.#counts]
      .filter(([, count]) => count > 0)
      .map(([id, count]) => {
        const peer = this.#peers.get(id);
        return {
          id,
          name: peer?.name ?? seriesText.someoneWhoLeft,
          isSelf: peer?.isSelf ?? false,
          isHere: this.#here.has(id),
          count,
        };
      })
      .sort((a, b) => b.count - a.count);
  }
}
