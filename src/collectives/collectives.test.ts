// Broadcast, all-gather, reduce-scatter and barrier, on every topology, against plain loops in f64. The all-reduce has a
// file of its own (collective.test.ts).
import { inEnglish } from '../cli/english/in-english';
import { describe, expect, test } from 'vitest';
import { bytesOf, equalBytes } from '../base/bytes';
import { ManualClock } from '../base/clock';
import { permutation, prng } from '../base/prng';
import { codecOf } from '../codecs/registry';
import { isGathered } from '../codecs/setting';
import { decoded, encoded } from '../codecs/testing/round-trip';
import { codecSettings, settingName } from '../codecs/testing/settings';
import type { View } from '../membership/view';
import { decodeFrame } from '../net/frame/frame';
import { largestPart } from './bounded-segment';
import { Collective, type CollectiveOptions } from './collective';
import { collectiveNames, planOf, type CollectiveName } from './collective-plan';
import type { Offence } from './offence';
import { encodeReduceFrame, readReduceFrame, type ReduceFrame } from './reduce-frame';
import { TestFabric } from './testing/fabric';
import { topologies, type Topology } from './topology';
import { collectiveCost } from './testing/collective-cost';

interface Setup {
  readonly collective: CollectiveName;
  readonly topology: Topology;
  readonly size: number;
  readonly length: number;
  readonly root?: number;
  readonly more?: (length: number) => Partial<CollectiveOptions>;
}

function readFrame(from: string, bytes: Uint8Array, consume: () => void): ReduceFrame {
  const frame = decodeFrame(bytes);
  if (!frame.ok) throw new Error(inEnglish(frame.error.says));
  const read = readReduceFrame(from, frame.value, consume);
  if (!read.ok) throw new Error(inEnglish(read.error.says));
  return read.value;
}

/** Members by ring position, so that `parts[p]` is what position p gives. */
function makeRing({ collective, topology, size, length, root = 0, more = () => ({}) }: Setup) {
  const random = prng('collectives', collective, topology, size, length);
  const members = Array.from({ length: size }, (_, rank) => `member-${rank}`);
  const view: View = { lineage: '00c0ffee', generation: 3, members, ring: [...permutation(size, random)] };
  const fabric = new TestFabric(size + length);
  const clock = new ManualClock();
  const offences: Offence[] = [];
  const parts = members.map(() =>
    Float32Array.from({ length }, () => random.normal() * 2 ** random.below(9)),
  );
  const results = parts.map(() => new Float32Array(length).fill(NaN));
  const ends = parts.map((local, position) => {
    const self = members[view.ring[position]];
    const end = new Collective({
      ...{ collective, topology, root, view, self, local, result: results[position], offset: 40, clock },
      key: { lineage: view.lineage, generation: 3, step: 7, bucket: 2 },
      send: (to, bytes) => fabric.send(self, to, bytes),
      report: (offence) => offences.push(offence),
      ...more(length),
    });
    fabric.attach(self, (from, bytes, consume) => end.receive(readFrame(from, bytes, consume)));
    return end;
  });
  return { view, fabric, clock, offences, parts, results, ends };
}

async function finish({ fabric, ends, offences }: ReturnType<typeof makeRing>): Promise<void> {
  for (const end of ends) end.start();
  await fabric.run();
  await Promise.all(ends.map(({ done }) => done));
  expect(fabric.unconsumed()).toBe(0);
  expect(offences).toEqual([]);
}

/** Elements [start, end) of chunk `chunk`: the first length mod chunks are one longer (C2). */
function plainSpan(length: number, chunks: number, chunk: number): readonly [number, number] {
  const sizes = Array.from(
    { length: chunks },
    (_, i) => Math.floor(length / chunks) + (i < length % chunks ? 1 : 0),
  );
  const start = sizes.slice(0, chunk).reduce((a, b) => a + b, 0);
  return [start, start + sizes[chunk]];
}

/** The position that owns chunk c of N: the one before it in a ring, else position c. */
const plainOwner = (topology: Topology, size: number, chunk: number): number =>
  topology === 'ring' ? (chunk + size - 1) % size : chunk;

/** Sizes and lengths of the runs with the codec at this place: none, one, N − 1, primes beside a block's end. Every codec
 *  meets all lengths and half of the sizes, and every size meets each length with one codec. */
const awkward = (place: number): (readonly [size: number, length: number])[] =>
  Array.from({ length: 8 }, (_, i) => 2 * i + 1 + (place % 2)).map((size) => [
    size,
    [0, 1, size - 1, 131, 257][(size + place) % 5],
  ]);

const lengthsOf = (size: number): readonly number[] => [...new Set([0, 1, size - 1, size, 97])];

