// The emulated wire under the link: the contract of every link, the rate that the link measures, and changes while it is
// open. Time is simulated; peer-connection.gpu.test.ts runs it on real data channels.
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { prng } from '../../base/prng';
import { drive, driveFor, driveUntil } from '../../base/testing/drive-clock';
import type { EdgeProfile } from '../emulation/edge-profile';
import { namedProfiles } from '../emulation/profile-words';
import { maxFrameBytes } from '../link/link';
import type { Wire } from '../link/wire';
import { pingEveryMs, WireLink } from '../link/wire-link';
import { linkContract } from '../testing/link-contract';
import { EmulatedWire } from './emulated-wire';
import { loopbackPair } from './testing/loopback-wire';

const fast: EdgeProfile = { bitsPerSecond: 1e9, delayMs: 1, jitterMs: 1, loss: 0.001 };

function wires(clock: ManualClock, profile?: EdgeProfile): [EmulatedWire, EmulatedWire] {
  const { a, b } = loopbackPair('microtask');
  const pair = [a, b].map((wire, end) => new EmulatedWire(wire, clock, prng('line', end)));
  if (profile) for (const wire of pair) wire.emulate(profile);
  return pair as [EmulatedWire, EmulatedWire];
}

for (const [name, profile] of [['emulated, off', undefined] as const, ['emulated, on', fast] as const])
  linkContract(name, () => {
    const clock = new ManualClock();
    return Promise.resolve({
      clock,
      wires: () => Promise.resolve(wires(clock, profile)),
      until: <T>(promise: Promise<T>) => drive(clock, promise),
      dispose: () => undefined,
    });
  });

async function links(
  profile: EdgeProfile | undefined,
): Promise<{ clock: ManualClock; a: WireLink; b: WireLink }> {
  const clock = new ManualClock();
  const [wireA, wireB] = wires(clock);
  const a = new WireLink({ clock, wire: wireA, peer: 'b', sendDeadlineMs: 60_000 });
  const b = new WireLink({ clock, wire: wireB, peer: 'a', sendDeadlineMs: 60_000 });
  await drive(clock, Promise.all([a.opened, b.opened]));
  for (const link of [a, b]) if (profile) link.emulate(profile);
  b.receive((frame) => frame.consume());
  a.receive((frame) => frame.consume());
  return { clock, a, b };
}

/** Keeps bulk loaded from `a` to `b` until `bytes` more have come; returns the rate of arrival, in bits per second. */
async function load(clock: ManualClock, a: WireLink, b: WireLink, bytes: number): Promise<number> {
  const frames = Math.ceil(bytes / maxFrameBytes);
  const startMs = clock.now();
  const startBytes = b.stats().bytesReceived;
  for (let i = 0; i < frames; i++) void a.send('bulk', new Uint8Array(maxFrameBytes));
  await driveUntil(clock, () => b.stats().bytesReceived - startBytes >= frames * maxFrameBytes);
  return (frames * maxFrameBytes * 8_000) / (clock.now() - startMs);
}

for (const name of ['wifi', 'home', 'slow'] as const)
  test(`L18 the link measures the emulated rate and round trip of ${name}`, async () => {
    const { bitsPerSecond, delayMs } = namedProfiles[name];
    const { clock, a, b } = await links(namedProfiles[name]);
    await driveFor(clock, 3 * pingEveryMs);
    expect(a.stats().roundTripMs! / (2 * delayMs)).toBeCloseTo(1, 1);
    const reached = await load(clock, a, b, (bitsPerSecond / 8) * 3);
    const measured = 8 * a.stats().bytesPerSecond!;
    console.log(`${name}: reached ${(reached / bitsPerSecond).toFixed(3)}, measured ${(measured / bitsPerSecond).toFixed(3)}`); // prettier-ignore
    expect(reached / bitsPerSecond).toBeGreaterThan(0.95);
    expect(reached / bitsPerSecond).toBeLessThanOrEqual(1);
    expect(Math.abs(measured / bitsPerSecond - 1)).toBeLessThan(0.1);
  });

test('L18 control waits for one frame at most while bulk is loaded', async () => {
  for (const name of ['wifi', 'home', 'slow', 'bad'] as const) {
    const profile = namedProfiles[name];
    const { clock, a, b } = await links({ ...profile, loss: 0 });
    const waits: number[] = [];
    b.receive((frame) => {
      if (frame.channel === 'control') waits.push(clock.now() - sentMs);
      frame.consume();
    });
    let sentMs = 0;
    const loaded = load(clock, a, b, (profile.bitsPerSecond / 8) * (name === 'wifi' ? 2 : 4));
    const ask = (): void => {
      sentMs = clock.now();
      void a.send('control', new Uint8Array(256));
      clock.after(100 + pingEveryMs, ask);
    };
    clock.after(1_000, ask); // by then the rate is known
    await loaded;
    const frameMs = (8_000 * maxFrameBytes) / profile.bitsPerSecond;
    const worst = Math.max(...waits) - profile.delayMs;
    console.log(
      `${name}: control waits ${worst.toFixed(1)} ms at worst, a frame takes ${frameMs.toFixed(1)} ms`,
    );
    expect(waits.length).toBeGreaterThan(1);
    expect(worst).toBeLessThanOrEqual(Math.max(frameMs, 20) * 1.1 + 1);
  }
});

