import { expect, test } from 'vitest';
import { ManualClock } from '../base/clock';
import { messageEvent } from '../net/room/room-messages';
import { readSettings } from './settings';
import { TurnDesk } from './turn-desk';
import { ask, codeOf, description, joinMessage, TestServer } from './testing/test-server';
import { turnPassword, turnServer } from './turn';

test('R14 the password is the base64 of HMAC-SHA-1 (RFC 2202, test case 2)', () => {
  const digest = Buffer.from('effcdf6ae5eb2fa2d27416d5f184df9c259a7c79', 'hex');
  expect(turnPassword('Jefe', 'what do ya want for nothing?')).toBe(digest.toString('base64'));
});

test('R14 a credential names its expiry, and no two members share one', () => {
  const turn = { urls: ['turn:10.0.0.1:3478'], secret: 'north', ttlSeconds: 3600 };
  const [a, b] = [turnServer(turn, 1_700_000_000_500), turnServer(turn, 1_700_000_000_500)];
  expect(a.username).toMatch(/^1700003600:[0-9a-f]{12}$/);
  expect(a).toEqual({
    urls: turn.urls,
    username: a.username,
    credential: turnPassword('north', a.username!),
  });
  expect(b.username).not.toBe(a.username);
});

test('R14 settings: both variables or neither, TURN urls, a sensible lifetime', () => {
  const read = (env: Readonly<Record<string, string | undefined>>) => readSettings([], env);
  const TURN_URLS = 'turn:a.example:3478, turns:a.example:5349?transport=tcp';
  const full = read({ TURN_URLS, TURN_SECRET: 'north' });
  expect(full.ok && full.value.ice.turn).toEqual({
    urls: ['turn:a.example:3478', 'turns:a.example:5349?transport=tcp'],
    secret: 'north',
    ttlSeconds: 3600,
  });
  expect(read({}).ok).toBe(true);
  const bad = [
    { TURN_URLS },
    { TURN_SECRET: 'north' },
    { TURN_URLS: 'http://a.example', TURN_SECRET: 'north' },
    { TURN_URLS, TURN_SECRET: 'north', TURN_TTL_S: '5' },
    { TURN_URLS, TURN_SECRET: 'north', TURN_TTL_S: 'long' },
  ];
  for (const env of bad)
    expect(read(env), JSON.stringify(env)).toMatchObject({ error: { code: 'bad-environment' } });
});

test('R14a a connection that asks again has the credential that it was given, for almost half of its life', () => {
  const clock = new ManualClock();
  const turn = { urls: ['turn:a.example'], secret: 'north', ttlSeconds: 1_000 };
  const desk = new TurnDesk({ forAll: [], forMembers: [], turn }, clock);
  const ask = desk.asker('192.0.2.1');
  const names = new Set<string | undefined>();
  for (let i = 0; i < 1_000; i++) {
    names.add(ask()?.iceServers[0].username);
    clock.after(400, () => undefined);
    clock.runNext();
  }
  expect(names.size).toBe(1);
  clock.after(100_000, () => undefined);
  clock.runNext();
  expect(names.has(ask()?.iceServers[0].username)).toBe(false);
});

test('R14a an address has 400 credentials at once, whatever its connections do; another one has its own', () => {
  const clock = new ManualClock();
  const turn = { urls: ['turn:a.example'], secret: 'north', ttlSeconds: 1_000 };
  const desk = new TurnDesk({ forAll: [], forMembers: [], turn }, clock);
  const given = (address: string): boolean => desk.asker(address)() !== undefined;
  expect(Array.from({ length: 1_000 }, () => given('192.0.2.1')).filter(Boolean).length).toBe(400);
  expect(given('198.51.100.1')).toBe(true);
  clock.after(5_000, () => undefined);
  clock.runNext();
  expect(Array.from({ length: 10 }, () => given('192.0.2.1')).filter(Boolean).length).toBe(5);
});

test('R14 passwords and inner addresses go to members of a room, and not to everybody', async () => {
  const open = { urls: 'stun:stun.example.org' };
  const secret = { urls: 'turn:10.0.0.5', username: 'class', credential: 'north' };
  const server = await TestServer.start({ ICE_SERVERS: JSON.stringify([open, secret]) });
  const config = await (await fetch(`${server.url}/config.json`)).json();
  expect(config).toMatchObject({ iceServers: [open] });
  const socket = await server.open();
  expect(await codeOf(ask(socket, { kind: 'turn' }))).toBe('not-in-room');
  const told = new Promise((resolve) =>
    socket.on(messageEvent, (message: { kind: string }) => message.kind === 'turn' && resolve(message)),
  );
  expect(await codeOf(ask(socket, joinMessage('K7QM4PTX9', { description })))).toBe('ok');
  expect(await codeOf(ask(socket, { kind: 'turn' }))).toBe('ok');
  expect(await told).toEqual({ kind: 'turn', iceServers: [secret], ttlSeconds: 24 * 3600 });
  await server.close();
});
