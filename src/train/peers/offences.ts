// Counts forbidden messages by peer, and reports the peer by name.
import { say, type Saying } from '../../base/sayings';
import type { MemberId } from '../../membership/view';

export class Offences {
  #count = 0;

  constructor(
    readonly nameOf: (member: MemberId) => string,
    readonly warn: (says: Saying) => void,
  ) {}

  get count(): number {
    return this.#count;
  }

  report(peer: MemberId, what: Saying): void {
    this.#count++;
    this.warn(say('sent-forbidden', { name: this.nameOf(peer), detail: what }));
  }
}
