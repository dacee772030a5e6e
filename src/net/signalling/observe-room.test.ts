// R18, R19 end to end against the real server in a separate process: watching with a key and without, pictures and notes
// that only their sender can have sealed, and a server that is lost and comes back.
import { say } from '../../base/sayings';
import { inEnglish } from '../../cli/english/in-english';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { realClock } from '../../base/clock';
import { waitFor } from '../../base/testing/wait-for';
import { roomKeyFromText, newRoomKey } from '../room/room-key';
import { maxNoteText, maxPictureText } from '../room/room-messages';
import { openSealed, roomFor, seal } from '../room/sealed-text';
import { startServerProcess, type ServerProcess } from '../testing/signalling-server-process';
import { RoomObserver } from './observe-room';
import type { Signalling } from './signalling';
import { newMemberSecret } from '../room/member-secret';
import { connectSignalling } from './signalling-client';
import { createRoom, type CreatedRoom } from './signalling-create';

// Leaves time for a busy machine: nothing here waits for this long by design.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let server: ServerProcess;
const open: { close(): void }[] = [];

beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.kill());
afterEach(() => open.splice(0).forEach((client) => client.close()));

async function makeRoom(isOpen: boolean): Promise<CreatedRoom> {
  const made = await createRoom(server.url, { isOpen });
  if (!made.ok) throw new Error(inEnglish(made.error.says));
  return made.value;
}

async function enter(ticket: { code: string; key?: string; hostToken?: string }): Promise<Signalling> {
  const memberSecret = newMemberSecret();
  const client = connectSignalling({ url: server.url, ticket, memberSecret, name: 'Calm Heron', role: 'trainer', facts: 'a test', clock: realClock }); // prettier-ignore
  open.push(client);
  expect((await client.joined).ok).toBe(true);
  return client;
}

function watch(code: string, key?: string) {
  const observer = new RoomObserver({ url: server.url, code, key, clock: realClock });
  open.push(observer);
  const pictures: { from: string; data: unknown }[] = [];
  observer.events.on('picture', (picture) => pictures.push(picture));
  const until = (kind: string) => waitFor(() => expect(observer.state.kind).toBe(kind));
  return { observer, pictures, until };
}

describe('an observer', () => {
  it('R18 R19 sees a member’s pictures with the whole link, and its notes reach every member', async () => {
    const room = await makeRoom(false);
    const [host, guest] = [await enter(room), await enter({ code: room.code, key: room.key })];
    const { observer, pictures, until } = watch(room.code, room.key);
    await until('watching');
    await waitFor(() => expect([host, guest].map(({ roster }) => roster?.observers)).toEqual([1, 1]));
    expect(host.roster!.members.length).toBe(2);
    expect(await host.showPicture({ step: 12, loss: 0.5 })).toBe(true);
    await waitFor(() => expect(pictures).toEqual([{ from: host.memberId, data: { step: 12, loss: 0.5 } }]));
    const notes: unknown[] = [];
    for (const member of [host, guest]) member.on('note', (note) => notes.push(note.data));
    expect(await observer.note({ answer: 2 })).toBe(true);
    await waitFor(() => expect(notes).toEqual([{ answer: 2 }, { answer: 2 }]));
    observer.close();
    await waitFor(() => expect(guest.roster!.observers).toBe(0));
  });

  it('R9 R18 gets the key of an open room from a member, also from one that comes later', async () => {
    const room = await makeRoom(true);
    const early = watch(room.code);
    await early.until('seeking-key');
    const host = await enter(room);
    await early.until('watching');
    const late = watch(room.code);
    await late.until('watching');
    await host.showPicture('hello');
    for (const { pictures } of [early, late]) await waitFor(() => expect(pictures.length).toBe(1));
    expect([early.observer.isOpen, early.observer.state.kind]).toEqual([true, 'watching']);
  });

  it('R7 R18 is told at once what is wrong with its link', async () => {
    const room = await makeRoom(false);
    const other = await makeRoom(false);
    for (const [code, key, end, why] of [
      [room.code, other.key, 'wrong-key', say('refused-wrong-key', { room: room.code })],
      [room.code, room.key.slice(1), 'wrong-key', say('refused-wrong-key', { room: room.code })],
      [room.code, undefined, 'key-missing', say('refused-key-missing')],
      ['AAAAAAAAA', room.key, 'room-not-found', say('refused-no-room', { room: 'AAAAAAAAA' })],
    ] as const) {
      const { observer, until } = watch(code, key);
      await until('ended');
      expect(observer.state).toMatchObject({ code: end, why });
      expect(await observer.note('anything')).toBe(false);
    }
  });

  it('R10 R18 comes back after the server lost everything, once members restored the room', async () => {
    const room = await makeRoom(true);
    const host = await enter(room);
    const { pictures, until } = watch(room.code, room.key);
    await until('watching');
    const { port } = server;
    await server.kill();
    await until('away');
    server = await startServerProcess(port);
    await until('watching');
    await waitFor(async () => {
      await host.showPicture('again');
      expect(pictures.length).toBeGreaterThan(0);
    });
  });
});

describe('a sealed text', () => {
  const [key, other] = [newRoomKey(), newRoomKey()];
  const sender = { kind: 'picture', code: 'HK3ACD4QX', from: 'a'.repeat(16) } as const;
  const sealed = seal(key, sender, { loss: 0.25 }, maxPictureText)!;

  it('R19 opens with the key for its sender, its room and its direction only', () => {
    expect(openSealed(key, sender, sealed)).toEqual({ data: { loss: 0.25 } });
    expect(openSealed(other, sender, sealed)).toBeUndefined();
    expect(openSealed(key, { ...sender, from: 'b'.repeat(16) }, sealed)).toBeUndefined();
    expect(openSealed(key, { ...sender, code: 'HK3ACD4QY' }, sealed)).toBeUndefined();
    expect(openSealed(key, { ...sender, kind: 'note' }, sealed)).toBeUndefined();
    const changed = `${sealed.startsWith('B') ? 'C' : 'B'}${sealed.slice(1)}`;
    for (const text of ['', 'A', sealed.slice(0, -4), changed])
      expect(openSealed(key, sender, text), text).toBeUndefined();
  });

  it('R19 shows nothing of its content, and differs each time', () => {
    expect(seal(key, sender, { loss: 0.25 }, maxPictureText)).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('loss');
    expect(roomKeyFromText(sealed)).toBeUndefined();
  });

  it('R19 holds what fits in its message, and no byte more', () => {
    for (const most of [maxPictureText, maxNoteText]) {
      const fits = 'x'.repeat(roomFor(most) - 2);
      expect(seal(key, sender, fits, most)!.length).toBeLessThanOrEqual(most);
      expect(openSealed(key, sender, seal(key, sender, fits, most)!)).toEqual({ data: fits });
      expect(seal(key, sender, `${fits}x`, most)).toBeUndefined();
    }
  });
});
