// A pass: an Ed25519 key pair that a member keeps, so that it is known again under another member id (R22). Its claim says
// "the holder of this key is this member of this room". Whoever was let in once is let in again by its pass.
import { passIdLength, type PassClaim } from './pass-claim';
import { toBase64Url } from './room-key';
import { secureRandom, type RandomBytes } from '../../base/random-bytes';
import { hostKeysFromToken, isPassClaim, signPassClaim } from './signed-command';

/** The secret seed as text. */
export function newPass(random: RandomBytes = secureRandom): string {
  return toBase64Url(random(32));
}

/** undefined when the text is not a pass. */
export function claimPass(pass: string, code: string, memberId: string): PassClaim | undefined {
  const keys = hostKeysFromToken(pass);
  return keys && { key: keys.hostPublicKey, signature: signPassClaim(pass, code, memberId) };
}

/** The id of the pass that this member proves; undefined: it proves none. */
export function passOf(claim: PassClaim | undefined, code: string, memberId: string): string | undefined {
  if (!claim || !isPassClaim(claim.signature, claim.key, code, memberId)) return undefined;
  return claim.key.slice(0, passIdLength);
}
