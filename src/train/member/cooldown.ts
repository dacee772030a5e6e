// Members that were removed for making no progress while the ring waited. They are not admitted again at once, or the
// ring would wait for them for ever (J6). Who comes back and stops the ring again stays away twice as long (J9).
import { forgetOldest } from '../../base/forget-oldest';
import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/emitter';
import type { MemberId } from '../../membership/view';

const cooldownMs = 120_000;
const longestMs = 16 * cooldownMs;
/** What is older is forgotten. */
const forgottenMs = 7_200_000;
const mostRemembered = 256;

interface Removal {
  readonly atMs: number;
  readonly untilMs: number;
}

/** `over`: some may be admitted again. */
export class Cooldown extends Emitter<{ readonly over: undefined }> {
  readonly #removals = new Map<MemberId, Removal>();

  constructor(readonly clock: Pick<Clock, 'after' | 'now'>) {
    super();
  }

  has(member: MemberId): boolean {
    return (this.#removals.get(member)?.untilMs ?? 0) > this.clock.now();
  }

  start(members: readonly MemberId[]): void {
    const atMs = this.clock.now();
    for (const member of members) {
      const before = this.#removals.get(member);
      // Several notice that one member is stuck.
      if (before && before.untilMs > atMs) continue;
      const isRemembered = before && atMs - before.untilMs < forgottenMs;
      const ms = isRemembered ? Math.min(longestMs, 2 * (before.untilMs - before.atMs)) : cooldownMs;
      this.#removals.delete(member);
      this.#removals.set(member, { atMs, untilMs: atMs + ms });
      this.clock.after(ms, () => this.emit('over', undefined));
    }
    forgetOldest(this.#removals, mostRemembered);
  }
}
