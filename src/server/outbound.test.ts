// R17: what waits to be read is bounded. The test decides when a transport moves.
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { ManualClock } from '../base/clock';
import { maxUnreadBytes, maxUnreadPerAddressBytes, maxUnreadRelayBytes } from './limits';
import { Outbound, type EngineConnection } from './outbound';
import { UnreadAnswers } from './unread-answers';

/** Behaves like Engine.IO's connection: packets wait until the transport is ready, and then all leave at once. */
class FakeConnection extends EventEmitter {
  readonly id: string;
  readonly transport = Object.assign(new EventEmitter(), { writable: true });
  waiting: unknown[] = [];
  sent: unknown[] = [];
  isClosed = false;

  constructor(id = 'a') {
    super();
    this.id = id;
    this.transport.on('ready', () => this.#flush());
  }

  send(data: string | Uint8Array): void {
    this.emit('packetCreate', { data });
    this.waiting.push(data);
    this.#flush();
  }

  /** The far end has read what was on its way. */
  read(): void {
    this.transport.writable = true;
    this.transport.emit('ready');
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.emit('close');
  }

  #flush(): void {
    if (!this.transport.writable || this.waiting.length === 0) return;
    this.emit('flush');
    this.transport.writable = false;
    this.sent.push(...this.waiting);
    this.waiting = [];
  }

  get engine(): EngineConnection {
    return this as unknown as EngineConnection;
  }
}

const signal = 'x'.repeat(31 * 1024);
const untilCut = () => new Promise((resolve) => setImmediate(resolve));

function watched(count = 1) {
  const clock = new ManualClock();
  let cuts = 0;
  const outbound = new Outbound(clock, () => cuts++);
  const connections = Array.from({ length: count }, (_, i) => new FakeConnection(String(i)));
  connections.forEach((connection) => outbound.watch(connection.engine, 'school'));
  return { clock, outbound, connections, cuts: () => cuts };
}

test('R17 a client that reads nothing gets 1 MiB and no more, and is cut off after 2 s', async () => {
  const { clock, outbound, connections, cuts } = watched();
  const [reader] = connections;
  const send = (): boolean => {
    const isAllowed = outbound.mayQueue(reader.engine, 'text');
    if (isAllowed) reader.send(signal);
    return isAllowed;
  };
  let sent = 0;
  while (send()) sent++;
  expect(sent).toBe(Math.ceil(maxUnreadBytes / signal.length));
  await driveClock(clock, 2_000);
  expect(send()).toBe(false);
  await untilCut();
  expect(reader.isClosed).toBe(false);
  await driveClock(clock, 1);
  expect(send()).toBe(false);
  await untilCut();
  expect(reader.isClosed).toBe(true);
  expect([outbound.unreadBytes, cuts()]).toEqual([0, 1]);
});

test('R17 a client that reads stays, however much is sent', async () => {
  const { clock, outbound, connections } = watched();
  const [reader] = connections;
  for (let round = 0; round < 50; round++) {
    while (outbound.mayQueue(reader.engine, 'text')) reader.send(signal);
    await driveClock(clock, 1_900);
    reader.read();
  }
  await untilCut();
  expect(reader.isClosed).toBe(false);
  reader.read();
  reader.read();
  expect(outbound.unreadBytes).toBe(0);
});

test('R17 answers to its own questions are bounded too; relayed packets have a separate bound', async () => {
  const { outbound, connections } = watched(2);
  const [asker, relayed] = connections;
  for (let i = 0; i < 200 && !asker.isClosed; i++) {
    asker.send(signal);
    await untilCut();
  }
  expect(asker.isClosed).toBe(true);
  while (outbound.mayQueue(relayed.engine, 'relayed')) relayed.send(new Uint8Array(24 * 1024));
  expect(outbound.unreadBytes).toBeGreaterThanOrEqual(maxUnreadRelayBytes);
  expect(outbound.unreadBytes).toBeLessThan(maxUnreadRelayBytes + 24 * 1024);
  expect(outbound.mayQueue(relayed.engine, 'text')).toBe(true);
});

test('R17 when an address leaves too much unread, its longest queue is cut off', async () => {
  const { outbound, connections, cuts } = watched(70);
  const [longest, ...others] = connections;
  for (let i = 0; i < 40; i++) longest.send(signal);
  for (const other of others) {
    const hasRoom = (): boolean => outbound.unreadBytes + signal.length <= maxUnreadPerAddressBytes;
    while (hasRoom() && outbound.mayQueue(other.engine, 'text')) other.send(signal);
  }
  expect(cuts()).toBe(0);
  others.at(-1)!.send(signal);
  await untilCut();
  expect(connections.filter(({ isClosed }) => isClosed)).toEqual([longest]);
});

test('R17 at most one presence waits; when it has left, the newest roster follows', () => {
  const { outbound, connections } = watched();
  const [reader] = connections;
  let revision = 0;
  const sendPresence = (): void => {
    if (outbound.mayQueueLatest(reader.engine, sendPresence)) reader.send(`presence ${revision}`);
  };
  reader.send('an unread message');
  for (revision = 1; revision < 1_000; revision++) sendPresence();
  expect(reader.waiting).toEqual(['presence 1']);
  reader.read(); // the first leaves
  expect(reader.waiting).toEqual([]);
  reader.read();
  reader.read();
  expect(reader.sent).toEqual(['an unread message', 'presence 1', 'presence 1000']);
});

test('R17 R19 at most one picture waits; when it has left, the newest follows', () => {
  const { outbound, connections } = watched();
  const [reader] = connections;
  const show = (picture: string): void => {
    if (outbound.mayQueueLatest(reader.engine, () => show(picture))) reader.send(picture);
  };
  reader.send('an unread message');
  for (let i = 1; i <= 100; i++) show(`picture ${i}`);
  expect(reader.waiting).toEqual(['picture 1']);
  reader.read();
  show('picture 101');
  expect(reader.waiting, 'the first is on its way').toEqual([]);
  reader.read();
  reader.read();
  show('picture 102');
  expect(reader.sent).toEqual(['an unread message', 'picture 1', 'picture 101', 'picture 102']);
});

test('R17 a session ends when it polls before it has read the last answer', () => {
  const onCut = vi.fn();
  const answers = new UnreadAnswers(onCut);
  const connection = new FakeConnection('sid');
  answers.watch(connection.engine);
  const answer = (facts: object) =>
    ({ writableEnded: true, writableFinished: false, destroyed: false, writableLength: 1e6, destroy: vi.fn(), ...facts }) as unknown as ServerResponse; // prettier-ignore
  expect(answers.mayPoll('sid', answer({ writableFinished: true }))).toBe(true);
  const unread = answer({});
  expect(answers.mayPoll('sid', unread)).toBe(true);
  expect(answers.mayPoll('sid', answer({}))).toBe(false);
  expect(connection.isClosed).toBe(true);
  expect(unread.destroy).toHaveBeenCalledOnce();
  expect(onCut).toHaveBeenCalledOnce();
  expect(answers.mayPoll('sid', answer({}))).toBe(true); // no such session: the transport refuses it
});

async function driveClock(clock: ManualClock, ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    clock.after(ms, resolve);
    while (clock.runNext());
  });
}
