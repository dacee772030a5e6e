// The keys of one relayed link (L14): HKDF-SHA-256 of the room key over both ends' salts, bound to room, sender and
// receiver. Both ends draw a salt for each call and exchange it in authenticated signals, so no key comes twice. There is
// one key per direction, so packet numbers can be nonces (L14a).
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '../../base/bytes';
import { canonical, fromBase64Url } from '../room/room-key';

export interface RelayKeys {
  readonly send: Uint8Array;
  readonly receive: Uint8Array;
}

export interface RelayParty {
  readonly memberId: string;
  /** base64url of `relaySaltBytes` random bytes. */
  readonly salt: string;
}

export const relaySaltBytes = 16;

/** The keys as `self` uses them; the other end has them crossed. `caller` began the call. */
export function relayKeys(
  roomKey: Uint8Array,
  code: string,
  caller: RelayParty,
  answerer: RelayParty,
  self: string,
): RelayKeys {
  const salt = concatBytes(fromBase64Url(caller.salt)!, fromBase64Url(answerer.salt)!);
  const keyFor = (from: string, to: string): Uint8Array =>
    hkdf(sha256, roomKey, salt, canonical('lockstep relay v1', code, from, to), 32);
  const peer = self === caller.memberId ? answerer.memberId : caller.memberId;
  return { send: keyFor(self, peer), receive: keyFor(peer, self) };
}
