import { expect, test } from 'vitest';
import {
  hostTokenFromHash,
  hostUrl,
  isLoopback,
  keyFromHash,
  linkKey,
  markFromHash,
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
  expect(parseRoomInput('https://x.example/r/k7qm4ptx9#abcdefgh')).toEqual({
    code: 'K7QM4PTX9',
    key: 'abcdefgh',
  });
  expect(parseRoomInput('https://x.example/r/K7QM4PTX9?utm=1')).toEqual({
    code: 'K7QM4PTX9',
    key: undefined,
  });
  expect(parseRoomInput('https://x.example/r/%E0%A4%A')).toBeUndefined();
  expect(parseRoomInput('https://x.example/r/%3Cb%3E')).toBeUndefined();
  expect(parseRoomInput(`/r/${'A'.repeat(100_000)}`)).toBeUndefined();
});

test('a typed text is explained, character by character, when it is not a room', () => {
  expect(readRoomInput('k7q m4p tx9')).toEqual({ kind: 'room', code: 'K7QM4PTX9', key: undefined });
  expect(readRoomInput('K7Q M2')).toMatchObject({ reading: { kind: 'foreign', character: '2' } });
  expect(readRoomInput('https://x.example/r/XYZ')).toMatchObject({ reading: { kind: 'foreign' } });
  for (const hostile of ['<script>', '__proto__', 'ＡＢＣＤＥＦ'])
    expect(readRoomInput(hostile)).toMatchObject({ reading: { kind: 'foreign' } });
  for (const begun of ['http', 'https:', 'https://x.example', 'https://x.example/r/', '../../etc'])
    expect(readRoomInput(begun)).toEqual({ kind: 'no room in it' });
});

const key = 'abcDEF_-12345678901234';
const link = `https://x.example/r/K7QM4PTX9#${key}`;
const percent = encodeURIComponent(link);
test.each([
  ['angle brackets', `<${link}>`],
  ['a label of a chat', `<${link}|the room>`],
  ['Markdown', `[Come in](${link})`],
  ['quotation marks', `„${link}“`],
  ['the end of a sentence', `Join us at ${link}.`],
  ['an exclamation', `${link}!`],
  ['brackets in a sentence', `Come (${link}), please`],
  ['bold type of a chat', `*${link}*`],
  ['slanted type of a chat', `_${link}_`],
  ['emphasis upon emphasis', `*_~${link}~_*`],
  ['a chat’s sign of code', `\`${link}\``],
  ['quotation marks inside out', `»${link}«`],
  ['emphasis of the code alone', link.replace('K7QM4PTX9', '*K7QM4PTX9*')],
  ['a line break of a document', link.replace('K7QM4P', 'K7Q\nM4P').replace('_-123', '_-1\n23')],
  ['invisible characters', link.replace('K7Q', '\u200bK7Q\u00ad').replace('#', '#\u2060')],
  ['an encoded sign before the key', link.replace('#', '%23')],
  ['what a network appends', `${link}?fbclid=IwAR0x`],
  ['Safe Links', `https://eur01.safelinks.protection.outlook.com/?url=${percent}&data=05%7C02&reserved=0`],
  ['a link wrapped twice', `https://mail.example/go?u=${encodeURIComponent(percent)}`],
  ['a search engine', `https://www.google.com/url?q=${link.replace('#', '%23')}&sa=D&source=editors`],
  ['URL Defense 3', `https://urldefense.com/v3/__${link.replace('#', '*')}__;Iw!!AbC-dE!xyz$`],
  [
    'URL Defense 2',
    `https://urldefense.proofpoint.com/v2/url?u=https-3A__x.example_r_K7QM4PTX9-23${key.replaceAll('-', '-2D').replaceAll('_', '-5F')}&d=DwMF`,
  ],
])('a link is read with what others put around it: %s', (_, text) => {
  expect(readRoomInput(text)).toEqual({ kind: 'room', code: 'K7QM4PTX9', key, server: 'https://x.example' });
});

test.each(['"K7QM4PTX9"', '(k7q-m4p-tx9)', '«K7QM4PTX9».', '\u200bK7Q M4P TX9\ufeff', '**K7QM4PTX9**'])(
  'a code is read with the marks around it: %j',
  (text) => {
    expect(readRoomInput(text)).toEqual({ kind: 'room', code: 'K7QM4PTX9', key: undefined });
  },
);

