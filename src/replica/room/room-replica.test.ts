// What a page does in its room follows from the Worker's facts, never from the Snapshot, which is for drawing. Against a
// real room server, with a thread that a test speaks for in place of the Worker.
import { unexpected } from '../../base/sayings';
import { inEnglish } from '../../cli/english/in-english';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hiddenName } from '../../base/nickname';
import { ManualClock, realClock } from '../../base/clock';
import { openDoor } from '../../net/room/door';
import { memberIdOf, newMemberSecret } from '../../net/room/member-secret';
import { claimPass, newPass } from '../../net/room/pass';
import { watchRoom, type RoomNews } from '../../net/signalling/look-up';
import type { Signalling } from '../../net/signalling/signalling';
import { connectSignalling } from '../../net/signalling/signalling-client';
import { createRoom, type CreatedRoom } from '../../net/signalling/signalling-create';
import { startServerProcess, type ServerProcess } from '../../net/testing/signalling-server-process';
import type { RtcImplementation } from '../../net/wires/peer-connection';
import { testConfig } from '../../train/testing/real-ring';
import type { ReplicaThread } from '../worker/replica-worker';
import { emptySnapshot } from '../worker/empty-snapshot';
import type { FromWorker, RingFacts, ToWorker } from '../worker/worker-messages';
import { RoomReplica } from './room-replica';
import { waitFor } from '../../base/testing/wait-for';

let server: ServerProcess;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.kill());
afterEach(() => closers.splice(0).forEach((close) => close()));

class FakeThread implements ReplicaThread {
  onmessage: ReplicaThread['onmessage'] = null;
  onerror: ReplicaThread['onerror'] = null;
  readonly received: ToWorker['kind'][] = [];

  postMessage({ kind }: ToWorker): void {
    this.received.push(kind);
    if (kind === 'begin') queueMicrotask(() => this.report({ kind: 'begun' }));
  }

  terminate(): void {
    this.onmessage = null;
  }

  report(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }

  reportFacts(facts: Partial<RingFacts>): void {
    const names = { name: undefined, hidesNames: false, onlyWebRtc: false };
    const outside: RingFacts = {
      members: [],
      linked: [],
      phase: 'connecting',
      step: 0,
      door: openDoor,
      ...names,
    };
    this.report({ kind: 'ring', facts: { ...outside, ...facts } });
  }
}

const memberSecret = newMemberSecret();
const self = memberIdOf(memberSecret);

interface Host {
  readonly thread: FakeThread;
  readonly clock: ManualClock;
}

function startHost(room: CreatedRoom): Host {
  const [thread, clock] = [new FakeThread(), new ManualClock()];
  const replica = new RoomReplica({
    url: server.url,
    ticket: room,
    name: 'host',
    config: testConfig,
    engine: 'cpu',
    memberSecret,
    facts: 'a test',
    clock,
    iceServers: () => Promise.resolve([]),
    headless: { rtc: {} as RtcImplementation, start: () => thread, neighbours: alone },
  });
  closers.push(() => replica.destroy());
  return { thread, clock };
}

const alone = (): undefined => undefined;

async function openRoom(): Promise<CreatedRoom> {
  const made = await createRoom(server.url, { isOpen: false });
  if (!made.ok) throw new Error(inEnglish(made.error.says));
  return made.value;
}

/** A guest who sees the roster as the server publishes it. */
async function enterAsGuest({ code, key }: CreatedRoom): Promise<Signalling> {
  const guest = connectSignalling({
    ...{ url: server.url, ticket: { code, key }, name: 'guest', role: 'bystander', facts: 'a test' },
    ...{ memberSecret: newMemberSecret(), clock: realClock },
  });
  closers.push(() => guest.close());
  expect((await guest.joined).ok).toBe(true);
  return guest;
}

const hostSeenBy = ({ roster }: Signalling): { inRing: boolean; name: string } | undefined =>
  roster?.members.find(({ memberId }) => memberId === self);

async function waitGhostTime(clock: ManualClock): Promise<void> {
  const endMs = clock.now() + 6_000;
  while ((clock.nextDueMs() ?? Infinity) <= endMs) clock.runNext();
  await Promise.resolve();
}

test('the host creates the ring in a room where nobody is in one', async () => {
  const { thread } = startHost(await openRoom());
  await waitFor(() => expect(thread.received).toEqual(['begin', 'roster', 'create-ring']));
});

