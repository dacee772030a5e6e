// R15: members carry signals for each other: once each, to the receiver, within bounds.
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { utf8 } from '../../base/bytes';
import { driveFor } from '../../base/testing/drive-clock';
import { emptyHeader, encodeFrame } from '../../net/frame/frame';
import type { PassedSignal } from '../../net/room/passed-signal';
import { SimulatedNetwork } from '../../net/testing/simulated-network';
import { WireLink } from '../../net/link/wire-link';
import { Hub } from './hub';
import { SignalRelay } from './signal-relay';

const seed = 5;
const id = (index: number): string => index.toString(16).padStart(16, '0');

/** Members in a row or a ring of links, without any frame type but this. */
function relays(links: readonly (readonly [number, number])[]) {
  const clock = new ManualClock();
  const network = new SimulatedNetwork({ clock, seed, conditions: { delayMs: 5, jitterMs: 20 } });
  const count = 1 + Math.max(...links.flat());
  const hubs = Array.from({ length: count }, () => new Hub(clock));
  const arrived: PassedSignal[][] = hubs.map(() => []);
  const members = hubs.map((hub, index) => {
    const relay = new SignalRelay(id(index), hub, clock);
    relay.on('arrived', (signal) => arrived[index].push(signal));
    return relay;
  });
  for (const [a, b] of links) {
    const [wireA, wireB] = network.connect(id(a), id(b));
    hubs[a].add(id(b), new WireLink({ clock, wire: wireA, peer: id(b) }));
    hubs[b].add(id(a), new WireLink({ clock, wire: wireB, peer: id(a) }));
  }
  const sent = (): number => hubs.reduce((sum, hub) => sum + hub.traffic().bytesSent, 0);
  return { clock, hubs, members, arrived, sent, settle: () => driveFor(clock, 2_000) };
}

const signal = (from: number, to: number, sequence = 1, mac = 'm'.repeat(43)): PassedSignal => ({
  from: id(from),
  to: id(to),
  sequence,
  data: '{"kind":"call-me"}',
  mac,
});
const ring = (count: number) => Array.from({ length: count }, (_, i) => [i, (i + 1) % count] as const);

test('R15 a signal finds its way round a broken link, and arrives once', async () => {
  const { members, arrived, settle } = relays(ring(6).slice(1)); // 0–1 is missing
  await settle();
  members[0].send(signal(0, 1));
  members[0].send(signal(0, 1)); // the outbox may offer it again
  await settle();
  expect(arrived.map((list) => list.length)).toEqual([0, 1, 0, 0, 0, 0]);
  expect(arrived[1]).toEqual([signal(0, 1)]);
});

test('R15 in a dense mesh each member sends it to each peer at most once', async () => {
  const links = Array.from({ length: 8 }, (_, a) => a).flatMap((a) =>
    Array.from({ length: 7 - a }, (_, i) => [a, a + 1 + i] as const),
  );
  const { members, arrived, sent, settle } = relays(links.filter(([a, b]) => !(a === 0 && b === 7)));
  await settle();
  const before = sent();
  members[0].send(signal(0, 7));
  await settle();
  expect(arrived[7]).toEqual([signal(0, 7)]);
  const frame = encodeFrame({ ...emptyHeader, type: 'signal' }, utf8(JSON.stringify(signal(0, 7))));
  // The six others each have a link to member 7 and use that alone.
  expect((sent() - before) / frame.byteLength).toBe(12);
});

test('R15 a signal forged in a member’s name does not keep the true one out; the page verifies both', async () => {
  const { members, arrived, settle } = relays([[0, 1], [1, 2]]); // prettier-ignore
  await settle();
  members[1].send(signal(0, 2, 1, 'f'.repeat(43))); // by the member on the way
  members[0].send(signal(0, 2));
  await settle();
  expect(arrived[2].map(({ mac }) => mac[0])).toEqual(['f', 'm']);
});

test('R15 a flood ends at the first honest member; a signal that comes back to its sender is ignored', async () => {
  const { hubs, members, arrived, settle } = relays([[0, 1], [1, 2], [1, 3]]); // prettier-ignore
  await settle();
  for (let i = 0; i < 2_000; i++) hubs[0].sendJson(id(1), 'signal', signal(0, 2, i));
  await settle();
  expect(arrived[2].length).toBeGreaterThanOrEqual(200);
  expect(arrived[2].length).toBeLessThanOrEqual(200 + 50 * 5);
  expect(members[1].dropped + members[2].dropped).toBe(2_000 - arrived[2].length);
  expect(members[2].dropped).toBeLessThan(10); // some arrive early, by jitter
  members[3].send(signal(3, 2)); // another peer has a budget of its own
  await settle();
  expect(arrived[2].at(-1)).toEqual(signal(3, 2));
  hubs[1].sendJson(id(3), 'signal', signal(3, 3, 9));
  await settle();
  expect(arrived[3]).toEqual([]);
});

test('R15 a peer that sends above its rate still gets signals through at that rate', async () => {
  const { clock, hubs, members, arrived, settle } = relays([[0, 1], [1, 2]]); // prettier-ignore
  await settle();
  const seconds = 10;
  for (let i = 0; i < seconds * 100; i++) {
    hubs[0].sendJson(id(1), 'signal', signal(0, 2, i));
    await driveFor(clock, 10);
  }
  await settle();
  expect(arrived[2].length).toBeGreaterThanOrEqual(200 + 50 * (seconds - 1));
  expect(arrived[2].length).toBeLessThanOrEqual(200 + 50 * (seconds + 1));
  // The next member has the same limit. By jitter a few arrive too early.
  expect(members[1].dropped + members[2].dropped).toBe(seconds * 100 - arrived[2].length);
});

test('R15 bytes that are not a signal close their link, and reach no page', async () => {
  const { hubs, arrived, settle } = relays([[0, 1], [1, 2], [1, 3], [1, 4], [1, 5]]); // prettier-ignore
  await settle();
  const bad: readonly unknown[] = [
    { ...signal(2, 0), extra: 1 },
    { ...signal(3, 0), mac: 'short' },
    { ...signal(4, 0), data: 'x'.repeat(17_000) },
    JSON.parse('{"__proto__":{"from":"0"}}'),
  ];
  for (const [i, message] of bad.entries()) hubs[2 + i].sendJson(id(1), 'signal', message);
  await settle();
  expect(hubs[1].peers()).toEqual([id(0)]);
  expect(arrived.flat()).toEqual([]);
});
