// Host rights, with node:crypto as the oracle of signatures.
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { canonical } from './room-key';
import { hostKeysFromToken, isHostClaim, newHostKeys, signCommand, signHostClaim, verifyCommand } from './signed-command'; // prettier-ignore

const host = newHostKeys();
const code = 'HK3ACD4QX';
const body = JSON.stringify({ kind: 'start' });

it('every member accepts a command of the host, and its signature is plain Ed25519', () => {
  const command = signCommand(host.hostToken, code, 3, body);
  const carried: unknown = JSON.parse(JSON.stringify(command));
  expect(verifyCommand(carried, host.hostPublicKey, code, 2)).toEqual({ ok: true, value: { sequence: 3, body } });
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: host.hostPublicKey }, format: 'jwk' }); // prettier-ignore
  const signature = Buffer.from(command.signature, 'base64url');
  expect(verify(null, canonical('lockstep command v1', code, '3', body), publicKey, signature)).toBe(true);
}); // prettier-ignore

it('a plain Ed25519 signature of the host is accepted, though it was made elsewhere', () => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: host.hostPublicKey, d: host.hostToken };
  const bytes = canonical('lockstep command v1', code, '5', body);
  const made = sign(null, bytes, createPrivateKey({ key: jwk, format: 'jwk' })).toString('base64url');
  const ask = (signature: string): boolean =>
    verifyCommand({ code, sequence: 5, body, signature }, host.hostPublicKey, code, 2).ok;
  const forged = made.slice(0, 10) + (made[10] === 'A' ? 'B' : 'A') + made.slice(11);
  expect([ask(forged), ask(made), ask(forged)]).toEqual([false, true, false]);
});

it('anything else is refused with its reason', () => {
  const command = signCommand(host.hostToken, code, 3, body);
  const refusal = (envelope: unknown, room = code, last = 2): string => {
    const result = verifyCommand(envelope, host.hostPublicKey, room, last);
    return result.ok ? 'accepted' : result.error.code;
  };
  expect(refusal(command, code, 3)).toBe('replayed');
  expect(refusal(command, code, 9)).toBe('replayed');
  expect(refusal(command, 'HK3ACD4QY')).toBe('wrong-room');
  expect(refusal({ ...command, code: 'HK3ACD4QY' }, 'HK3ACD4QY')).toBe('bad-signature');
  expect(refusal({ ...command, sequence: 4 })).toBe('bad-signature');
  expect(refusal({ ...command, body: '{"kind":"stop"}' })).toBe('bad-signature');
  expect(refusal(signCommand(newHostKeys().hostToken, code, 3, body))).toBe('bad-signature');
  expect(refusal({ ...command, signature: 'A'.repeat(86) })).toBe('bad-signature');
  for (const garbage of [null, {}, 'x', { ...command, extra: 1 }, { ...command, sequence: 0.5 }])
    expect(refusal(garbage)).toBe('malformed');
});

it('a host token gives its key pair, and other text gives none', () => {
  expect(hostKeysFromToken(host.hostToken)).toEqual(host);
  for (const wrong of ['', 'x', host.hostToken.slice(1)]) expect(hostKeysFromToken(wrong)).toBeUndefined();
});

it('R7 a host claim holds for one member of one room', () => {
  const [me, other] = ['a'.repeat(16), 'b'.repeat(16)];
  const claim = signHostClaim(host.hostToken, code, me);
  expect(isHostClaim(claim, host.hostPublicKey, code, me)).toBe(true);
  expect(isHostClaim(claim, host.hostPublicKey, code, other)).toBe(false);
  expect(isHostClaim(claim, host.hostPublicKey, 'HK3ACD4QY', me)).toBe(false);
  expect(isHostClaim(claim, newHostKeys().hostPublicKey, code, me)).toBe(false);
  expect(isHostClaim('', 'not a key', code, me)).toBe(false);
});

it('a claim gets the same answer again, also when more claims came than are remembered', () => {
  const ask = (i: number): boolean => {
    const member = i.toString(16).padStart(16, '0');
    const signed = i % 3 === 0 ? member : 'f'.repeat(16);
    return isHostClaim(signHostClaim(host.hostToken, code, signed), host.hostPublicKey, code, member);
  };
  const numbers = Array.from({ length: 140 }, (_, i) => i);
  const first = numbers.map(ask);
  expect(first).toEqual(numbers.map((i) => i % 3 === 0));
  expect([...numbers.slice(-20), ...numbers].map(ask)).toEqual([...first.slice(-20), ...first]);
});
