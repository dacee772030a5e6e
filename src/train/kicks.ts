// Who is removed for good (H6): by the host's word, whether or not this replica has applied it, or by what the ring
// found out. A kick is never taken back.
import type { MemberId, View } from '../membership/view';
import type { RunState } from './run-state';

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

  has(member: MemberId): boolean {
    return this.#kicked.has(member) || (this.state()?.kicked.includes(member) ?? false);
  }

  /** Kicked, with nobody left in the view who would see to it. In a view with others, the next one is without it. */
  isAlone(view: View | undefined): boolean {
    const stays = view?.members.filter((member) => !this.has(member)) ?? [];
    return this.has(this.self) && stays.length === 0;
  }

  /** Why this replica was removed. */
  get why(): string {
    return this.state()?.offences.some(({ member }) => member === this.self)
      ? 'the ring removed this replica: what it sent was refused again and again'
      : 'the host removed this replica from the ring';
  }
}
