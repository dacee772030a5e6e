// R5–R10 against the real server in a separate process: entering rooms, handing keys over, verifying signals, and losing
// a server that comes back empty.
import { say, type Saying } from '../../base/sayings';
import { inEnglish } from '../../cli/english/in-english';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { realClock, type Clock } from '../../base/clock';
import { watchRoom, type RoomNews } from './look-up';
import { newMemberSecret } from '../room/member-secret';
import { connectSignalling } from './signalling-client';
import type { Signalling, SignallingOptions } from './signalling';
import type { SignallingEvents } from './signalling-events';
import { createRoom, type CreatedRoom } from './signalling-create';
import { newRoomKey, roomKeyToText } from '../room/room-key';
import { newHostKeys } from '../room/signed-command';
import { startServerProcess, type ServerProcess } from '../testing/signalling-server-process';

// Leaves time for a busy machine: nothing here waits for this long by design.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let server: ServerProcess;
/** The secret of stamps outlasts a restart (R30b). */
const env = { ROOM_SECRET: 'a secret of this test' };
const clients: Signalling[] = [];

beforeAll(async () => {
  server = await startServerProcess(0, [], env);
});
afterAll(() => server.kill());
afterEach(() => clients.splice(0).forEach((client) => client.close()));

function enter(
  ticket: SignallingOptions['ticket'],
  name: string,
  { role = 'trainer', clock = realClock }: { role?: 'trainer' | 'bystander'; clock?: Clock } = {},
) {
  const memberSecret = newMemberSecret();
  const client = connectSignalling({ url: server.url, ticket, memberSecret, name, role, facts: 'a test', clock }); // prettier-ignore
  clients.push(client);
  return client;
}

async function makeRoom(isOpen: boolean): Promise<CreatedRoom> {
  const made = await createRoom(server.url, { isOpen });
  if (!made.ok) throw new Error(inEnglish(made.error.says));
  return made.value;
}

/** The next event that fits. */
function next<K extends keyof SignallingEvents>(
  client: Signalling,
  kind: K,
  fits: (event: SignallingEvents[K]) => boolean = () => true,
): Promise<SignallingEvents[K]> {
  return new Promise((resolve) => {
    const stop = client.on(kind, (event) => {
      if (!fits(event)) return;
      stop();
      resolve(event);
    });
  });
}

const names = (client: Signalling): readonly string[] => client.roster!.members.map(({ name }) => name);
const has = (count: number) => (roster: SignallingEvents['roster']) =>
  roster.members.filter(({ hasKey }) => hasKey).length === count;

describe('a private room', () => {
  it('R7 is entered with its key, and proves its host', async () => {
    const room = await makeRoom(false);
    const host = enter({ code: room.code, key: room.key, hostToken: room.hostToken }, 'Calm Heron');
    expect((await host.joined).ok).toBe(true);
    const guest = enter({ code: room.code, key: room.key }, '  Brave\u202e \n Otter ');
    expect((await guest.joined).ok).toBe(true);
    expect(names(guest)).toEqual(['Calm Heron', 'Brave Otter']);
    expect(guest.roster!.members.map(({ isHost }) => isHost)).toEqual([true, false]);
    expect(guest.roster).toMatchObject({ isOpen: false, hostPublicKey: room.hostPublicKey });
  });

  it('R7 refuses a wrong and a missing key at once', async () => {
    const room = await makeRoom(false);
    const wrong = enter({ code: room.code, key: (await makeRoom(false)).key }, 'Wrong');
    expect(await wrong.joined).toMatchObject({ ok: false, error: { code: 'wrong-key' } });
    const cut = enter({ code: room.code, key: room.key.slice(1) }, 'Cut');
    expect(await cut.joined).toMatchObject({ ok: false, error: { code: 'wrong-key' } });
    const none = enter({ code: room.code }, 'None');
    expect(await none.joined).toMatchObject({ ok: false, error: { code: 'key-missing' } });
    const nowhere = enter({ code: 'AAAAAAAAA' }, 'Nowhere');
    expect(await nowhere.joined).toMatchObject({ ok: false, error: { code: 'room-not-found' } });
  });

  it('R8 carries signals in order to their receiver only', async () => {
    const room = await makeRoom(false);
    const [a, b, c] = ['A', 'B', 'C'].map((name) => enter({ code: room.code, key: room.key }, name));
    await Promise.all([a, b, c].map(({ joined }) => joined));
    const received: unknown[] = [];
    c.on('signal', () => expect.unreachable('a signal for b'));
    const last = next(b, 'signal', ({ from, data }) => {
      expect(from).toBe(a.memberId);
      received.push(data);
      return received.length === 100;
    });
    for (let i = 0; i < 100; i++) a.signal(b.memberId, { candidate: i, text: 'ü"\\' });
    await last;
    expect(received).toEqual(Array.from({ length: 100 }, (_, i) => ({ candidate: i, text: 'ü"\\' })));
    expect([...a.faults, ...b.faults]).toEqual([]);
  });
});

