// The passes by which a shut door knows each replica (R22, H14), and who proves to host (H14c). Claims come from the room server and from hellos; a
// claim is checked when it is needed, for a check takes milliseconds. Invariant: a claim that holds is not replaced.
import { forgetOldest } from '../../base/forget-oldest';
import type { MemberId } from '../../membership/view';
import { passOf } from '../../net/room/pass';
import type { PassClaim } from '../../net/room/pass-claim';
import { isHostClaim } from '../../net/room/signed-command';

/** The claims of the last replicas. */
const mostClaims = 256;

export class Passes {
  readonly #claims = new Map<MemberId, PassClaim>();
  readonly #hostClaims = new Map<MemberId, string>();

  constructor(readonly code: string) {}

  note(member: MemberId, claim: PassClaim | undefined): void {
    if (!claim || this.of(member) !== undefined) return;
    this.#claims.set(member, claim);
    forgetOldest(this.#claims, mostClaims);
  }

  /** What it said last; undefined: nothing. */
  noteHost(member: MemberId, claim: string | undefined): void {
    this.#hostClaims.delete(member);
    if (claim !== undefined) this.#hostClaims.set(member, claim);
    forgetOldest(this.#hostClaims, mostClaims);
  }

  /** Does it hold the secret of this public key? */
  provesHosting(member: MemberId, hostKey: string): boolean {
    const claim = this.#hostClaims.get(member);
    return claim !== undefined && isHostClaim(claim, hostKey, this.code, member);
  }

  /** undefined: it proved none. */
  of(member: MemberId): string | undefined {
    return passOf(this.#claims.get(member), this.code, member);
  }
}
