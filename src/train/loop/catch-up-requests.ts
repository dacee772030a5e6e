// What the last headers asked of members that lack the state. Tells a repeated request, and for how long this replica has
// found no source.
import type { Decision } from '../decide/decision';

export class CatchUpRequests {
  /** Digest and targets of the last header's request; empty: it asked for something else. */
  #last = '';
  #noSourceSinceMs: number | undefined;

  /** Takes every header's decision. True: it asks the same members for the same state as the header before. */
  isRepeated(decision: Decision): boolean {
    const asked = decision.kind === 'catch-up' ? `${decision.digest} ${decision.targets.join()}` : '';
    const isAgain = asked !== '' && asked === this.#last;
    this.#last = asked;
    return isAgain;
  }

  /** No linked member has the state. Returns for how many milliseconds that has been so. */
  noSource(nowMs: number): number {
    this.#noSourceSinceMs ??= nowMs;
    return nowMs - this.#noSourceSinceMs;
  }

  sourceFound(): void {
    this.#noSourceSinceMs = undefined;
  }
}
