// R4, R18, R19: hostile observers, and hostile members that show pictures, against the real server.
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitFor } from '../base/testing/wait-for';
import { maxNoteText, maxPictureText, messageEvent, protocolVersion } from '../net/room/room-messages';
import { pictureRule } from './limits';
import { ask, codeOf, description, idOf, joinMessage, TestServer } from './testing/test-server';

// Leaves time for a busy machine: nothing here waits for this long by design.
vi.setConfig({ testTimeout: 60_000 });

let code: string;
let observe: { readonly kind: 'observe'; readonly protocolVersion: number; readonly code: string };
let server: TestServer;

// The room is made at the address of all sockets, which may take all of its places (R29).
beforeEach(async () => {
  server = await TestServer.start();
  const creator = await server.open();
  const reserved = await ask(creator, { kind: 'reserve', protocolVersion });
  if (!reserved.ok || reserved.value?.kind !== 'reservation') throw new Error('no code');
  ({ code } = reserved.value);
  observe = { kind: 'observe', protocolVersion, code };
  expect(await send(creator, { kind: 'create', description })).toBe('ok');
  creator.close();
});
afterEach(() => server.close());

const send = (socket: Socket, message: unknown): Promise<string> => codeOf(ask(socket, message));
const picture = (characters: number, of = 'p') => ({ kind: 'picture', sealed: of.repeat(characters) });
const note = (characters: number) => ({ kind: 'note', sealed: 'n'.repeat(characters) });

/** A socket that joined as a member, or that watches; `received` collects what comes of this kind. */
async function enter(as: 'member' | 'observer', more: object = {}) {
  const socket = await server.open();
  const received: { kind: string; from: string; sealed: string }[] = [];
  socket.on(messageEvent, (message) => {
    if (message.kind === 'picture' || message.kind === 'note') received.push(message);
  });
  const join = joinMessage(code, { hasKey: true, description, ...more });
  expect(await send(socket, as === 'member' ? join : observe)).toBe('ok');
  return { socket, received, id: idOf(join) };
}

it('R19 the largest picture and note pass; one character more is refused, and nobody else notices', async () => {
  const member = await enter('member');
  const watchers = [await enter('observer'), await enter('observer')];
  expect(await send(member.socket, picture(maxPictureText + 1))).toBe('malformed');
  expect(await send(member.socket, { ...picture(10), sealed: '{"plain":"text"}' })).toBe('malformed');
  expect(await send(member.socket, { ...picture(10), from: 'a'.repeat(16) })).toBe('malformed');
  expect(await send(watchers[0].socket, note(maxNoteText + 1))).toBe('malformed');
  expect(await send(member.socket, picture(maxPictureText))).toBe('ok');
  expect(await send(watchers[0].socket, note(maxNoteText))).toBe('ok');
  for (const { received } of watchers)
    await waitFor(() => expect(received.map(({ from, sealed }) => [from, sealed.length])).toEqual([[member.id, maxPictureText]])); // prettier-ignore
  await waitFor(() => expect(member.received).toMatchObject([{ kind: 'note' }]));
});

it('R19 a flood of pictures is refused beyond the first, and its socket is cut off in the end', async () => {
  const flooder = await enter('member');
  const member = await enter('member');
  const watcher = await enter('observer');
  const gone = new Promise((resolve) => flooder.socket.once('disconnect', resolve));
  const codes: string[] = [];
  for (let i = 0; i < 1000; i++)
    flooder.socket.emit(messageEvent, picture(100), (reply: { ok: boolean }) => codes.push(String(reply.ok)));
  await gone;
  expect(codes.filter((isOk) => isOk === 'true').length).toBeLessThan(pictureRule.capacity + 20);
  await waitFor(async () => {
    expect(await send(member.socket, picture(50, 'q'))).toBe('ok');
  });
  await waitFor(() => expect(watcher.received.at(-1)?.from).toBe(member.id));
  expect(watcher.received.length).toBeLessThan(pictureRule.capacity + 40);
});

it('R19b of pictures that come at once the last reaches an observer', async () => {
  const member = await enter('member');
  const watcher = await enter('observer');
  const codes = [1, 2, 3, 4].map((length) => send(member.socket, picture(length)));
  expect(await Promise.all(codes)).toEqual(['ok', 'ok', 'ok', 'ok']);
  await waitFor(() => expect(watcher.received.at(-1)?.sealed.length).toBe(4));
});

it('R18 one who is no member shows nothing, one who does not watch notes nothing', async () => {
  const member = await enter('member');
  const watcher = await enter('observer');
  const stranger = await server.open();
  const other = await enter('member', { code: 'HK3ACD4QY' });
  expect(await send(stranger, picture(10))).toBe('not-in-room');
  expect(await send(stranger, note(10))).toBe('not-in-room');
  expect(await send(watcher.socket, picture(10))).toBe('not-in-room');
  expect(await send(member.socket, note(10))).toBe('not-in-room');
  expect(await send(other.socket, picture(10))).toBe('ok');
  expect(await send(member.socket, picture(20))).toBe('ok');
  await waitFor(() => expect(watcher.received.map(({ sealed }) => sealed.length)).toEqual([20]));
});

it('R4 R18 64 devices watch a room; the next is refused, and comes in when one has left', async () => {
  const member = await enter('member');
  const watchers = await Promise.all(Array.from({ length: 64 }, () => enter('observer')));
  const late = await server.open();
  expect(await send(late, observe)).toBe('room-full');
  watchers[0].socket.close();
  await waitFor(async () => {
    expect(await send(late, observe)).toBe('ok');
  });
  expect(await send(member.socket, picture(maxPictureText))).toBe('ok');
  for (const { received } of watchers.slice(1)) await waitFor(() => expect(received.length).toBe(1));
});
