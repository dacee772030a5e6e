// S5: checks every second of simulated time whether a replica that reports no quorum indeed has none.
import { quorum } from '../../membership/quorum';
import type { SimulatedRing } from './simulated-ring';

/** A replica is stuck if it could decide, but reports for so long that it cannot. The time covers the lone survivor's
 *  10 s, an ICE failure's 15 s, and the regroup after them. */
const stuckMs = 40_000;

export class QuorumWatch {
  readonly #sinceMs = new Map<string, number>();

  constructor(readonly ring: SimulatedRing) {}

  async runFor(ms: number): Promise<void> {
    const { ring } = this;
    const endMs = ring.clock.now() + ms;
    while (ring.clock.now() < endMs) {
      await ring.runFor(Math.min(1_000, endMs - ring.clock.now()));
      this.#look();
    }
  }

  #look(): void {
    const { ring } = this;
    const nowMs = ring.clock.now();
    for (const replica of ring.living) {
      const { id, member } = replica;
      const { view, phase } = member.membership;
      const reached = ring.living
        .filter((other) => other === replica || ring.canHear(replica, other))
        .map((other) => other.id);
      const isWrong =
        phase.kind === 'no-quorum' &&
        view !== undefined &&
        ring.network.isAwake(id) &&
        quorum(view, reached, []).installed;
      if (!isWrong) this.#sinceMs.delete(id);
      else if (nowMs - (this.#sinceMs.get(id) ?? nowMs) > stuckMs) {
        ring.violations.push(`S5 ${member.options.name} hears a quorum for ${stuckMs} ms and does not go on`);
        this.#sinceMs.delete(id);
      } else if (!this.#sinceMs.has(id)) this.#sinceMs.set(id, nowMs);
    }
  }
}
