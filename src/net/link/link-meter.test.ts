// The rate that a link reports, in a network of known rate and delay (L17).
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { prng } from '../../base/prng';
import { drive, driveFor } from '../../base/testing/drive-clock';
import { encodeLinkMessage, encodePadding, linkByte, type LinkMessage } from './link-message';
import { maxFrameBytes } from './link';
import { SimulatedNetwork } from '../testing/simulated-network';
import type { Wire } from './wire';
import { WireLink } from './wire-link';

interface Pair {
  readonly clock: ManualClock;
  readonly network: SimulatedNetwork;
  readonly a: WireLink;
  readonly b: WireLink;
  /** Sizes of the padding that `a` sent on bulk. */
  readonly padding: number[];
}

async function pair(conditions: {
  bytesPerSecond: number;
  delayMs: number;
  jitterMs?: number;
}): Promise<Pair> {
  const clock = new ManualClock();
  const network = new SimulatedNetwork({ clock, seed: 17, conditions: { jitterMs: 0, ...conditions } });
  const [wireA, wireB] = network.connect('a', 'b');
  const random = prng('padding', 17);
  const draw = (length: number): Uint8Array<ArrayBuffer> =>
    Uint8Array.from({ length }, () => random.below(256));
  const padding: number[] = [];
  const observed: Wire = Object.create(wireA, {
    send: {
      value: (channel: 'control' | 'bulk', bytes: Uint8Array) => {
        if (channel === 'bulk' && bytes[0] >= linkByte) padding.push(bytes.byteLength);
        return wireA.send(channel, bytes);
      },
    },
    ...Object.fromEntries(
      (['start', 'bufferedAmount', 'drainBelow', 'close'] as const).map((name) => [
        name,
        { value: wireA[name].bind(wireA) as unknown },
      ]),
    ),
  }) as Wire;
  const a = new WireLink({ clock, wire: observed, peer: 'b', random: draw, sendDeadlineMs: 60_000 });
  const b = new WireLink({ clock, wire: wireB, peer: 'a', random: draw, sendDeadlineMs: 60_000 });
  b.receive((frame) => frame.consume());
  await drive(clock, Promise.all([a.opened, b.opened]));
  await driveFor(clock, 600);
  return { clock, network, a, b, padding };
}

const rates = [60_000, 1_000_000, 12_500_000, 40_000_000];

for (const bytesPerSecond of rates)
  test(`L17 an idle link of ${bytesPerSecond} B/s is measured by probes, within 20 %`, async () => {
    const { clock, a, padding } = await pair({ bytesPerSecond, delayMs: 2 });
    expect(a.stats()).toMatchObject({ bytesPerSecond: undefined, rateBasis: undefined });
    for (let look = 0; look < 10; look++) {
      a.probe();
      await driveFor(clock, 1_000);
    }
    const { bytesPerSecond: measured, rateBasis } = a.stats();
    console.log(`${bytesPerSecond} B/s: measured ${Math.round(measured ?? 0)} by ${padding.join('+')} bytes`);
    expect(rateBasis).toBe('probe');
    expect(measured).toBeGreaterThan(0.8 * bytesPerSecond);
    expect(measured).toBeLessThan(1.2 * bytesPerSecond);
    const sent = padding.reduce((sum, bytes) => sum + bytes, 0);
    expect(sent, 'a third of a MiB and the marks').toBeLessThanOrEqual((16 + 64 + 256) * 1024 + 6 * 16);
    // A slow line is never busy with it for long.
    expect(Math.max(...padding) / bytesPerSecond).toBeLessThan(0.3);
  });

