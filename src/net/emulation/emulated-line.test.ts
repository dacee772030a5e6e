// L18: one direction of an emulated line against calculations by hand.
import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { carriedBitsPerSecond, lineBitsPerSecond, packetBytes, type EdgeProfile } from './edge-profile';
import { EmulatedLine } from './emulated-line';

/** 1 Mbit/s is 125 bytes a millisecond. */
const plain: EdgeProfile = { bitsPerSecond: 1e6, delayMs: 0, jitterMs: 0, loss: 0 };
const line = (change: Partial<EdgeProfile> = {}, seed = 1): EmulatedLine =>
  new EmulatedLine({ ...plain, ...change }, prng('line', seed));

test('L18 a message leaves when its last bit has, and arrives the delay later', () => {
  const slow = line({ delayMs: 40 });
  expect(slow.send('bulk', 12_500, 1_000)).toEqual({ departsMs: 1_100, arrivesMs: 1_140 });
  // The next ones wait for the line, whatever their channel, and the delays overlap.
  expect(slow.send('control', 125, 1_010)).toEqual({ departsMs: 1_101, arrivesMs: 1_141 });
  expect(slow.send('bulk', 1_250, 1_010)).toEqual({ departsMs: 1_111, arrivesMs: 1_151 });
  // Idle for long: nothing is saved up.
  expect(slow.send('bulk', 1_250, 9_000)).toEqual({ departsMs: 9_010, arrivesMs: 9_050 });
});

test('L18 who learns late of room in the queue loses no time of the line, and gains none in its own delay', () => {
  const slow = line({ delayMs: 40 });
  slow.send('bulk', 12_500, 0); // leaves at 100
  expect(slow.send('bulk', 12_500, 115, 100)).toEqual({ departsMs: 200, arrivesMs: 240 });
  expect(slow.send('control', 125, 215, 200)).toEqual({ departsMs: 201, arrivesMs: 255 });
  expect(slow.send('bulk', 12_500, 216)).toEqual({ departsMs: 316, arrivesMs: 356 }); // it did not wait
});

test('L18 the queue holds 100 ms of the line, at least one frame', () => {
  const fast = line({ bitsPerSecond: 80e6 }); // 10,000 bytes a millisecond
  expect(fast.mostQueuedBytes).toBe(1_000_000);
  for (let i = 0; i < 20; i++) {
    expect(fast.hasRoom('bulk', 50_000, 0)).toBe(true);
    fast.send('bulk', 50_000, 0);
  }
  expect(fast.hasRoom('bulk', 1, 0)).toBe(false);
  expect(fast.hasRoom('control', 1, 0)).toBe(true);
  expect(fast.fallsToMs('bulk', 200_000)).toBe(80);
  expect([fast.queuedBytes('bulk', 79.9), fast.queuedBytes('bulk', 80)]).toEqual([250_000, 200_000]);
  expect(fast.hasRoom('bulk', 50_000, 5)).toBe(true);
  const slow = line();
  expect(slow.mostQueuedBytes).toBe(69_632);
  slow.send('bulk', 65_536, 0);
  expect([slow.hasRoom('bulk', 65_536, 0), slow.hasRoom('bulk', 16, 0)]).toEqual([false, true]);
  expect(slow.hasRoom('bulk', 65_536, 525)).toBe(true);
});

test('L18 jitter is drawn up to its bound, and reorders no channel', () => {
  const wild = line({ bitsPerSecond: 1e9, delayMs: 30, jitterMs: 20 });
  const ways: number[] = [];
  let before = 0;
  for (let i = 0; i < 500; i++) {
    const { departsMs, arrivesMs } = wild.send('bulk', 125, i * 50);
    ways.push(arrivesMs - departsMs);
    expect(arrivesMs).toBeGreaterThanOrEqual(before);
    before = arrivesMs;
  }
  expect(Math.min(...ways)).toBeGreaterThanOrEqual(30);
  expect(Math.max(...ways)).toBeLessThanOrEqual(50);
  expect(ways.reduce((sum, ms) => sum + ms, 0) / ways.length).toBeCloseTo(40, 0);
  const close = line({ bitsPerSecond: 1e9, delayMs: 30, jitterMs: 20 });
  const arrivals = Array.from({ length: 100 }, (_, i) => close.send('bulk', 125, i).arrivesMs);
  expect(arrivals).toEqual([...arrivals].sort((a, b) => a - b));
});

