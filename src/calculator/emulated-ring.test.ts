// The calculator’s sum beside real collectives over real links on emulated lines, in virtual time: 2 to 6 replicas. The
// model counts no pipelining, so a real sum is faster where segments travel on while more come, and never slower.
import { inEnglish } from '../cli/english/in-english';
import { expect, test } from 'vitest';
import { ManualClock } from '../base/clock';
import { prng } from '../base/prng';
import { Collective } from '../collectives/collective';
import { FrameRouter } from '../collectives/frame-router';
import { readReduceFrame } from '../collectives/reduce-frame';
import type { Topology } from '../collectives/topology';
import type { View } from '../membership/view';
import { decodeFrame } from '../net/frame/frame';
import { WireLink } from '../net/link/wire-link';
import { EmulatedWire } from '../net/wires/emulated-wire';
import { loopbackPair } from '../net/wires/testing/loopback-wire';
import { presets } from './presets';
import { stepCost } from './step-cost';

const megabitPerSecond = 25;
const latencyMs = 20;

/** ms of one all-reduce of `elements` f32 between links that all have been idle. */
async function sumMs(topology: Topology, size: number, elements: number): Promise<number> {
  const clock = new ManualClock();
  const members = Array.from({ length: size }, (_, rank) => `member-${rank}`);
  const view: View = { lineage: '00000001', generation: 1, members, ring: members.map((_, i) => i) };
  const links = members.map(() => new Map<string, WireLink>());
  const routers = members.map(() => new FrameRouter());
  const connect = (at: number, peer: number, wire: EmulatedWire): void => {
    const link = new WireLink({ clock, wire, peer: members[peer] });
    link.emulate({ bitsPerSecond: megabitPerSecond * 1e6, delayMs: latencyMs, jitterMs: 0, loss: 0 });
    links[at].set(members[peer], link);
    link.receive((frame) => {
      const decoded = decodeFrame(frame.bytes);
      const read = decoded.ok
        ? readReduceFrame(members[peer], decoded.value, () => frame.consume())
        : decoded;
      if (!read.ok) throw new Error(inEnglish(read.error.says));
      routers[at].receive(read.value);
    });
  };
  for (let one = 0; one < size; one++)
    for (let other = one + 1; other < size; other++) {
      const { a, b } = loopbackPair('microtask');
      connect(one, other, new EmulatedWire(a, clock, prng('line', one, other)));
      connect(other, one, new EmulatedWire(b, clock, prng('line', other, one)));
    }
  const ends = members.map((self, at) => {
    routers[at].setView(view);
    const end = new Collective({
      collective: 'all-reduce',
      ...{ topology, view, self, offset: 0, clock },
      local: new Float32Array(elements).fill(at + 1),
      result: new Float32Array(elements),
      key: { lineage: view.lineage, generation: 1, step: 0, bucket: 0 },
      send: (to, bytes) => links[at].get(to)!.send('bulk', bytes),
    });
    routers[at].register(end);
    return end;
  });
  // The links open, and learn their round trip.
  await settle(clock, () => clock.now() > 700);
  for (const end of ends) end.start();
  let over = 0;
  for (const { done } of ends) void done.then(() => over++);
  await settle(clock, () => over === size);
  const times = ends.map((end) => end.timings());
  return (
    Math.max(...times.map(({ endedMs }) => endedMs!)) - Math.min(...times.map(({ startedMs }) => startedMs!))
  );
}

async function settle(clock: ManualClock, isOver: () => boolean): Promise<void> {
  for (let turns = 0; turns < 100_000; turns++) {
    await new Promise((resolve) => setImmediate(resolve));
    if (isOver()) return;
    clock.runNext();
  }
  throw new Error(`not over at ${clock.now()} ms`);
}

const modelMs = (algorithm: Topology, worldSize: number, parameters: number): number =>
  stepCost({
    ...presets.lan,
    ...{ algorithm, worldSize, parameters, megabitPerSecond, latencyMs },
    ...{ bytesPerElement: 4, compression: 1, isSharedAir: false },
  }).sumMs;

test.each([2, 3, 4, 5, 6])('a ring of %i: one segment a chunk takes the model’s time', async (size) => {
  const elements = size * 12_000;
  const measured = await sumMs('ring', size, elements);
  const model = modelMs('ring', size, elements);
  console.log(
    `ring of ${size}, ${4 * elements} bytes: ${measured.toFixed(0)} ms, model ${model.toFixed(0)} ms`,
  );
  expect(measured / model).toBeGreaterThan(0.97);
  expect(measured / model).toBeLessThan(1.03);
});

test.each([2, 3, 4, 5, 6])(
  'a ring of %i: many segments hide latency, never more than all of it',
  async (size) => {
    const elements = size * 60_000;
    const measured = await sumMs('ring', size, elements);
    const model = modelMs('ring', size, elements);
    // The least time of a ring over its slowest link: the bytes only, without latency.
    const bytesOnly = (((2 * (size - 1)) / size) * 4 * elements * 1000) / ((megabitPerSecond * 1e6) / 8);
    console.log(
      `ring of ${size}, ${4 * elements} bytes: ${measured.toFixed(0)} ms, model ${model.toFixed(0)} ms`,
    );
    expect(measured).toBeGreaterThan(bytesOnly);
    expect(measured / model).toBeLessThan(1.03);
  },
);

test('direct: two messages, and all bytes at once over lines of their own', async () => {
  // The model has one line for all peers; here each edge has its own, so 1/(N − 1) of the transfer.
  const [size, elements] = [4, 48_000];
  const perEdgeMs = (1000 * 4 * (elements / size)) / ((megabitPerSecond * 1e6) / 8);
  const measured = await sumMs('direct', size, elements);
  expect(measured / (2 * (latencyMs + perEdgeMs))).toBeCloseTo(1, 1);
});
