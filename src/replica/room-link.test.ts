import { expect, test } from 'vitest';
import {
  hostTokenFromHash,
  hostUrl,
  isLoopback,
  keyFromHash,
  linkKey,
  parseRoomInput,
  readRoomInput,
  roomUrl,
} from './room-link';

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

test('a pasted link is split into its parts, a hostile one is refused', () => {
  expect(parseRoomInput('https://x.example/r/k7qm4p#abcdefgh')).toEqual({ code: 'K7QM4P', key: 'abcdefgh' });
  expect(parseRoomInput('https://x.example/r/K7QM4P?utm=1')).toEqual({ code: 'K7QM4P', key: undefined });
  expect(parseRoomInput('https://x.example/r/%E0%A4%A')).toBeUndefined();
  expect(parseRoomInput('https://x.example/r/%3Cb%3E')).toBeUndefined();
  expect(parseRoomInput(`/r/${'A'.repeat(100_000)}`)).toBeUndefined();
});

test('a typed text is explained, character by character, when it is not a room', () => {
  expect(readRoomInput('k7q m4p')).toEqual({ kind: 'room', code: 'K7QM4P', key: undefined });
  expect(readRoomInput('K7Q M2')).toMatchObject({ reading: { kind: 'foreign', character: '2' } });
  expect(readRoomInput('https://x.example/r/XYZ')).toMatchObject({ reading: { kind: 'foreign' } });
  for (const hostile of ['<script>', '__proto__', 'ＡＢＣＤＥＦ'])
    expect(readRoomInput(hostile)).toMatchObject({ reading: { kind: 'foreign' } });
  for (const begun of ['http', 'https:', 'https://x.example', 'https://x.example/r/', '../../etc'])
    expect(readRoomInput(begun)).toEqual({ kind: 'no room in it' });
});

test('the join link carries the key in its fragment', () => {
  expect(roomUrl('https://x.example/', 'K7QM4P', 'secret-key')).toBe('https://x.example/r/K7QM4P#secret-key');
});

test('a private room’s link carries the key, an open room’s does not', () => {
  const ticket = { code: 'K7QM4P', key: 'abcdefghijklmnop', hostToken: undefined };
  expect(linkKey(ticket)).toBe(ticket.key);
  expect(linkKey({ ...ticket, isOpen: true })).toBeUndefined();
});

test('H15: the secret of a link that moves hosting is no part of its key, and no join link has one', () => {
  const [key, token] = ['k'.repeat(22), 't'.repeat(43)];
  const { hash } = new URL(hostUrl('https://host/', 'K7QM4P', key, token));
  expect([keyFromHash(hash), hostTokenFromHash(hash)]).toEqual([key, token]);
  expect(hostTokenFromHash(new URL(roomUrl('https://host', 'K7QM4P', key)).hash)).toBeUndefined();
  for (const odd of ['', '#', `#.${token}x`, `#${key}.${token}.${token}`, `#${key}.${token.slice(1)}`])
    expect(hostTokenFromHash(odd)).toBeUndefined();
});

test('an address of this device only is told from one that others reach', () => {
  for (const own of ['http://127.0.0.1:8080', 'http://localhost:8080/r/K7QM4P', 'https://[::1]'])
    expect(isLoopback(own), own).toBe(true);
  for (const others of ['http://192.168.0.7:8080', 'https://lockstep.example', 'nonsense'])
    expect(isLoopback(others), others).toBe(false);
});
