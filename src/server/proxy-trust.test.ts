// TRUST_PROXY (R12d): what people write, and who the client is then.
import { expect, it } from 'vitest';
import { inEnglish } from '../cli/english/in-english';
import { readProxyTrust } from './proxy-trust';

/** The client by these headers, as origin.ts reads them. */
function client(setting: string, peer: string, ...forwardedFor: string[]): string {
  const trust = readProxyTrust(setting);
  if (!trust.ok) throw new Error(inEnglish(trust.error.says));
  const proxies = trust.value.proxiesBefore(peer, forwardedFor);
  return proxies === 0 ? peer : (forwardedFor.at(-proxies) ?? forwardedFor[0] ?? peer);
}

it.each(['', '0', 'false', 'no', 'off', ' '])('R12d believes nobody with TRUST_PROXY=%j', (setting) => {
  expect(client(setting, '127.0.0.1', '9.9.9.9')).toBe('127.0.0.1');
});

it.each(['1', 'true', 'yes', 'on', ' TRUE '])('R12d takes the last entry with TRUST_PROXY=%j', (setting) => {
  for (const proxy of [
    '127.0.0.1',
    '::1',
    '::ffff:10.1.2.3',
    '192.168.7.7',
    '172.31.0.1',
    'fd00::7',
    '100.64.0.9',
  ])
    expect(client(setting, proxy, 'forged', '9.9.9.9')).toBe('9.9.9.9');
  expect(client(setting, '127.0.0.1')).toBe('127.0.0.1');
});

it('R12d believes no client that reaches a counted proxy’s server directly', () => {
  for (const peer of ['203.0.113.5', '2001:db8::5', '172.32.0.1', '::ffff:203.0.113.5'])
    expect(client('1', peer, '9.9.9.9')).toBe(peer);
});

it('R12d counts proxies', () => {
  expect(client('2', '10.0.0.1', 'forged', '9.9.9.9', '10.0.0.2')).toBe('9.9.9.9');
  expect(client('3', '10.0.0.1', '9.9.9.9')).toBe('9.9.9.9');
});

it('R12d passes over the named proxies', () => {
  expect(client('203.0.113.0/24, 2001:db8::1', '203.0.113.9', 'forged', '9.9.9.9', '2001:db8::1')).toBe(
    '9.9.9.9',
  );
  expect(client('203.0.113.9', '203.0.113.8', '9.9.9.9')).toBe('203.0.113.8');
  expect(client('loopback, uniquelocal', '127.0.0.1', '9.9.9.9', '10.0.0.3:5555')).toBe('9.9.9.9');
  expect(client('loopback', '::1', '9.9.9.9')).toBe('9.9.9.9');
  expect(client('10.0.0.0/8', '10.0.0.1', '10.0.0.7', '10.0.0.2')).toBe('10.0.0.7');
});

it.each(['nginx', '10.0.0.0/33', '1.2.3', 'true, 10.0.0.1', '10.0.0.1/8/8', '-1', '17'])(
  'R12d names what it refuses: %s',
  (text) => {
    const trust = readProxyTrust(text);
    expect(trust).toMatchObject({ ok: false, error: { code: 'bad-environment' } });
    if (!trust.ok)
      expect(inEnglish(trust.error.says)).toMatch(
        /TRUST_PROXY (is|names) .*(addresses \(10\.0\.0\.7\)|at most)/,
      );
  },
);