test.each([
  ['https://school.example/lockstep/r/K7QM4PTX9', 'https://school.example/lockstep'],
  ['Come: http://10.0.0.7:8080/a/b/r/K7QM4PTX9#x', 'http://10.0.0.7:8080/a/b'],
  ['https://go.example/https://school.example/lockstep/r/K7QM4PTX9', 'https://school.example/lockstep'],
  ['HTTPS://School.Example/Lockstep/r/K7QM4PTX9', 'https://school.example/Lockstep'],
  ['school.example/lockstep/r/K7QM4PTX9', undefined],
])('the server of a link, with the path that it is below: %s', (text, server) => {
  expect({ server: undefined, ...readRoomInput(text) }).toMatchObject({
    kind: 'room',
    code: 'K7QM4PTX9',
    server,
  });
});

test('a fragment is read without what follows the key, and a foreign one is no key', () => {
  for (const end of [
    '',
    '.',
    ')',
    '>',
    '?utm=1',
    '&data=2',
    '”.',
    '%20',
    '%20and',
    '_',
    '__',
    '*_',
    '~',
    '%5F',
    '\u00ad',
  ])
    expect(keyFromHash(`#${key}${end}`), end).toBe(key);
  for (const hidden of ['%C2%AD', '%E2%80%8B', '\u200b', '%E2%81%A0'])
    expect(keyFromHash(`#${key.replace('_-', `_${hidden}-`)}`), hidden).toBe(key);
  expect(hostTokenFromHash(`#${key}.${'t'.repeat(43)}__`)).toBe('t'.repeat(43));
  expect(hostTokenFromHash(`#${key}.${'t'.repeat(43)}).`)).toBe('t'.repeat(43));
});

test('the join link carries the key in its fragment', () => {
  expect(roomUrl('https://x.example/', 'K7QM4PTX9', 'secret-key')).toBe(
    'https://x.example/r/K7QM4PTX9#secret-key',
  );
});

test('a private room’s link carries the key, an open room’s does not', () => {
  const ticket = { code: 'K7QM4PTX9', key: 'abcdefghijklmnop', hostToken: undefined };
  expect(linkKey(ticket)).toBe(ticket.key);
  expect(linkKey({ ...ticket, isOpen: true })).toBeUndefined();
});

test('R30 a link carries the mark of its room beside key and host token, also with what chats put behind it', () => {
  const [key, token, mark] = ['k'.repeat(22), 't'.repeat(43), 'Ab-_4567890'];
  const of = (url: string): unknown[] => {
    const { hash } = new URL(url);
    return [keyFromHash(hash), hostTokenFromHash(hash), markFromHash(hash)];
  };
  expect(of(roomUrl('https://x.example', 'K7QM4PTX9', undefined, mark))).toEqual([
    undefined,
    undefined,
    mark,
  ]);
  expect(of(roomUrl('https://x.example', 'K7QM4PTX9', key, mark))).toEqual([key, undefined, mark]);
  expect(of(hostUrl('https://x.example', 'K7QM4PTX9', key, token, mark))).toEqual([key, token, mark]);
  const link = roomUrl('https://x.example', 'K7QM4PTX9', key, mark);
  for (const end of ['', ')', '_', '*_', '&x=1', '?fbclid=1', '%20and'])
    expect(readRoomInput(link + end), end).toMatchObject({ code: 'K7QM4PTX9', key, mark });
  for (const none of ['', '#', `#${key}`, `#${key}~`, '#~short', '#~a+b+c+d+e+f'])
    expect(markFromHash(none), none).toBeUndefined();
});

test('H15: the secret of a link that moves hosting is no part of its key, and no join link has one', () => {
  const [key, token] = ['k'.repeat(22), 't'.repeat(43)];
  const { hash } = new URL(hostUrl('https://host/', 'K7QM4PTX9', key, token));
  expect([keyFromHash(hash), hostTokenFromHash(hash)]).toEqual([key, token]);
  expect(hostTokenFromHash(new URL(roomUrl('https://host', 'K7QM4PTX9', key)).hash)).toBeUndefined();
  for (const odd of ['', '#', `#.${token}x`, `#${key}.${token}.${token}`, `#${key}.${token.slice(1)}`])
    expect(hostTokenFromHash(odd)).toBeUndefined();
});

test('an address of this device only is told from one that others reach', () => {
  for (const own of ['http://127.0.0.1:8080', 'http://localhost:8080/r/K7QM4PTX9', 'https://[::1]'])
    expect(isLoopback(own), own).toBe(true);
  for (const others of ['http://192.168.0.7:8080', 'https://lockstep.example', 'nonsense'])
    expect(isLoopback(others), others).toBe(false);
});