test('L17b the shortest round trip is that of the last 10 s', async () => {
  const { clock, network, a } = await pair({ bytesPerSecond: 1_000_000, delayMs: 2 });
  const shortestMs = (): number => a.stats().shortestTripMs!;
  expect(shortestMs()).toBeGreaterThanOrEqual(4);
  expect(shortestMs(), 'a ping of some bytes, and its answer').toBeLessThan(5);
  for (const [from, to] of ['ab', 'ba']) network.setConditions(from, to, { delayMs: 20 });
  await driveFor(clock, 8_000);
  expect(shortestMs()).toBeLessThan(5);
  await driveFor(clock, 4_000);
  expect(shortestMs()).toBeGreaterThanOrEqual(40);
  network.cut('a', 'b');
  await driveFor(clock, 11_000);
  expect(a.stats().shortestTripMs, 'none came').toBeUndefined();
});

test('L17 a probe does not repeat a recent measurement, and does so later', async () => {
  const { clock, a, padding } = await pair({ bytesPerSecond: 1_000_000, delayMs: 2 });
  const probeFor = async (ms: number): Promise<number> => {
    const before = padding.length;
    for (let at = 0; at < ms; at += 100) {
      a.probe();
      await driveFor(clock, 100);
    }
    return padding.slice(before).reduce((sum, bytes) => sum + bytes, 0);
  };
  expect(await probeFor(2_000)).toBe(16 * 1024 + 32);
  expect(await probeFor(27_000)).toBe(0);
  expect(await probeFor(4_000)).toBe(16 * 1024 + 32);
});

test('L17 a probe follows a link that changed', async () => {
  const { clock, network, a } = await pair({ bytesPerSecond: 12_500_000, delayMs: 2 });
  for (let second = 0; second < 400; second++) {
    if (second === 60) network.setConditions('a', 'b', { bytesPerSecond: 1_000_000 });
    a.probe();
    await driveFor(clock, 1_000);
  }
  expect(a.stats().bytesPerSecond).toBeGreaterThan(800_000);
  expect(a.stats().bytesPerSecond).toBeLessThan(1_200_000);
});

for (const bytesPerSecond of rates)
  test(`L17 a busy link of ${bytesPerSecond} B/s is measured by its traffic, within 20 %, without padding`, async () => {
    const { clock, a, padding } = await pair({ bytesPerSecond, delayMs: 2, jitterMs: 1 });
    // Bursts of 200 KB with pauses between them, like the sums of a ring.
    const burstMs = 200_000_000 / bytesPerSecond;
    for (let burst = 0; burst < 8; burst++) {
      for (let left = 200_000; left > 0; left -= 61_440)
        void a.send('bulk', new Uint8Array(Math.min(left, 61_440)));
      await driveFor(clock, burstMs + 400);
      a.probe();
    }
    const { bytesPerSecond: measured, rateBasis } = a.stats();
    console.log(`${bytesPerSecond} B/s: measured ${Math.round(measured ?? 0)} from traffic`);
    expect(rateBasis).toBe('traffic');
    expect(measured).toBeGreaterThan(0.8 * bytesPerSecond);
    expect(measured).toBeLessThan(1.2 * bytesPerSecond);
    expect(Math.max(...padding), 'nothing but marks').toBe(16);
  });

test('L17 a caller at a tenth of the link’s rate does not measure the link', async () => {
  const { clock, a } = await pair({ bytesPerSecond: 12_500_000, delayMs: 2 });
  for (let i = 0; i < 400; i++) {
    void a.send('bulk', new Uint8Array(30_000));
    await driveFor(clock, 24);
  }
  const { bytesPerSecond } = a.stats();
  if (bytesPerSecond !== undefined) expect(bytesPerSecond).toBeGreaterThan(10_000_000);
});

test('L17 probes go one at a time, and none while anything waits', async () => {
  const { clock, a, padding } = await pair({ bytesPerSecond: 60_000, delayMs: 2 });
  const sent = Promise.all([...Array(6)].map(() => a.send('bulk', new Uint8Array(maxFrameBytes))));
  const before = padding.length;
  a.probe();
  await driveFor(clock, 2_000);
  a.probe();
  expect(padding.slice(before).filter((bytes) => bytes > 16)).toEqual([]);
  await drive(clock, sent);
});

