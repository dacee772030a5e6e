import { expect, test } from 'vitest';
import { keyFromHash, linkKey, normaliseCode, parseRoomInput, roomUrl } from './room-link';

test.each([
  ['k7q-m2p', 'K7QM2P'],
  ['  K7Q M2P ', 'K7QM2P'],
  ['abc', undefined],
  ['', undefined],
  ['<script>', undefined],
  ['../../etc', undefined],
  ['__proto__', undefined],
  ['ＡＢＣＤ', undefined],
  ['A'.repeat(13), undefined],
])('the code %j is %j', (text, code) => {
  expect(normaliseCode(text)).toBe(code);
});

test.each([
  ['#abcDEF_-123', 'abcDEF_-123'],
  ['', undefined],
  ['#', undefined],
  ['#short', undefined],
  ['#javascript:alert(1)', undefined],
  [`#${'a'.repeat(129)}`, undefined],
])('the fragment %j holds the key %j', (hash, key) => {
  expect(keyFromHash(hash)).toBe(key);
});

test('a pasted link is taken apart, a hostile one refused', () => {
  expect(parseRoomInput('https://x.example/r/k7qm2p#abcdefgh')).toEqual({ code: 'K7QM2P', key: 'abcdefgh' });
  expect(parseRoomInput('https://x.example/r/K7QM2P?utm=1')).toEqual({ code: 'K7QM2P', key: undefined });
  expect(parseRoomInput('https://x.example/r/%E0%A4%A')).toBeUndefined();
  expect(parseRoomInput('https://x.example/r/%3Cb%3E')).toBeUndefined();
  expect(parseRoomInput(`/r/${'A'.repeat(100_000)}`)).toBeUndefined();
});

test('the link to give away carries the key in its fragment', () => {
  expect(roomUrl('https://x.example/', 'K7QM2P', 'secret-key')).toBe('https://x.example/r/K7QM2P#secret-key');
});

test('a private room’s link carries the key, an open room’s does not', () => {
  const ticket = { code: 'K7QM2P', key: 'abcdefghijklmnop', hostToken: undefined };
  expect(linkKey(ticket)).toBe(ticket.key);
  expect(linkKey({ ...ticket, isOpen: true })).toBeUndefined();
});