describe('an open room', () => {
  it('R9 hands its key over to a joiner that knows the code', async () => {
    const room = await makeRoom(true);
    const early = enter({ code: room.code }, 'Early');
    await next(early, 'fault', ({ code }) => code === 'no-key-holder');
    const host = enter({ code: room.code, key: room.key, hostToken: room.hostToken }, 'Host');
    expect((await early.joined).ok).toBe(true);
    const late = enter({ code: room.code }, 'Late');
    expect((await late.joined).ok).toBe(true);
    expect([early.key, late.key]).toEqual([room.key, room.key]);
    const signal = next(late, 'signal');
    host.signal(late.memberId, 'hello');
    expect(await signal).toEqual({ from: host.memberId, data: 'hello' });
  });

  it('R9 hands the key over after the creator has left, and shows which members are in the ring', async () => {
    const room = await makeRoom(true);
    const host = enter({ code: room.code, key: room.key, hostToken: room.hostToken }, 'Host');
    const second = enter({ code: room.code }, 'Second');
    await second.joined;
    const alone = next(second, 'roster', ({ members }) => members.length === 1);
    await host.leave();
    await alone;
    const third = enter({ code: room.code }, 'Third', { role: 'bystander' });
    expect(await third.joined).toMatchObject({ ok: true });
    expect(third.key).toBe(room.key);
    const shown = next(third, 'roster', ({ members }) => members[0].inRing);
    second.updateStatus({ inRing: true });
    await shown;
  });
});

describe('the server', () => {
  it('R10 comes back empty: members join again, and signals sent meanwhile arrive', async () => {
    const room = await makeRoom(true);
    // Signals of A do not age: a busy machine may take longer to start a server than they wait (R10a).
    const a = enter({ ...room }, 'A', { clock: { ...realClock, now: () => 0 } });
    const b = enter({ code: room.code }, 'B');
    await Promise.all([a.joined, b.joined]);
    const { port } = server;
    const offline = [a, b].map((client) => next(client, 'connection', ({ kind }) => kind === 'offline'));
    await server.kill();
    await Promise.all(offline);
    a.signal(b.memberId, 'while the server was away');
    const signal = next(b, 'signal');
    const together = next(a, 'roster', has(2));
    server = await startServerProcess(port, [], env);
    await together;
    expect(await signal).toEqual({ from: a.memberId, data: 'while the server was away' });
    const c = enter({ code: room.code }, 'C');
    expect((await c.joined).ok).toBe(true);
    expect(c.key).toBe(room.key);
  });

  it('R6, R30 comes back to a stranger who is first with the code: host and guests lose neither room nor id', async () => {
    const room = await makeRoom(true);
    const host = enter({ ...room }, 'Host');
    const guest = enter({ code: room.code }, 'Guest');
    await Promise.all([host.joined, guest.joined]);
    const [hostId, guestId] = [host.memberId, guest.memberId];
    const { port } = server;
    const offline = [host, guest].map((client) =>
      next(client, 'connection', ({ kind }) => kind === 'offline'),
    );
    await server.kill();
    await Promise.all(offline);
    const together = next(host, 'roster', has(2));
    server = await startServerProcess(port, [], env);
    // The stranger has a key of its own, and the code of the class.
    const rival = { code: room.code, key: roomKeyToText(newRoomKey()), ...newHostKeys(), isOpen: true };
    const stranger = enter(rival, 'Stranger');
    expect((await stranger.joined).ok).toBe(true);
    await together;
    expect(host.roster!.members.map(({ memberId }) => memberId).sort()).toEqual([hostId, guestId].sort());
    const signal = next(host, 'signal');
    guest.signal(hostId, 'hello');
    expect(await signal).toEqual({ from: guestId, data: 'hello' });
    const typist = enter({ code: room.code }, 'Typist');
    expect(await typist.joined).toMatchObject({ ok: true, value: { hostPublicKey: room.hostPublicKey } });
    const scanner = enter({ code: room.code, mark: room.mark }, 'Scanner');
    expect((await scanner.joined).ok).toBe(true);
    expect([scanner.key, names(stranger)]).toEqual([room.key, ['Stranger']]);
  });

  it('R10 lost the room: its creator restores it from the ticket alone', async () => {
    const room = await makeRoom(false);
    const { port } = server;
    await server.kill();
    server = await startServerProcess(port, [], env);
    const stranger = enter({ code: room.code, key: room.key }, 'Stranger');
    expect(await stranger.joined).toMatchObject({ ok: false, error: { code: 'room-not-found' } });
    const host = enter({ ...room }, 'Host');
    expect((await host.joined).ok).toBe(true);
    expect((await enter({ code: room.code, key: room.key }, 'Guest').joined).ok).toBe(true);
  });
});

