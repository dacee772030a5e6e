import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { drive, driveFor, driveUntil } from '../../base/testing/drive-clock';
import { maxFrameBytes } from '../link/link';
import { linkContract } from './link-contract';
import { SimulatedNetwork } from './simulated-network';
import { WireLink } from '../link/wire-link';

linkContract('simulated', () => {
  const clock = new ManualClock();
  const network = new SimulatedNetwork({ clock, seed: 1, conditions: { delayMs: 3, jitterMs: 2 } });
  return Promise.resolve({
    clock,
    wires: () => Promise.resolve(network.connect('a', 'b')),
    until: <T>(promise: Promise<T>) => drive(clock, promise),
    dispose: () => {},
  });
});

test('a run is a function of the seed', async () => {
  const history = async (seed: number): Promise<string> => {
    const clock = new ManualClock();
    const network = new SimulatedNetwork({ clock, seed, conditions: { delayMs: 5, jitterMs: 4 } });
    const { a, b } = await openPair(clock, network);
    const lines: string[] = [];
    b.receive((frame) => {
      lines.push(`${clock.now().toFixed(6)} ${frame.channel} ${frame.bytes.byteLength}`);
      frame.consume();
    });
    for (let i = 1; i <= 40; i++) void a.send(i % 3 ? 'bulk' : 'control', new Uint8Array(i * 1000));
    await driveUntil(clock, () => lines.length === 40);
    return lines.join('\n');
  };
  expect(await history(7)).toBe(await history(7));
  expect(await history(7)).not.toBe(await history(8));
});

for (const bytesPerSecond of [100_000, 1_000_000, 10_000_000, 50_000_000])
  test(`L2 the queue follows the bandwidth: ${bytesPerSecond} B/s`, async () => {
    const clock = new ManualClock();
    const conditions = { delayMs: 10, jitterMs: 0, bytesPerSecond };
    const { a, b } = await openPair(clock, new SimulatedNetwork({ clock, seed: 3, conditions }));
    b.receive((frame) => frame.consume());
    const frames = Math.max(40, Math.ceil((bytesPerSecond * 3) / maxFrameBytes));
    for (let i = 0; i < frames; i++) void a.send('bulk', new Uint8Array(maxFrameBytes));
    const startMs = clock.now();
    await driveUntil(clock, () => b.stats().bytesReceived === frames * maxFrameBytes, 1_000_000);
    const reached = (frames * maxFrameBytes * 1000) / (clock.now() - startMs);
    const estimated = a.stats().bytesPerSecond!;
    console.log(`${bytesPerSecond} B/s: reached ${Math.round(reached)}, estimated ${Math.round(estimated)}`);
    expect(reached).toBeGreaterThan(0.9 * bytesPerSecond);
    expect(estimated).toBeGreaterThan(0.8 * bytesPerSecond);
    expect(estimated).toBeLessThan(1.25 * bytesPerSecond);
  });

test('a caller that sends little does not measure the link', async () => {
  const clock = new ManualClock();
  const conditions = { delayMs: 20, jitterMs: 10, bytesPerSecond: 1_000_000 };
  const { a, b } = await openPair(clock, new SimulatedNetwork({ clock, seed: 5, conditions }));
  b.receive((frame) => frame.consume());
  for (let i = 0; i < 300; i++) {
    void a.send('bulk', new Uint8Array(1_200));
    // Some frames go just before the peer acknowledges the bytes it has.
    await driveFor(clock, i % 3 === 0 ? 13 + ((i * 29) % 60) : 400 + ((i * 37) % 300));
  }
  expect(b.stats().bytesReceived).toBeGreaterThan(299 * 1_200);
  expect(a.stats().bytesPerSecond).toBeUndefined();
});

test('L2 control waits at most one queue behind bulk', async () => {
  const clock = new ManualClock();
  const bytesPerSecond = 25e6 / 8; // 25 Mbit/s
  const conditions = { delayMs: 5, jitterMs: 0, bytesPerSecond };
  const { a, b } = await openPair(clock, new SimulatedNetwork({ clock, seed: 4, conditions }));
  const waits: number[] = [];
  let sentMs = 0;
  b.receive((frame) => {
    frame.consume();
    if (frame.channel === 'control') waits.push(clock.now() - sentMs);
  });
  for (let i = 0; i < 200; i++) void a.send('bulk', new Uint8Array(maxFrameBytes));
  await driveFor(clock, 500);
  for (let i = 0; i < 50; i++) {
    sentMs = clock.now();
    await a.send('control', new Uint8Array(100));
    await driveUntil(clock, () => waits.length === i + 1);
    await driveFor(clock, (i * 7) % 23); // at every phase of the frames under way
  }
  const worst = Math.max(...waits);
  console.log(`control under bulk at 25 Mbit/s: at most ${worst.toFixed(1)} ms one way`);
  expect(worst).toBeLessThan(50);
});

