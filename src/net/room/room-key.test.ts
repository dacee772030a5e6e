// The authenticators, with node:crypto as the oracle; the key handover, and askers for whom it must not open.
import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonical, checkDescription, describeRoom, fromBase64Url, isSignalMac, newRoomKey, roomKeyFromText, roomKeyToText, signalMac, toBase64Url } from './room-key'; // prettier-ignore
import { grantKey, openGrant, requestKey } from './room-key-handover';

const key = newRoomKey();
const signal = {
  code: 'HK3ACD4QX',
  from: 'a'.repeat(16),
  to: 'b'.repeat(16),
  sequence: 7,
  data: '{"sdp":"ü"}',
};

describe('room key', () => {
  it('has one text of 22 characters', () => {
    const text = roomKeyToText(key);
    expect(text).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(roomKeyFromText(text)).toEqual(key);
    const lastBits = text.slice(0, -1) + (text.endsWith('B') ? 'C' : 'B'); // bits beyond the 128th
    for (const wrong of [
      '',
      text + 'A',
      text.slice(1),
      lastBits,
      text.replace(/.$/, '='),
      ' ' + text.slice(1),
    ])
      expect(roomKeyFromText(wrong), wrong).toBeUndefined();
  });

  it('base64url agrees with Node for every length', () => {
    for (let length = 0; length < 70; length++) {
      const bytes = new Uint8Array(randomBytes(length));
      const text = Buffer.from(bytes).toString('base64url');
      expect(toBase64Url(bytes)).toBe(text);
      expect(fromBase64Url(text)).toEqual(bytes);
    }
  });
});

describe('R8 signals', () => {
  it('carry the HMAC that Node computes', () => {
    const fields = ['lockstep signal v1', signal.code, signal.from, signal.to, '7', signal.data];
    const expected = createHmac('sha256', key)
      .update(canonical(...fields))
      .digest('base64url');
    expect(signalMac(key, signal)).toBe(expected);
  });

  it('have a MAC that holds for no other content', () => {
    const mac = signalMac(key, signal);
    expect(isSignalMac(key, signal, mac)).toBe(true);
    const others = { code: 'HK3ACD4QY', from: 'c'.repeat(16), to: 'a'.repeat(16), sequence: 8, data: '{}' };
    for (const [field, value] of Object.entries(others))
      expect(isSignalMac(key, { ...signal, [field]: value }, mac), field).toBe(false);
    expect(isSignalMac(newRoomKey(), signal, mac)).toBe(false);
    for (const wrong of ['', mac.slice(1), mac + 'A']) expect(isSignalMac(key, signal, wrong)).toBe(false);
  });

  it('are encoded so that no two messages share an encoding', () => {
    const texts = [['a', 'b'], ['ab', ''], ['', 'ab'], ['ab'], ['a', 'b', ''], ['a\u0000', 'b']]; // prettier-ignore
    const encoded = texts.map((fields) => Buffer.from(canonical(...fields)).toString('hex'));
    expect(new Set(encoded).size).toBe(texts.length);
  });
});

it('R7 every part of a description is checked', () => {
  const host = toBase64Url(randomBytes(32));
  const right = describeRoom(key, 'HK3ACD4QX', true, host);
  expect(checkDescription(key, 'HK3ACD4QX', right)).toBe('right');
  expect(checkDescription(newRoomKey(), 'HK3ACD4QX', right)).toBe('wrong-key');
  expect(checkDescription(key, 'HK3ACD4QY', right)).toBe('wrong-key');
  expect(checkDescription(key, 'HK3ACD4QX', { ...right, isOpen: false })).toBe('forged');
  expect(checkDescription(key, 'HK3ACD4QX', { ...right, hostPublicKey: toBase64Url(randomBytes(32)) })).toBe('forged'); // prettier-ignore
});

describe('R9 handover', () => {
  const parties = { code: 'HK3ACD4QX', asker: 'a'.repeat(16), granter: 'b'.repeat(16) };

  it('opens only for the asker and in this room', () => {
    const request = requestKey();
    const grant = grantKey(key, parties, request.publicKey)!;
    expect(grant.box.length).toBe(75);
    expect(openGrant(request, parties, grant.publicKey, grant.box)).toEqual(key);
    expect(openGrant(requestKey(), parties, grant.publicKey, grant.box)).toBeUndefined();
    for (const other of [{ code: 'HK3ACD4QY' }, { asker: 'c'.repeat(16) }, { granter: 'c'.repeat(16) }])
      expect(openGrant(request, { ...parties, ...other }, grant.publicKey, grant.box)).toBeUndefined();
    const flipped = (grant.box[40] === 'A' ? 'B' : 'A') + grant.box.slice(41);
    expect(openGrant(request, parties, grant.publicKey, grant.box.slice(0, 40) + flipped)).toBeUndefined();
  });

  it('refuses points for which everybody could compute the secret', () => {
    for (const point of [new Uint8Array(32), Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 1 : 0))])
      expect(grantKey(key, parties, toBase64Url(point))).toBeUndefined();
    expect(grantKey(key, parties, 'short')).toBeUndefined();
  });
});