test('the page reports to the room that it is in a ring by the view’s members', async () => {
  const room = await openRoom();
  const guest = await enterAsGuest(room);
  const { thread } = startHost(room);
  await waitFor(() => expect(thread.received).toContain('begin'));
  await waitFor(() => expect(hostSeenBy(guest)).toBeDefined());
  thread.report({
    kind: 'event',
    event: { kind: 'snapshot', snapshot: { ...emptySnapshot(self, { kind: 'lobby' }, true), worldSize: 2 } },
  });
  expect(hostSeenBy(guest)).toMatchObject({ inRing: false });
  thread.reportFacts({ members: [self], phase: 'lobby' });
  await waitFor(() => expect(hostSeenBy(guest)).toMatchObject({ inRing: true }));
  thread.reportFacts({});
  await waitFor(() => expect(hostSeenBy(guest)).toMatchObject({ inRing: false }));
});

test.each([
  ['creates a ring when no link to a listed ring member is open after 6 s', [], true],
  ['waits to be admitted when a link is open', ['b'.repeat(16)], false],
])('a host %s', async (_what, linked, creates) => {
  const room = await openRoom();
  const guest = await enterAsGuest(room);
  guest.updateStatus({ inRing: true });
  await waitFor(() => expect(guest.roster?.members[0].inRing).toBe(true));
  const { thread, clock } = startHost(room);
  await waitFor(() => expect(thread.received).toContain('roster'));
  expect(thread.received).not.toContain('create-ring');
  thread.reportFacts({ linked });
  await waitGhostTime(clock);
  expect(thread.received.includes('create-ring')).toBe(creates);
});

test.each<[string, (thread: FakeThread) => void]>([
  ['the facts say that the replica failed', (thread) => thread.reportFacts({ phase: 'failed' })],
  [
    'the Worker dies',
    (thread) => thread.onerror?.({ preventDefault: () => undefined, message: 'boom' } as ErrorEvent),
  ],
])('the page leaves the room when %s, and not for a snapshot', async (_what, fail) => {
  const room = await openRoom();
  const guest = await enterAsGuest(room);
  const { thread } = startHost(room);
  await waitFor(() => expect(hostSeenBy(guest)).toBeDefined());
  const error = { code: 'bug', says: unexpected('only drawn') } as const;
  const snapshot = emptySnapshot(self, { kind: 'failed', error }, true);
  thread.report({ kind: 'event', event: { kind: 'snapshot', snapshot } });
  thread.reportFacts({ members: [self], phase: 'lobby' });
  await waitFor(() => expect(hostSeenBy(guest)).toMatchObject({ inRing: true }));
  fail(thread);
  await waitFor(() => expect(hostSeenBy(guest)).toBeUndefined());
});

test('H14: a page takes no call of a member whom its door shuts out, and takes it once the host has let it in', async () => {
  const room = await openRoom();
  const { thread } = startHost(room);
  await waitFor(() => expect(thread.received).toContain('begin'));
  let guestSecret = newMemberSecret();
  while (memberIdOf(guestSecret) > self) guestSecret = newMemberSecret(); // the smaller id calls (L14)
  const pass = claimPass(newPass(), room.code, memberIdOf(guestSecret))!;
  const guest = connectSignalling({
    ...{ url: server.url, ticket: { code: room.code, key: room.key }, name: 'guest', role: 'trainer' },
    ...{ memberSecret: guestSecret, pass, facts: 'a test', clock: realClock },
  });
  closers.push(() => guest.close());
  expect((await guest.joined).ok).toBe(true);
  const answers: unknown[] = [];
  guest.on('signal', ({ data }) => answers.push(data));
  const told: unknown[] = [];
  guest.on('at-door', ({ door }) => told.push(door));
  const at = (admitted: string[]): void =>
    thread.reportFacts({ members: [self], phase: 'lobby', door: { kind: 'asks', admitted, refused: [] } });
  at([]);
  await waitFor(() => expect(told).toEqual(['asks']));
  const offer = (call: number): void =>
    guest.signal(self, { kind: 'relay-offer', call, salt: 'A'.repeat(22) });
  offer(1);
  expect((await guest.relay(self, new Uint8Array(8))).ok).toBe(true); // after the offer, and taken by the page
  expect(answers).toEqual([]);
  at([pass.key.slice(0, 22)]);
  offer(2);
  await waitFor(() => expect(answers).toMatchObject([{ kind: 'relay-answer', call: 2 }]));
});