describe.each(topologies)('%s', (topology) => {
  test('a reduce-scatter leaves every owner the sum of its chunk, within the f32 bound, N = 1…16', async () => {
    for (let size = 1; size <= 16; size++)
      for (const length of lengthsOf(size)) {
        const ring = makeRing({ collective: 'reduce-scatter', topology, size, length });
        await finish(ring);
        for (let chunk = 0; chunk < size; chunk++) {
          const { [plainOwner(topology, size, chunk)]: result } = ring.results;
          const [start, end] = plainSpan(length, size, chunk);
          for (let i = start; i < end; i++) {
            const sum = ring.parts.reduce((total, part) => total + part[i], 0);
            const magnitude = ring.parts.reduce((total, part) => total + Math.abs(part[i]), 0);
            // γ(N − 1) · Σ|x| (Higham 2002, §4.2).
            const bound = ((size - 1) * 2 ** -24 * magnitude) / (1 - (size - 1) * 2 ** -24);
            if (!(Math.abs(result[i] - sum) <= bound))
              throw new Error(
                `N = ${size}, L = ${length}: element ${i} is ${result[i]}, not ${sum} ± ${bound}`,
              );
          }
        }
      }
  });

  test('an all-gather gives every member every owner’s chunk, bit for bit, N = 1…16', async () => {
    for (let size = 1; size <= 16; size++)
      for (const length of lengthsOf(size)) {
        const ring = makeRing({ collective: 'all-gather', topology, size, length });
        await finish(ring);
        const expected = new Float32Array(length);
        for (let chunk = 0; chunk < size; chunk++) {
          const [start, end] = plainSpan(length, size, chunk);
          expected.set(ring.parts[plainOwner(topology, size, chunk)].subarray(start, end), start);
        }
        for (const result of ring.results) expect(equalBytes(bytesOf(result), bytesOf(expected))).toBe(true);
      }
  });

  test('a broadcast gives every member the root’s vector, bit for bit, whoever the root is, N = 1…16', async () => {
    for (let size = 1; size <= 16; size++)
      for (const length of lengthsOf(size)) {
        const root = (length + size) % size;
        const ring = makeRing({ collective: 'broadcast', topology, size, length, root });
        await finish(ring);
        for (const result of ring.results)
          expect(equalBytes(bytesOf(result), bytesOf(ring.parts[root]))).toBe(true);
      }
  });

  test('nobody passes a barrier before all have come', async () => {
    for (const size of [2, 3, 5, 8]) {
      const { fabric, ends } = makeRing({ collective: 'barrier', topology, size, length: 1 });
      const random = prng('barrier', topology, size);
      const late = ends[random.below(size)];
      let passed = 0;
      for (const { done } of ends) void done.then(() => passed++);
      for (const end of ends) if (end !== late) end.start();
      await fabric.run();
      expect(passed).toBe(0);
      late.start();
      await fabric.run();
      expect(passed).toBe(size);
    }
  });

  test('a reduce-scatter and then an all-gather is an all-reduce, where both have the same owners', async () => {
    for (const size of [1, 2, 3, 4, 8]) {
      if (planOf('all-reduce', topology, size).chunkCount !== size) continue;
      const setup = { topology, size, length: 101 };
      const whole = makeRing({ collective: 'all-reduce', ...setup });
      const scattered = makeRing({ collective: 'reduce-scatter', ...setup });
      for (const [at, part] of scattered.parts.entries()) part.set(whole.parts[at]);
      await finish(whole);
      await finish(scattered);
      const gathered = makeRing({ collective: 'all-gather', ...setup });
      for (const [at, part] of gathered.parts.entries()) part.set(scattered.results[at]);
      await finish(gathered);
      for (const result of gathered.results)
        expect(equalBytes(bytesOf(result), bytesOf(whole.results[0]))).toBe(true);
    }
  });

  test.each(collectiveNames)('%s: the bytes are those of the cost model', async (collective) => {
    for (const size of [2, 3, 4, 6, 8, 11, 16]) {
      const length = collective === 'barrier' ? 1 : 16 * 3 * 11;
      const ring = makeRing({ collective, topology, size, length });
      await finish(ring);
      const sent = ring.ends.map((end) => end.timings().payloadBytesSent);
      const cost = collectiveCost(collective, topology, size, 4 * length, {
        alphaMs: 1,
        betaBytesPerSecond: 1e6,
      });
      expect(sent.reduce((a, b) => a + b, 0)).toBeCloseTo(cost.meanBytes * size, 3);
      expect(Math.max(...sent)).toBeCloseTo(cost.busiestBytes, 3);
    }
  });

  test('with a codec every member has the bits that the owner decodes, N = 1…16', async () => {
    for (const [place, setting] of codecSettings.entries()) {
      const codec = codecOf(setting);
      for (const collective of ['all-gather', 'broadcast'] as const)
        for (const [size, length] of awkward(place)) {
          const root = size >> 1;
          const more = (n: number) => ({ compression: { codec, exponent: 4, dropped: new Float32Array(n), unit: 1 } }); // prettier-ignore
          const ring = makeRing({ collective, topology, size, length, root, more });
          await finish(ring);
          const chunks = collective === 'broadcast' ? 1 : size;
          for (let chunk = 0; chunk < chunks; chunk++) {
            const owner = collective === 'broadcast' ? root : plainOwner(topology, size, chunk);
            const [start, end] = plainSpan(length, chunks, chunk);
            const given = ring.parts[owner].slice(start, end);
            // A view of one member encodes nothing.
            const expected = size === 1 ? given : decoded(codec, encoded(codec, given, 4), end - start, 4);
            for (const result of ring.results)
              if (!equalBytes(bytesOf(result.subarray(start, end)), bytesOf(expected)))
                throw new Error(`${collective}, ${settingName(setting)}, N = ${size}, L = ${length}, chunk ${chunk}`); // prettier-ignore
          }
        }
    }
  });

  test('a reduce-scatter with a codec is the plain sum less what all dropped, N = 1…16', async () => {
    for (const [place, setting] of codecSettings.filter((one) => !isGathered(one)).entries()) {
      const codec = codecOf(setting);
      for (const [size, length] of awkward(place)) {
        const losses: Float32Array[] = [];
        const more = (n: number) => {
          const dropped = new Float32Array(n);
          losses.push(dropped);
          return { compression: { codec, exponent: 4, dropped, unit: 1 } };
        };
        const ring = makeRing({ collective: 'reduce-scatter', topology, size, length, more });
        await finish(ring);
        for (let chunk = 0; chunk < size; chunk++) {
          const { [plainOwner(topology, size, chunk)]: result } = ring.results;
          const [start, end] = plainSpan(length, size, chunk);
          for (let i = start; i < end; i++) {
            const all = [...ring.parts, ...losses];
            const magnitude = all.reduce((sum, values) => sum + Math.abs(values[i]), 0);
            const exact = ring.parts.reduce((sum, values) => sum + values[i], 0);
            const lost = losses.reduce((sum, values) => sum + values[i], 0);
            // One rounding for each addition and each difference, of partial sums at most this large.
            const bound = 2 * size * 2 ** -24 * 2 * magnitude;
            if (!(Math.abs(result[i] + lost - exact) <= bound))
              throw new Error(`${settingName(setting)}, N = ${size}, L = ${length}: ${result[i]} + ${lost}, not ${exact}`); // prettier-ignore
          }
        }
      }
    }
  });
});

