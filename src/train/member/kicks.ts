// Which members are removed (H6): by a command of the host, even before this replica has applied it, or by the ring for
// their offences (S11). Only a command of the host takes that back.
import { say } from '../../base/sayings';
import type { MemberId, View } from '../../membership/view';
import { wasEvicted } from '../decide/disputes';
import type { ReplicaError } from '../context/phase';
import type { RunState } from '../run/run-state';

export class Kicks {
  /** The members removed by commands of the host that were received here. */
  readonly #kicked = new Set<MemberId>();

  /** `state`: the latest decisions that this replica follows, also while it catches up. */
  constructor(
    readonly self: MemberId,
    readonly state: () => RunState | undefined,
  ) {}

  note(peer: MemberId): void {
    this.#kicked.add(peer);
  }

  /** The host lets it in again. A kick that the run has applied stands until it applies this command (H11). */
  forgive(peer: MemberId): void {
    this.#kicked.delete(peer);
  }

  has(member: MemberId): boolean {
    return this.#kicked.has(member) || (this.state()?.kicked.includes(member) ?? false);
  }

  /** This replica is kicked, and the view has no other member to install a view without it (H8). */
  isAlone(view: View | undefined): boolean {
    const stays = view?.members.filter((member) => !this.has(member)) ?? [];
    return this.has(this.self) && stays.length === 0;
  }

  /** What removed the member; undefined: it is not removed. One or two offences alone do not evict a member. */
  by(member: MemberId): 'host' | 'ring' | undefined {
    if (!this.has(member)) return undefined;
    const isByHost = this.#kicked.has(member) || !wasEvicted(this.state()?.offences ?? [], member);
    return isByHost ? 'host' : 'ring';
  }

  /** Why this replica was removed. */
  get why(): ReplicaError {
    const isByRing = this.by(this.self) === 'ring';
    return isByRing
      ? { code: 'evicted', says: say('evicted-by-ring') }
      : { code: 'kicked', says: say('kicked-by-host') };
  }
}
