// Who is removed (H6): by the host's word, whether or not this replica has applied it, or by what the ring found out.
// Only the host's word takes that back.
import type { MemberId, View } from '../../membership/view';
import { wasEvicted } from '../decide/judge-accusations';
import type { ReplicaError } from '../context/phase';
import type { RunState } from '../run/run-state';

export class Kicks {
  /** By commands taken. */
  readonly #kicked = new Set<MemberId>();

  /** `state`: decisions as this replica knows them; a rider follows decisions it does not hold. */
  constructor(
    readonly self: MemberId,
    readonly state: () => RunState | undefined,
  ) {}

  note(peer: MemberId): void {
    this.#kicked.add(peer);
  }

  /** The host lets it in again: what was applied before is undone when this is applied (H11). */
  forgive(peer: MemberId): void {
    this.#kicked.delete(peer);
  }

  has(member: MemberId): boolean {
    return this.#kicked.has(member) || (this.state()?.kicked.includes(member) ?? false);
  }

  /** Kicked, with nobody left in the view who would see to it. In a view with others, the next one is without it (H8). */
  isAlone(view: View | undefined): boolean {
    const stays = view?.members.filter((member) => !this.has(member)) ?? [];
    return this.has(this.self) && stays.length === 0;
  }

  /** Who removed the member; undefined: nobody. An offence or two are no reason: only the host's word or a whole
   *  eviction is. */
  by(member: MemberId): 'host' | 'ring' | undefined {
    if (!this.has(member)) return undefined;
    const isByHost = this.#kicked.has(member) || !wasEvicted(this.state()?.offences ?? [], member);
    return isByHost ? 'host' : 'ring';
  }

  /** Why this replica was removed. */
  get why(): ReplicaError {
    return this.by(this.self) === 'ring'
      ? {
          code: 'evicted',
          message: 'the ring removed this replica: its contributions were refused again and again',
        }
      : { code: 'kicked', message: 'the host removed this replica from the ring' };
  }
}
