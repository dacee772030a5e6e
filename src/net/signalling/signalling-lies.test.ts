// R7–R9 against a lying server: a relay between the members and the real server changes the messages. In a private room
// it can withhold messages and do nothing else. It never sees the key or the host token.
import { inEnglish } from '../../cli/english/in-english';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { realClock } from '../../base/clock';
import { messageEvent } from '../room/room-messages';
import type { ClientMessage, Presence, Reply, ServerMessage } from '../room/room-messages';
import { newMemberSecret } from '../room/member-secret';
import { connectSignalling } from './signalling-client';
import type { Signalling } from './signalling';
import type { SignallingFault } from './signalling-events';
import { createRoom } from './signalling-create';
import type { CreatedRoom } from './signalling-create';
import { startServerProcess } from '../testing/signalling-server-process';
import type { ServerProcess } from '../testing/signalling-server-process';

// Leaves time for a busy machine: nothing here waits for this long by design.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

/** The messages that the relay passes on in place of one. */
interface Lies {
  readonly up?: (message: ClientMessage) => readonly ClientMessage[];
  readonly down?: (message: ServerMessage) => readonly ServerMessage[];
  /** Sent right behind the answer to a join. */
  readonly behind?: (answered: Presence) => readonly ServerMessage[];
}

let server: ServerProcess;
let lies: Lies = {};
let relay: { readonly url: string; readonly seen: string[]; close(): Promise<void> };
const clients: Signalling[] = [];

beforeAll(async () => {
  server = await startServerProcess();
  relay = await startRelay(server.url);
});
afterEach(() => {
  lies = {};
  relay.seen.length = 0;
  clients.splice(0).forEach((client) => client.close());
});
afterAll(async () => {
  await relay.close();
  await server.kill();
});