test('L6 slow progress restarts the deadline', async () => {
  const clock = new ManualClock();
  const conditions = { bytesPerSecond: 62_500 }; // 0.5 Mbit/s: a frame a second
  const network = new SimulatedNetwork({ clock, seed: 11, conditions });
  const { a, b } = await openPair(clock, network, 3_000);
  b.receive((frame) => frame.consume());
  const startMs = clock.now();
  const sends = Array.from({ length: 20 }, () => a.send('bulk', new Uint8Array(maxFrameBytes)));
  await drive(clock, Promise.all(sends));
  expect(clock.now() - startMs).toBeGreaterThan(5 * 3_000);
});

test('a cut delays frames until it ends, and a long cut loses the link', async () => {
  const clock = new ManualClock();
  const network = new SimulatedNetwork({ clock, seed: 5, failAfterMs: 15_000 });
  const { a, b } = await openPair(clock, network);
  const seen: number[] = [];
  b.receive((frame) => {
    seen.push(frame.bytes[0]);
    frame.consume();
  });
  network.cut('a', 'b');
  await a.send('control', Uint8Array.of(1));
  await driveFor(clock, 5_000);
  expect(seen).toEqual([]);
  expect(clock.now() - b.stats().lastHeardMs).toBeGreaterThan(4_000);
  network.restore('a', 'b');
  await driveUntil(clock, () => seen.length === 1, 100);
  network.cut('a', 'b');
  const reasons = await drive(clock, Promise.all([a.closed, b.closed]), 16_000);
  expect(reasons.map((reason) => reason.code)).toEqual(['lost', 'lost']);
});

test('a one-way cut stops one direction only', async () => {
  const clock = new ManualClock();
  const network = new SimulatedNetwork({ clock, seed: 6 });
  const { a, b } = await openPair(clock, network);
  const seen: string[] = [];
  a.receive((frame) => (seen.push('a'), frame.consume()));
  b.receive((frame) => (seen.push('b'), frame.consume()));
  network.cutOneWay('a', 'b');
  await a.send('control', Uint8Array.of(1));
  await b.send('control', Uint8Array.of(1));
  await driveFor(clock, 1_000);
  expect(seen).toEqual(['a']);
  network.restoreAll();
  await driveUntil(clock, () => seen.length === 2, 100);
});

for (const notice of [true, false])
  test(`a node killed at its 7th frame sends no more (${notice ? 'with' : 'without'} notice)`, async () => {
    const clock = new ManualClock();
    const network = new SimulatedNetwork({ clock, seed: 8 });
    const { a, b } = await openPair(clock, network);
    network.killAtFrame('a', 7, { notice });
    const seen: number[] = [];
    b.receive((frame) => (seen.push(frame.bytes[0]), frame.consume()));
    let timerRan = false;
    network.clockOf('a').after(2_000, () => (timerRan = true));
    for (let i = 1; i <= 20; i++) {
      void a.send('control', Uint8Array.of(i));
      await driveFor(clock, 3);
    }
    const diedMs = clock.now();
    expect(await drive(clock, b.closed)).toMatchObject({ code: 'lost' });
    expect(clock.now() - diedMs < 100).toBe(notice);
    // The node died while it sent the 7th frame, which never left.
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
    await driveFor(clock, 5_000);
    expect([timerRan, network.isAlive('a'), network.framesOf('a')]).toEqual([false, false, 7]);
  });

test('a frozen node receives nothing until it thaws, then all frames in order', async () => {
  const clock = new ManualClock();
  const network = new SimulatedNetwork({ clock, seed: 9 });
  const { a, b } = await openPair(clock, network);
  const seen: number[] = [];
  b.receive((frame) => (seen.push(frame.bytes[0]), frame.consume()));
  network.freeze('b');
  for (let i = 0; i < 5; i++) await a.send('control', Uint8Array.of(i));
  await driveFor(clock, 20_000);
  expect(seen).toEqual([]);
  network.thaw('b');
  await driveUntil(clock, () => seen.length === 5, 100);
  expect(seen).toEqual([0, 1, 2, 3, 4]);
  expect([a.isOpen, b.isOpen]).toEqual([true, true]);
});

test('delivers 20,000 frames, and prints the time', async () => {
  const clock = new ManualClock();
  const { a, b } = await openPair(clock, new SimulatedNetwork({ clock, seed: 10 }));
  let count = 0;
  b.receive((frame) => (count++, frame.consume()));
  const startMs = performance.now();
  for (let i = 0; i < 20_000; i++) void a.send('bulk', new Uint8Array(1024));
  await driveUntil(clock, () => count === 20_000);
  console.log(`20,000 simulated frames of 1 KiB in ${Math.round(performance.now() - startMs)} ms`);
});

async function openPair(
  clock: ManualClock,
  network: SimulatedNetwork,
  sendDeadlineMs = 60_000,
): Promise<{ a: WireLink; b: WireLink }> {
  const [wireA, wireB] = network.connect('a', 'b');
  const a = new WireLink({ clock: network.clockOf('a'), wire: wireA, peer: 'b', sendDeadlineMs });
  const b = new WireLink({ clock: network.clockOf('b'), wire: wireB, peer: 'a', sendDeadlineMs });
  await drive(clock, Promise.all([a.opened, b.opened]));
  return { a, b };
}
