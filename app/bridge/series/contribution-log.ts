// The log of contributions: how much each member gave to the run, also those who left. Counted from the first step that this page observed.
import { t } from '@lingui/core/macro';
import type { PeerStatus, StepRecord } from '../../../src/replica/protocol';
import type { NameOf } from '../words/change-words';

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
  readonly #known = new Set<string>();
  #here: ReadonlySet<string> = new Set();
  #self: string | undefined;
  #step = 0;

  constructor(private readonly nameOf: NameOf) {}

  push({ step, contributions }: StepRecord): void {
    if (step <= this.#step) this.#counts.clear();
    this.#step = step;
    for (const [id, count] of Object.entries(contributions))
      this.#counts.set(id, (this.#counts.get(id) ?? 0) + count);
  }

  see(peers: readonly PeerStatus[]): void {
    for (const { id } of peers) this.#known.add(id);
    this.#self = peers.find(({ isSelf }) => isSelf)?.id ?? this.#self;
    this.#here = new Set(peers.map(({ id }) => id));
  }

  /** The largest first. */
  get contributions(): readonly Contribution[] {
    return [...this.#counts]
      .filter(([, count]) => count > 0)
      .map(([id, count]) => ({
        id,
        name: this.#known.has(id) ? this.nameOf(id) : t`someone who is gone`,
        isSelf: id === this.#self,
        isHere: this.#here.has(id),
        count,
      }))
      .sort((a, b) => b.count - a.count);
  }
}