describe('a room looked up from outside', () => {
  const watch = (code: string) => {
    const received: RoomNews[] = [];
    const until = (fits: (news: RoomNews) => boolean): Promise<void> =>
      expect.poll(() => received.some(fits), { timeout: 20_000 }).toBe(true);
    return {
      received,
      until,
      stop: watchRoom(server.url, { code }, realClock, (news) => received.push(news)),
    };
  };

  it('R16 shows the number of members and the ring’s progress, and follows them', async () => {
    const { code, key, hostToken } = await makeRoom(true);
    const { until, received, stop } = watch(code);
    await until((news) => news.kind === 'room' && news.membersPresent === 0 && !news.progress);
    const host = enter({ code, key, hostToken, isOpen: true }, 'Calm Heron');
    await host.joined;
    host.updateStatus({ inRing: true });
    host.reportProgress({ phase: 'training', step: 420 });
    await until((news) => news.kind === 'room' && news.membersPresent === 1 && news.progress?.step === 420);
    expect(JSON.stringify(received)).not.toMatch(/Calm Heron|hostPublicKey/);
    host.close();
    await until((news) => news.kind === 'room' && news.membersPresent === 0 && !news.progress);
    stop();
  });

  it('R16 a private room shows the number of members, and its members report no progress', async () => {
    const { code, key, hostToken } = await makeRoom(false);
    const host = enter({ code, key, hostToken, isOpen: false }, 'Calm Heron');
    await host.joined;
    host.updateStatus({ inRing: true });
    host.reportProgress({ phase: 'training', step: 420 });
    const { until, received, stop } = watch(code);
    await until((news) => news.kind === 'room' && news.membersPresent === 1 && !news.isOpen);
    expect(JSON.stringify(received)).not.toContain('420');
    stop();
  });

  it('R16 no such room is the last news; a server that does not answer is unreachable', async () => {
    const { until, received } = watch('AAAAAAAAA');
    await until(({ kind }) => kind === 'no-room');
    expect(received).toEqual([{ kind: 'no-room' }]);
    const nobody: RoomNews[] = [];
    const stop = watchRoom('http://127.0.0.1:9', { code: 'AAAAAAAAA' }, realClock, (news) =>
      nobody.push(news),
    );
    await expect.poll(() => nobody[0], { timeout: 20_000 }).toEqual({ kind: 'unreachable' });
    stop();
  });
});

it('the text about an unreachable server names no transport', async () => {
  const lost = connectSignalling({ url: 'http://127.0.0.1:9', ticket: { code: 'AAAAAAAAA' }, memberSecret: newMemberSecret(), name: 'x', role: 'trainer', facts: '', clock: realClock }); // prettier-ignore
  clients.push(lost);
  const { why } = (await next(lost, 'connection', (event) => 'why' in event)) as { why: Saying };
  expect(why).toEqual(say('server-out-of-reach'));
});
