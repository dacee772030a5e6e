import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { prng } from '../../base/prng';
import { driveFor } from '../../base/testing/drive-clock';
import { emptyHeader, encodeFrame } from '../../net/frame/frame';
import { LinkClosedError, type CloseReason } from '../../net/link/link';
import { loopbackPair } from '../../net/wires/testing/loopback-wire';
import { WireLink } from '../../net/link/wire-link';
import { HandLink } from '../testing/hand-link';
import { Hub, jsonOf, type Arrived } from './hub';

function scene() {
  const clock = new ManualClock();
  const { a, b } = loopbackPair('microtask');
  const near = new WireLink({ clock, wire: a, peer: 'b' });
  const far = new WireLink({ clock, wire: b, peer: 'a' });
  const hub = new Hub(clock);
  const arrived: Arrived[] = [];
  const closed: CloseReason[] = [];
  for (const type of ['reduce', 'record', 'hello', 'request'] as const)
    hub.handle(type, (frame) => void arrived.push(frame));
  hub.on('closed', ({ reason }) => closed.push(reason));
  hub.add('b', near);
  return { clock, hub, near, far, arrived, closed, settle: () => driveFor(clock, 20) };
}
const empty = new Uint8Array();
const frame = (type: 'reduce' | 'record' | 'hello' | 'command', payload: Uint8Array = empty) =>
  encodeFrame({ ...emptyHeader, type }, payload);

test('a frame goes to the handler of its type, with its sender; the handler gives the credit back', async () => {
  const { far, near, arrived, settle } = scene();
  await Promise.all([
    far.send('bulk', frame('reduce', new Uint8Array(100))),
    far.send('control', frame('hello', empty)),
  ]);
  await settle();
  expect(arrived.map(({ from, frame: { type } }) => `${from} ${type}`).sort()).toEqual([
    'b hello',
    'b reduce',
  ]);
  expect(near.stats().unconsumedBytes).toBe(140 + 40);
  for (const { consume } of arrived) consume();
  expect(near.stats().unconsumedBytes).toBe(0);
});

test.each([
  ['a bulk type on control', 'control', frame('reduce')],
  ['a control type on bulk', 'bulk', frame('hello')],
  ['a type without a handler', 'control', frame('command')],
  ['not a frame', 'control', new Uint8Array([1, 2, 3])],
  ['a wrong length', 'control', frame('record').slice(0, 39)],
] as const)('%s ends the link, counted', async (_, channel, bytes) => {
  const { hub, far, arrived, closed, settle } = scene();
  await far.send(channel, bytes);
  await settle();
  expect(hub.malformed).toBe(1);
  expect(arrived).toEqual([]);
  expect(closed.length).toBe(1);
  expect(hub.has('b')).toBe(false);
});

test('random frames never throw; what is delivered has a handler and its own channel', async () => {
  const random = prng('hub', 3);
  for (let round = 0; round < 100; round++) {
    const { hub, far, arrived, settle } = scene();
    const bytes = Uint8Array.from({ length: 1 + random.below(100) }, () => random.below(240));
    if (random.below(2) === 0)
      bytes.set(frame('record').subarray(0, Math.min(bytes.length, 2 + random.below(38))));
    if (bytes[0] >= 0xf0) continue;
    await far.send(random.below(2) === 0 ? 'control' : 'bulk', bytes);
    await settle();
    expect(arrived.length + hub.malformed).toBe(1);
  }
});

test('without a link a send rejects; JSON is best effort and counted', async () => {
  const hub = new Hub(new ManualClock());
  await expect(hub.send('nobody', 'reduce', frame('reduce'))).rejects.toThrow(LinkClosedError);
  hub.sendJson('nobody', 'hello', {});
  await Promise.resolve();
  await Promise.resolve();
  expect(hub.unsent).toBe(1);
});

test('a newer link to the same peer replaces the older, without a closed peer; traffic never falls', async () => {
  const { clock, hub, far, closed, settle } = scene();
  await far.send('bulk', frame('reduce', new Uint8Array(1000)));
  await settle();
  const before = hub.traffic();
  expect(before.bytesReceived).toBeGreaterThan(1000);
  const { a, b } = loopbackPair('microtask');
  hub.add('b', new WireLink({ clock, wire: a, peer: 'b' }));
  const second = new WireLink({ clock, wire: b, peer: 'a' });
  await settle();
  expect(closed).toEqual([]);
  expect(hub.has('b')).toBe(true);
  expect(hub.traffic().bytesReceived).toBeGreaterThanOrEqual(before.bytesReceived);
  second.close('over');
  await settle();
  expect(closed.length).toBe(1);
  expect(hub.peers()).toEqual([]);
});

test('a payload that is not JSON is undefined', async () => {
  const { far, arrived, settle } = scene();
  for (const bytes of [new Uint8Array([0xff, 0xfe]), new Uint8Array([0x7b])])
    await far.send('control', frame('hello', bytes));
  await settle();
  expect(arrived.map(({ frame: f }) => jsonOf(f))).toEqual([undefined, undefined]);
});

test('L15 a newer link takes over; frames under way on the older one still arrive, and then it ends', async () => {
  const { clock, hub, far, arrived, closed, settle } = scene();
  await settle();
  const before = hub.traffic();
  const { a, b } = loopbackPair('microtask');
  const newer = new WireLink({ clock, wire: b, peer: 'a' });
  hub.add('b', new WireLink({ clock, wire: a, peer: 'b' }));
  await settle();
  await far.send('control', frame('hello'));
  const heard: unknown[] = [];
  newer.receive((received) => {
    heard.push(received.bytes[0]);
    received.consume();
  });
  await hub.send('b', 'hello', frame('hello'));
  await settle();
  expect(arrived.map(({ from }) => from)).toEqual(['b']);
  expect(heard).toEqual([5]);
  expect(far.isOpen).toBe(true);
  await driveFor(clock, 3_000);
  expect(far.isOpen).toBe(false);
  expect([hub.has('b'), closed]).toEqual([true, []]);
  expect(hub.traffic().bytesReceived).toBe(before.bytesReceived + 40);
});

test('a message to many peers is encoded once; another message, or the same as another type, is encoded anew', () => {
  const clock = new ManualClock();
  const hub = new Hub(clock);
  const links = ['b', 'c'].map((peer) => {
    const link = new HandLink(clock);
    hub.add(peer, link);
    return link;
  });
  let encodings = 0;
  const message = (text: string) => ({ toJSON: () => (encodings++, { text }) });
  const [first, second] = [message('first'), message('second')];
  for (const peer of ['b', 'c']) hub.sendJson(peer, 'hello', first);
  expect(encodings).toBe(1);
  hub.sendJson('b', 'hello', second);
  hub.sendJson('b', 'request', second);
  expect(links.map((link) => link.sentJson('hello'))).toEqual([
    [{ text: 'first' }, { text: 'second' }],
    [{ text: 'first' }],
  ]);
  expect(links[0].sentJson('request')).toEqual([{ text: 'second' }]);
});