test('L17 only its caller makes a link send probes', async () => {
  const { clock, b, padding } = await pair({ bytesPerSecond: 1_000_000, delayMs: 2 });
  for (let second = 0; second < 40; second++) {
    b.probe();
    await driveFor(clock, 1_000);
  }
  expect(b.stats().rateBasis).toBe('probe');
  expect(padding).toEqual([]);
});

for (const [what, bytes, channel] of [
  ['an answer to no padding', encodeLinkMessage({ kind: 'padding-came', number: 7 }), 'control'],
  ['padding on control', encodePadding(16, 7), 'control'],
  ['an answer on bulk', encodeLinkMessage({ kind: 'padding-came', number: 7 }), 'bulk'],
  ['padding of 15 bytes', encodePadding(16, 7).slice(0, 15), 'bulk'],
] as const)
  test(`L9 ${what} ends the link`, async () => {
    const clock = new ManualClock();
    const network = new SimulatedNetwork({ clock, seed: 1 });
    const [wireA, wireB] = network.connect('a', 'b');
    wireA.start({ open() {}, message() {}, drain() {}, malformed() {}, lost() {} });
    const b = new WireLink({ clock, wire: wireB, peer: 'a' });
    await drive(clock, b.opened);
    wireA.send(channel, bytes);
    expect(await drive(clock, b.closed)).toMatchObject({ code: 'protocol-error' });
  });

test('L17 a flood of padding ends the link', async () => {
  const clock = new ManualClock();
  const conditions = { bytesPerSecond: 1e9 };
  const network = new SimulatedNetwork({ clock, seed: 1, conditions });
  const [wireA, wireB] = network.connect('a', 'b');
  let answers = 0;
  const message = (_: unknown, bytes: Uint8Array): void => void (bytes[0] === 0xf6 && answers++);
  wireA.start({ open() {}, message, drain() {}, malformed() {}, lost() {} });
  const b = new WireLink({ clock, wire: wireB, peer: 'a' });
  await drive(clock, b.opened);
  for (let i = 0; i < 40; i++) wireA.send('bulk', encodePadding(maxFrameBytes, i + 1));
  expect(await drive(clock, b.closed)).toMatchObject({ code: 'protocol-error' });
  expect(answers).toBeLessThanOrEqual(16);
});

for (const latePings of [false, true])
  test(`L17 a peer that answers all but the last mark late gains little (${latePings ? 'pings late too' : 'pings at once'})`, async () => {
    const clock = new ManualClock();
    const conditions = { bytesPerSecond: 1_000_000, delayMs: 2 };
    const network = new SimulatedNetwork({ clock, seed: 2, conditions });
    const [wireA, wireB] = network.connect('a', 'b');
    const a = new WireLink({ clock, wire: wireA, peer: 'b' });
    let marks = 0;
    wireB.start({
      open() {},
      drain() {},
      malformed() {},
      lost() {},
      message(_, bytes) {
        const number = new DataView(bytes.buffer).getFloat64(8, true);
        const answer = (lateMs: number, message: LinkMessage): void =>
          void clock.after(lateMs, () => void wireB.send('control', encodeLinkMessage(message)));
        if (bytes[0] === 0xf1) answer(latePings ? 15 : 0, { kind: 'pong', timeMs: number, clockMs: 0 });
        if (bytes[0] === 0xf5 && number > 0)
          answer(marks++ % 2 === 0 ? 15 : 0, { kind: 'padding-came', number });
      },
    });
    await drive(clock, a.opened);
    for (let second = 0; second < 5; second++) {
      await driveFor(clock, 1_000);
      a.probe();
    }
    const { bytesPerSecond } = a.stats();
    console.log(`a line of 1 MB/s, its peer lies: ${Math.round(bytesPerSecond!)} B/s`);
    expect(bytesPerSecond).toBeLessThan((latePings ? 4 : 1.2) * 1_000_000);
  });