async function startRelay(upstream: string): Promise<typeof relay> {
  const http = createServer();
  const downstream = new Server(http);
  const seen: string[] = [];
  downstream.on('connection', (client) => {
    const real = io(upstream, { forceNew: true, transports: ['websocket'] });
    client.on('disconnect', () => real.close());
    client.on(messageEvent, (message: ClientMessage, answer: (reply: Reply) => void) => {
      seen.push(JSON.stringify(message));
      for (const [i, changed] of (lies.up?.(message) ?? [message]).entries())
        real.emit(messageEvent, changed, (reply: Reply) => {
          const presence = reply.ok && reply.value?.kind === 'presence' ? reply.value : null;
          const shown = presence && lies.down?.(presence)[0];
          if (i !== 0) return;
          answer(shown ? { ok: true, value: shown as Presence } : reply);
          if (presence) for (const more of lies.behind?.(presence) ?? []) client.emit(messageEvent, more);
        });
    });
    real.on(messageEvent, (message: ServerMessage) => {
      for (const changed of lies.down?.(message) ?? [message]) client.emit(messageEvent, changed);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return { url, seen, close: () => downstream.close() };
}

function enter(
  ticket: { code: string; key?: string; mark?: string; hostToken?: string },
  name: string,
): Signalling {
  const memberSecret = newMemberSecret();
  const client = connectSignalling({ url: relay.url, ticket, memberSecret, name, role: 'trainer', facts: '', clock: realClock }); // prettier-ignore
  clients.push(client);
  return client;
}

async function makeRoom(isOpen: boolean): Promise<CreatedRoom> {
  const made = await createRoom(relay.url, { isOpen });
  if (!made.ok) throw new Error(inEnglish(made.error.says));
  return made.value;
}

/** Three members of a private room, and all signals that b and c receive. */
async function threeMembers() {
  const room = await makeRoom(false);
  const ticket = { code: room.code, key: room.key };
  const [a, b, c] = [enter({ ...ticket, hostToken: room.hostToken }, 'A'), enter(ticket, 'B'), enter(ticket, 'C')]; // prettier-ignore
  for (const { joined } of [a, b, c]) expect((await joined).ok).toBe(true);
  const haveKeys = (client: Signalling) => client.roster?.members.filter(({ hasKey }) => hasKey).length === 3;
  await expect.poll(() => [a, b, c].every(haveKeys)).toBe(true);
  const received: { readonly by: string; readonly from: string; readonly data: unknown }[] = [];
  for (const [by, client] of Object.entries({ b, c }))
    client.on('signal', ({ from, data }) => received.push({ by, from, data }));
  return { room, a, b, c, received };
}

const fault = (client: Signalling, code: SignallingFault['code']): Promise<SignallingFault> =>
  new Promise((resolve) => client.on('fault', (event) => event.code === code && resolve(event)));
const signalled = (client: Signalling, wanted: unknown): Promise<void> =>
  new Promise((resolve) =>
    client.on('signal', ({ data }) => JSON.stringify(data) === JSON.stringify(wanted) && resolve()),
  );

it('R8 a changed offer is dropped and counted, and the next one arrives', async () => {
  const { a, b, received } = await threeMembers();
  lies = {
    up: (message) =>
      message.kind === 'signal' && message.data.includes('honest')
        ? [{ ...message, data: message.data.replace('honest', 'attacker') }]
        : [message],
  };
  const dropped = fault(b, 'bad-mac');
  a.signal(b.memberId, { sdp: 'a=fingerprint:honest' });
  expect(await dropped).toMatchObject({ code: 'bad-mac', peer: a.memberId });
  lies = {};
  const arrived = signalled(b, { sdp: 'a=fingerprint:true' });
  a.signal(b.memberId, { sdp: 'a=fingerprint:true' });
  await arrived;
  expect(received.map(({ data }) => data)).toEqual([{ sdp: 'a=fingerprint:true' }]);
  expect(b.faults.get('bad-mac')).toBe(1);
});

it('R8 a signal with another sender or another receiver is dropped', async () => {
  const { a, b, c, received } = await threeMembers();
  lies = { down: (message) => (message.kind === 'signal' ? [{ ...message, from: c.memberId }] : [message]) };
  const misnamed = fault(b, 'bad-mac');
  a.signal(b.memberId, 'misnamed');
  await misnamed;
  lies = { up: (message) => (message.kind === 'signal' ? [{ ...message, to: c.memberId }] : [message]) };
  const misled = fault(c, 'bad-mac');
  a.signal(b.memberId, 'misled');
  await misled;
  expect(received).toEqual([]);
});

it('R8 a replayed signal is dropped', async () => {
  const { a, b, received } = await threeMembers();
  lies = { down: (message) => (message.kind === 'signal' ? [message, message] : [message]) };
  const replayed = fault(b, 'replayed');
  a.signal(b.memberId, 'once');
  await replayed;
  expect(received).toEqual([{ by: 'b', from: a.memberId, data: 'once' }]);
});

it('R7 members of a private room that the server calls open hand no key over', async () => {
  const { room, a } = await threeMembers();
  const openly = (message: ServerMessage): ServerMessage =>
    message.kind === 'presence'
      ? { ...message, description: { ...message.description, isOpen: true } }
      : message;
  lies = { down: (message) => [openly(message)] };
  const closed = new Promise((resolve) => a.on('connection', ({ kind }) => kind === 'closed' && resolve(kind))); // prettier-ignore
  const attacker = enter({ code: room.code }, 'Attacker');
  await closed; // the attacker's arrival brought a a changed description
  const late = enter({ code: room.code, key: room.key }, 'Late');
  expect(await late.joined).toMatchObject({ ok: false, error: { code: 'room-forged' } });
  expect(attacker.key).toBeUndefined();
  expect(relay.seen.filter((message) => message.includes('key-grant'))).toEqual([]);
});

it('R7 another host key is refused, and a copied host claim does not count', async () => {
  const room = await makeRoom(false);
  const other = await makeRoom(false);
  const host = enter({ code: room.code, key: room.key, hostToken: room.hostToken }, 'Host');
  await host.joined;
  lies = {
    down: (message) => {
      if (message.kind !== 'presence') return [message];
      const hostSignature = message.members[0].hostSignature!;
      return [{ ...message, members: message.members.map((member) => ({ ...member, hostSignature })) }];
    },
  };
  const guest = enter({ code: room.code, key: room.key }, 'Guest');
  expect((await guest.joined).ok).toBe(true);
  expect(guest.roster!.members.map(({ isHost }) => isHost)).toEqual([true, false]);
  lies = {
    down: (message) =>
      message.kind === 'presence'
        ? [{ ...message, description: { ...message.description, hostPublicKey: other.hostPublicKey } }]
        : [message],
  };
  const late = enter({ code: room.code, key: room.key }, 'Late');
  expect(await late.joined).toMatchObject({ ok: false, error: { code: 'room-forged' } });
});

it('R30a a server that leads a link to another room is found out', async () => {
  const [room, other] = [await makeRoom(true), await makeRoom(true)];
  await enter({ code: other.code, key: other.key, hostToken: other.hostToken }, 'Host').joined;
  lies = {
    up: (message) =>
      message.kind === 'join' ? [{ ...message, code: other.code, mark: undefined }] : [message],
    down: (message) => (message.kind === 'presence' ? [{ ...message, code: room.code }] : [message]),
  };
  const guest = enter({ code: room.code, mark: room.mark }, 'Guest');
  expect(await guest.joined).toMatchObject({ ok: false, error: { code: 'room-forged' } });
});

it('R9 a grant that does not open is refused, and the next one is taken', async () => {
  const room = await makeRoom(true);
  const host = enter({ code: room.code, key: room.key }, 'Host');
  await host.joined;
  let spoiled = 0;
  lies = {
    down: (message) =>
      message.kind === 'key-grant' && spoiled++ === 0 ? [{ ...message, box: 'A'.repeat(75) }] : [message],
  };
  const guest = enter({ code: room.code }, 'Guest');
  const refused = fault(guest, 'bad-key-grant');
  expect(await refused).toMatchObject({ peer: host.memberId });
  expect((await guest.joined).ok).toBe(true);
  expect(guest.key).toBe(room.key);
});

it('R7, R9 neither the key nor the host token passes through the server', async () => {
  const { room, a, b } = await threeMembers();
  const arrived = signalled(b, 'hello');
  a.signal(b.memberId, 'hello');
  await arrived;
  const open = await makeRoom(true);
  await enter({ ...open }, 'Host').joined;
  await enter({ code: open.code }, 'Guest').joined;
  expect(relay.seen.length).toBeGreaterThan(8);
  for (const secret of [room.key, room.hostToken, open.key, open.hostToken])
    expect(relay.seen.filter((message) => message.includes(secret))).toEqual([]);
});

it('R2 a roster right behind the answer to a join is not lost', async () => {
  const room = await makeRoom(false);
  lies = {
    behind: (presence) => [
      {
        ...presence,
        revision: presence.revision + 1,
        members: presence.members.map((member) => ({ ...member, name: 'Renamed' })),
      },
    ],
  };
  for (let i = 0; i < 5; i++) {
    const client = enter({ code: room.code, key: room.key }, 'First');
    expect((await client.joined).ok).toBe(true);
    await expect.poll(() => client.roster!.members[0].name).toBe('Renamed');
    client.close();
  }
});

it('R10 malformed messages of the server change nothing', async () => {
  const { room, a } = await threeMembers();
  const before = a.roster;
  lies = { down: () => [{ kind: 'presence', code: room.code, __proto__: null } as unknown as Presence] };
  const nonsense = fault(a, 'malformed');
  a.updateStatus({ inRing: true });
  await nonsense;
  expect(a.connection.kind).toBe('online');
  expect(a.roster).toBe(before);
});
