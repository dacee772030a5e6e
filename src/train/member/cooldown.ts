// Members that were removed for making no progress while the ring waited. They are not admitted again at once, or the
// ring would wait for them for ever (J6).
import type { Clock } from '../../base/clock';
import type { MemberId } from '../../membership/view';

const cooldownMs = 120_000;

export class Cooldown {
  readonly #members = new Set<MemberId>();

  /** `onOver`: some may be admitted again. */
  constructor(
    readonly clock: Pick<Clock, 'after'>,
    readonly onOver: () => void,
  ) {}

  has(member: MemberId): boolean {
    return this.#members.has(member);
  }

  start(members: readonly MemberId[]): void {
    for (const member of members) this.#members.add(member);
    this.clock.after(cooldownMs, () => {
      for (const member of members) this.#members.delete(member);
      this.onOver();
    });
  }
}