test('L18 the rate under loss is that of Mathis et al., and its repeats take the line', () => {
  const bad: EdgeProfile = { bitsPerSecond: 1e6, delayMs: 100, jitterMs: 0, loss: 0.01 };
  // 8 · 1,160 bits / 0.2 s · √(1.5 / 0.01)
  expect(lineBitsPerSecond(bad)).toBeCloseTo(568_281.6, 0);
  // The fault table's line of 20 Mbit/s with 5 % loss and 50 ms carries 0.5 to 1 Mbit/s.
  const faulty = carriedBitsPerSecond({ bitsPerSecond: 20e6, delayMs: 50, jitterMs: 0, loss: 0.05 });
  expect(faulty).toBeGreaterThan(0.45e6);
  expect(faulty).toBeLessThan(1e6);
  // A short round trip costs nothing but the repeats.
  expect(carriedBitsPerSecond({ ...bad, delayMs: 1 })).toBe(0.99e6);
  const lossy = new EmulatedLine({ ...bad, delayMs: 1, loss: 0.1 }, prng('loss', 3));
  let departsMs = 0;
  const messages = 1_000;
  for (let i = 0; i < messages; i++) ({ departsMs } = lossy.send('bulk', 10 * packetBytes, departsMs));
  const carried = (8_000 * messages * 10 * packetBytes) / departsMs;
  expect(carried / 0.9e6).toBeGreaterThan(0.98);
  expect(carried / 0.9e6).toBeLessThan(1.02);
});

test('L18 a lost packet holds up its own channel: by a round trip where others report it, else by a timer', () => {
  /** Packets are lost at the given draws. */
  const losing = (...lost: number[]): EmulatedLine => {
    let draw = 0;
    const float = (): number => (lost.includes(draw++) ? 0 : 0.999);
    // 116 bytes a millisecond: a packet takes 10 ms.
    const profile = { bitsPerSecond: 928_000, delayMs: 5, jitterMs: 0, loss: 0.01 };
    return new EmulatedLine(profile, { ...prng('unused'), float });
  };
  const bytes = 10 * packetBytes;
  expect(losing().send('bulk', bytes, 0)).toEqual({ departsMs: 100, arrivesMs: 105 });
  // Packet 7 leaves at 70 and is reported by three more after a round trip of 10 ms: 70 + 10 + 30. The last packet
  // leaves at 100.
  expect(losing(6).send('bulk', bytes, 0)).toEqual({ departsMs: 110, arrivesMs: 115 });
  // Lost again: a timer of 400 ms finds it, and the next one of 800 ms.
  expect(losing(6, 7).send('bulk', bytes, 0).arrivesMs).toBe(115 + 400);
  expect(losing(6, 7, 8).send('bulk', bytes, 0).arrivesMs).toBe(115 + 400 + 800);
  // The last packet has nothing behind it.
  const tail = losing(9);
  expect(tail.send('bulk', bytes, 0)).toEqual({ departsMs: 110, arrivesMs: 505 });
  expect(tail.send('bulk', bytes, 110).arrivesMs).toBe(505);
  expect(tail.send('control', packetBytes, 150).arrivesMs).toBe(225); // 210 … 220 on the line
});

test('L18 without a profile a message takes no time, but overtakes none', () => {
  const changing = line({ delayMs: 40 });
  changing.send('bulk', 12_500, 0);
  changing.profile = undefined;
  expect(changing.send('bulk', 12_500, 1).arrivesMs).toBe(140);
  expect(changing.send('control', 16, 1).arrivesMs).toBe(1);
  expect(changing.send('bulk', 12_500, 200)).toEqual({ departsMs: 200, arrivesMs: 200 });
});