test('the order of additions of a reduce-scatter is stated: it is this one', () => {
  const order = (topology: Topology, size: number, chunk: number): number[] => {
    const plan = planOf('reduce-scatter', topology, size);
    const from = (position: number): number[] => [
      position,
      ...plan.routeOf(position, chunk).children.flatMap((child) => from(child.position)),
    ];
    return from(plan.ownerOf(chunk));
  };
  expect(order('ring', 4, 1)).toEqual([0, 3, 2, 1]);
  expect(order('direct', 4, 2)).toEqual([2, 0, 1, 3]);
  expect(order('star', 4, 2)).toEqual([2, 3, 0, 1]);
  expect(order('tree', 6, 4)).toEqual([4, 5, 0, 1, 2, 3]);
  expect(order('halving-doubling', 4, 2)).toEqual([2, 0, 3, 1]);
  expect(order('halving-doubling', 6, 1)).toEqual([1, 5, 3, 2, 0, 4]);
});

test('every position owns one chunk of a reduce-scatter and an all-gather', () => {
  for (const topology of topologies)
    for (let size = 1; size <= 16; size++) {
      const plan = planOf('all-gather', topology, size);
      for (let position = 0; position < size; position++) {
        const owned = Array.from({ length: plan.chunkCount }, (_, chunk) => chunk).filter(
          (chunk) => plan.ownerOf(chunk) === position,
        );
        expect(owned.map((chunk) => plainOwner(topology, size, chunk))).toEqual([position]);
      }
    }
});

test('C3: a frame of a walk that the collective does not make ends the attempt, and names its sender', async () => {
  for (const [collective, phase] of [
    ['reduce-scatter', 'all-gather'],
    ['all-gather', 'reduce-scatter'],
  ] as const) {
    const { view, ends, offences } = makeRing({ collective, topology: 'ring', size: 3, length: 9 });
    const [end] = ends;
    end.start();
    const from = view.members[view.ring[2]];
    const frame = encodeReduceFrame(end.key, { phase, chunk: 2, segment: 0, offset: 46 }, new Uint8Array(12));
    end.receive(readFrame(from, frame, () => {}));
    await expect(end.done).rejects.toMatchObject({ name: 'RefusedError', member: from });
    expect(offences.map(({ code }) => code)).toEqual(['wrong-chunk']);
  }
});

test('S11: a value that is too large for one part is refused in a broadcast, for one member gives it', async () => {
  const { fabric, parts, ends, view } = makeRing({
    collective: 'broadcast',
    topology: 'star',
    size: 3,
    length: 9,
  });
  parts[0][4] = largestPart * (1 + 2 ** -23);
  for (const end of ends) end.start();
  await fabric.run();
  await expect(ends[1].done).rejects.toMatchObject({
    name: 'RefusedError',
    member: view.members[view.ring[0]],
  });
});

test('S5: a broadcast whose root never starts names it after the stall', async () => {
  const { fabric, clock, ends, view } = makeRing({
    collective: 'broadcast',
    topology: 'star',
    size: 3,
    length: 9,
  });
  ends[1].start();
  await fabric.run();
  while (clock.runNext()) await Promise.resolve();
  await expect(ends[1].done).rejects.toThrow(view.members[view.ring[0]]);
});