test('L18 a profile changes while the link is loaded: nothing is lost or overtaken, and the new rate is measured', async () => {
  const { clock, a, b } = await links(namedProfiles.wifi);
  const seen: number[] = [];
  b.receive((frame) => {
    if (frame.channel === 'bulk') seen.push(new DataView(frame.bytes.buffer).getUint16(2));
    frame.consume();
  });
  let next = 0;
  const push = (frames: number): void => {
    for (let i = 0; i < frames; i++) {
      const frame = new Uint8Array(maxFrameBytes);
      new DataView(frame.buffer).setUint16(2, next++);
      void a.send('bulk', frame);
    }
  };
  push(400);
  await driveFor(clock, 1_000);
  for (const link of [a, b]) link.emulate(namedProfiles.slow);
  expect(a.stats()).toMatchObject({ bytesPerSecond: undefined, roundTripMs: undefined });
  await driveFor(clock, 2_500);
  expect(Math.abs((8 * a.stats().bytesPerSecond!) / 5e6 - 1)).toBeLessThan(0.1);
  for (const link of [a, b]) link.emulate(undefined);
  await driveUntil(clock, () => seen.length === next);
  push(20);
  await driveUntil(clock, () => seen.length === next);
  expect(seen).toEqual(Array.from({ length: next }, (_, i) => i));
  expect(a.isOpen && b.isOpen).toBe(true);
});

test('L18 on a line of 1 Mbit/s with loss the peer is heard all the time, and no send stalls', async () => {
  const { clock, a, b } = await links(namedProfiles.bad);
  let longestMs = 0;
  const watch = (): void => {
    for (const link of [a, b]) longestMs = Math.max(longestMs, clock.now() - link.stats().lastHeardMs);
    clock.after(50, watch);
  };
  watch();
  await Promise.all([load(clock, a, b, 2e6), driveFor(clock, 10)]);
  console.log(`bad: longest silence ${longestMs.toFixed(0)} ms`);
  expect(longestMs).toBeLessThan(3_000);
  expect(a.isOpen && b.isOpen).toBe(true);
});

test('L18 without a profile the wire below gets the very bytes, at once', () => {
  const calls: unknown[] = [];
  const below: Wire = {
    kind: 'port',
    start: () => undefined,
    send: (channel, bytes) => calls.push([channel, bytes]) > 0,
    bufferedAmount: () => 42,
    drainBelow: (bytes) => void calls.push(bytes),
    close: () => void calls.push('close'),
  };
  const wire = new EmulatedWire(below, new ManualClock(), prng('line'));
  const bytes = new Uint8Array(8);
  expect(wire.send('bulk', bytes)).toBe(true);
  expect((calls[0] as [string, Uint8Array])[1]).toBe(bytes);
  expect(wire.bufferedAmount('bulk')).toBe(42);
  wire.close();
  expect(calls.slice(1)).toEqual(['close']);
});

test('L18 a wire below that is full gets each message once, in order, when it has room', async () => {
  const clock = new ManualClock();
  const got: number[] = [];
  let room = 1;
  let drain = (): void => undefined;
  const below: Wire = {
    kind: 'port',
    start: (events) => (drain = () => events.drain()),
    send: (_, bytes) => room-- > 0 && got.push(bytes[0]) > 0,
    bufferedAmount: () => 0,
    drainBelow: () => undefined,
    close: () => undefined,
  };
  const wire = new EmulatedWire(below, clock, prng('line'));
  const nothing = (): void => undefined;
  wire.start({ open: nothing, message: nothing, drain: nothing, malformed: nothing, lost: nothing });
  wire.emulate(namedProfiles.home);
  for (const n of [1, 2, 3]) wire.send('bulk', Uint8Array.of(n));
  await driveFor(clock, 500);
  expect(got).toEqual([1]);
  expect(wire.send('bulk', Uint8Array.of(4))).toBe(false);
  room = 10;
  drain();
  expect(got).toEqual([1, 2, 3]);
  expect(wire.send('bulk', Uint8Array.of(5))).toBe(true);
  await driveFor(clock, 500);
  expect(got).toEqual([1, 2, 3, 5]);
});