test('H12b the server gets the typed name once the replica knows that the room shows names, and two words before and after', async () => {
  const room = await openRoom();
  const guest = await enterAsGuest(room);
  const seen = new Set<string | undefined>();
  guest.on('roster', () => seen.add(hostSeenBy(guest)?.name));
  const { thread } = startHost(room);
  const words = hiddenName(self);
  await waitFor(() => expect(hostSeenBy(guest)?.name).toBe(words));
  thread.reportFacts({ members: [self], phase: 'lobby' });
  await waitFor(() => expect(hostSeenBy(guest)).toMatchObject({ inRing: true }));
  expect(seen).toEqual(new Set([words]));
  thread.reportFacts({ members: [self], phase: 'lobby', name: 'host' });
  await waitFor(() => expect(hostSeenBy(guest)?.name).toBe('host'));
  thread.reportFacts({ members: [self], phase: 'lobby', name: `${words} 2`, hidesNames: true });
  await waitFor(() => expect(hostSeenBy(guest)?.name).toBe(`${words} 2`));
  const facts = await lookUp(room.code);
  expect(facts).toMatchObject({ kind: 'room', isOpen: false, membersPresent: 2, hidesNames: true });
});

test('H12b a page that slept while the others hid their names does not say its own to the server', async () => {
  const room = await openRoom();
  const guest = await enterAsGuest(room);
  guest.updateStatus({ inRing: true, hidesNames: true });
  await waitFor(() => expect(guest.roster?.members[0].hidesNames).toBe(true));
  const seen = new Set<string | undefined>();
  guest.on('roster', () => seen.add(hostSeenBy(guest)?.name));
  const { thread } = startHost(room);
  await waitFor(() => expect(thread.received).toContain('roster'));
  thread.reportFacts({ members: [self], phase: 'lobby', name: 'host' });
  await waitFor(() => expect(hostSeenBy(guest)).toMatchObject({ inRing: true }));
  expect(seen).toContain(hiddenName(self));
  expect(seen).not.toContain('host');
});

test.each([
  ['shows', undefined],
  ['hides', true as const],
])(
  'H12b a device that waits at the door says two words, also where the ring %s names',
  async (_, hidesNames) => {
    const made = await createRoom(server.url, { isOpen: true });
    if (!made.ok) throw new Error(inEnglish(made.error.says));
    const { code, key, hostToken } = made.value;
    const host = connectSignalling({
      ...{
        url: server.url,
        ticket: { code, key, hostToken },
        name: 'host',
        role: 'trainer',
        facts: 'a test',
      },
      ...{ memberSecret: newMemberSecret(), clock: realClock },
    });
    closers.push(() => host.close());
    expect((await host.joined).ok).toBe(true);
    host.setDoor({ kind: 'asks', admitted: [], refused: [] });
    host.updateStatus({ inRing: true, hidesNames });
    const seen: (string | undefined)[] = [];
    host.on('roster', () => seen.push(hostSeenBy(host)?.name));
    const replica = new RoomReplica({
      ...{
        url: server.url,
        ticket: { code, key: undefined, hostToken: undefined },
        name: 'Anna Typed',
        config: undefined,
        engine: 'cpu',
      },
      ...{ memberSecret, facts: 'a test', clock: realClock, iceServers: () => Promise.resolve([]) },
      headless: { rtc: {} as RtcImplementation, start: () => new FakeThread(), neighbours: alone },
    });
    closers.push(() => replica.destroy());
    let waits = '';
    replica.subscribe((event) => {
      if (event.kind === 'snapshot' && event.snapshot.phase.kind === 'connecting') waits = event.snapshot.phase.why?.code ?? ''; // prettier-ignore
    });
    await waitFor(() => expect(waits).toMatch(/^door-asks/));
    await waitFor(() => expect(hostSeenBy(host)?.name).toBe(hiddenName(self)));
    expect(seen).not.toContain('Anna Typed');
  },
);

function lookUp(code: string): Promise<RoomNews> {
  return new Promise((resolve) => closers.push(watchRoom(server.url, { code }, realClock, resolve)));
}
