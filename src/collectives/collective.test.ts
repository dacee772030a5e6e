// S2, E2: against an f64 oracle, over links that interleave, duplicate and forge.
import { inEnglish } from '../cli/english/in-english';
import { type Saying, say } from '../base/sayings';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../base/testing/every-case';
import { bytesOf, equalBytes } from '../base/bytes';
import { ManualClock } from '../base/clock';
import { prng, permutation } from '../base/prng';
import { maxMembers, predecessorOf, type View } from '../membership/view';
import { decodeFrame, frameHeaderBytes } from '../net/frame/frame';
import { largestPart } from './bounded-segment';
import { allReduceCost } from './cost';
import { encodeReduceFrame, readReduceFrame, type ReduceFrame } from './reduce-frame';
import { Collective } from './collective';
import { sourcesOf } from './neighbours';
import { OwnPartError, RefusedError, type Offence } from './offence';
import { chunkSpan, segmentElements } from './schedule';
import { sentElements, stepReceiving } from './testing/ring-schedule';
import { TestFabric } from './testing/fabric';
import { chunkCount, ownerOf, routeOf, topologies, type Topology } from './topology';

/** The text without the place of the frame. */
const detailOf = ({ says }: Offence): Saying | undefined =>
  says.code === 'frame-refused' ? says.values.detail : undefined;

function decodeReduceFrame(from: string, bytes: Uint8Array, consume: () => void): ReduceFrame {
  const frame = decodeFrame(bytes);
  if (!frame.ok) throw new Error(inEnglish(frame.error.says));
  const read = readReduceFrame(from, frame.value, consume);
  if (!read.ok) throw new Error(inEnglish(read.error.says));
  return read.value;
}

interface Replica {
  readonly id: string;
  readonly local: Float32Array;
  readonly untouched: Float32Array;
  readonly result: Float32Array;
  readonly collective: Collective;
}

interface Ring {
  readonly fabric: TestFabric;
  readonly clock: ManualClock;
  readonly view: View;
  readonly replicas: readonly Replica[];
  readonly offences: Offence[];
}

/** N replicas with seeded contributions of mixed magnitude, in a shuffled ring order. */
function makeRing(
  worldSize: number,
  length: number,
  seed: number,
  offset = 0,
  judge: (values: Float32Array, members: readonly string[]) => string | undefined = () => undefined,
  topology: Topology = 'ring',
): Ring {
  const random = prng('ring', worldSize, length, seed);
  const view: View = {
    lineage: '00c0ffee',
    generation: 3,
    members: Array.from({ length: worldSize }, (_, rank) => `member-${rank}`),
    ring: [...permutation(worldSize, random)],
  };
  const fabric = new TestFabric(seed);
  const clock = new ManualClock();
  const offences: Offence[] = [];
  const replicas = view.members.map((id) => {
    const local = Float32Array.from({ length }, () => random.normal() * 2 ** (random.below(12) - 6));
    const result = new Float32Array(length).fill(NaN);
    const collective = new Collective({
      collective: 'all-reduce',
      topology,
      view,
      self: id,
      key: { lineage: view.lineage, generation: 3, step: 7, bucket: 2 },
      local,
      result,
      offset,
      judge,
      send: (to, bytes) => fabric.send(id, to, bytes),
      clock,
      report: (offence) => offences.push(offence),
    });
    fabric.attach(id, (from, bytes, consume) => collective.receive(decodeReduceFrame(from, bytes, consume)));
    return { id, local, untouched: local.slice(), result, collective };
  });
  return { fabric, clock, view, replicas, offences };
}

/** |f32 ring sum − exact sum| ≤ γ(N−1) · Σ|x_i|, γ(k) = k·u / (1 − k·u), u = 2⁻²⁴ (Higham 2002, §4.2). */
function errorBound(magnitude: number, worldSize: number): number {
  const ku = (worldSize - 1) * 2 ** -24;
  return (ku / (1 - ku)) * magnitude;
}

/** The largest error relative to its bound. Every rank must hold the same bits. */
function checkSums({ replicas, view }: Ring): number {
  let worst = 0;
  const [first] = replicas;
  for (const { local, untouched, result } of replicas) {
    expect(equalBytes(bytesOf(local), bytesOf(untouched))).toBe(true);
    expect(equalBytes(bytesOf(result), bytesOf(first.result))).toBe(true);
  }
  for (let i = 0; i < first.result.length; i++) {
    let sum = 0, magnitude = 0; // prettier-ignore
    for (const { untouched } of replicas) {
      sum += untouched[i];
      magnitude += Math.abs(untouched[i]);
    }
    const error = Math.abs(first.result[i] - sum);
    const bound = errorBound(magnitude, view.members.length);
    if (!(error <= bound)) throw new Error(`element ${i}: ${first.result[i]} is not ${sum} ± ${bound}`);
    if (bound > 0) worst = Math.max(worst, error / bound);
  }
  return worst;
}

async function finish({ fabric, replicas }: Ring): Promise<void> {
  await fabric.run();
  await Promise.all(replicas.map(({ collective }) => collective.done));
  expect(fabric.unconsumed()).toBe(0);
}

const sizes = Array.from({ length: 16 }, (_, index) => index + 1);
/** Powers of two, the sizes beside them, and the ends. */
const dailySizes = [1, 2, 3, 4, 5, 8, 9, 15, 16];

describe('all-reduce', () => {
  test.each(topologies)(
    '%s: sums are within the f32 bound, and equal in every bit at all members, N = 1…16',
    async (topology) => {
      let worst = 0;
      for (const worldSize of casesOf(sizes, (one) => dailySizes.includes(one)))
        for (const length of [0, 1, Math.max(0, worldSize - 1), worldSize, 97, 1009]) {
          const ring = makeRing(worldSize, length, worldSize * 1000 + length, 0, undefined, topology);
          for (const { collective } of ring.replicas) collective.start();
          await finish(ring);
          expect(ring.offences).toEqual([]);
          worst = Math.max(worst, checkSums(ring));
        }
      console.log(`largest error / bound: ${worst.toFixed(3)}`);
    },
  );

  test.each([
    [2, 2 * 4 * segmentElements],
    [3, 3 * 2 * segmentElements + 1],
    [5, 100_003],
    [4, 4 * segmentElements],
  ])('N = %i, %i elements: several segments, and the predicted bytes', async (worldSize, length) => {
    const ring = makeRing(worldSize, length, 5, 123);
    for (const { collective } of ring.replicas) collective.start();
    await finish(ring);
    checkSums(ring);
    let total = 0;
    for (const { id, collective } of ring.replicas) {
      const position = ring.view.ring.indexOf(ring.view.members.indexOf(id));
      const { payloadBytesSent, bytesSent } = collective.timings();
      expect(payloadBytesSent).toBe(4 * sentElements(length, worldSize, position));
      expect((bytesSent - payloadBytesSent) % frameHeaderBytes).toBe(0);
      if (length % worldSize === 0)
        expect(payloadBytesSent).toBe((2 * (worldSize - 1) * 4 * length) / worldSize);
      total += payloadBytesSent;
    }
    expect(total).toBe(2 * (worldSize - 1) * 4 * length);
  });

  test.each(topologies)(
    '%s: early frames at a late starter wait unconsumed, then count once',
    async (topology) => {
      for (let seed = 0; seed < 20; seed++) {
        const random = prng('late', seed);
        const ring = makeRing(2 + random.below(6), 1 + random.below(5000), seed, 0, undefined, topology);
        const toStart = [...ring.replicas];
        await ring.fabric.run(() => {
          if (toStart.length === 0 || random.below(4) > 0) return toStart.length > 0;
          toStart.splice(random.below(toStart.length), 1)[0].collective.start();
          return true;
        });
        await finish(ring);
        expect(ring.offences).toEqual([]);
        checkSums(ring);
      }
    },
  );

  test.each(topologies)(
    '%s: C3: duplicates and frames of other members are reported and change nothing',
    async (topology) => {
      for (let seed = 0; seed < 20; seed++) {
        const random = prng('forge', seed);
        const worldSize = 3 + random.below(5);
        const ring = makeRing(worldSize, 2000 + random.below(2000), seed, 0, undefined, topology);
        let forged = 0;
        ring.fabric.tamper = (_from, _to, bytes) => {
          if (random.below(3) > 0) return [bytes];
          forged++;
          return [bytes, bytes.slice()];
        };
        for (const { collective } of ring.replicas) collective.start();
        const victim = ring.replicas[random.below(worldSize)];
        const senders = sourcesOf(topology, ring.view, victim.id);
        const others = ring.replicas.filter(({ id }) => id !== victim.id && !senders.includes(id));
        const stranger = others.at(0) ?? { id: 'nobody' }; // a star's server hears every member
        const frame = encodeReduceFrame(
          victim.collective.key,
          { phase: 'reduce-scatter', chunk: 0, segment: 0, offset: 0 },
          new Uint8Array(28),
        );
        victim.collective.receive(decodeReduceFrame(stranger.id, frame, () => {}));
        forged++;
        await finish(ring);
        // A duplicate of the last frame may come after the end: then it is dropped and not reported.
        expect(ring.offences.length).toBeLessThanOrEqual(forged);
        expect(ring.offences.length).toBeGreaterThan(0);
        for (const { code } of ring.offences) expect(['duplicate', 'not-a-sender']).toContain(code);
        checkSums(ring);
      }
    },
  );

  /** Three members. `give` delivers the predecessor's frame to the first one, with `change`. */
  function framesOfPredecessor(): {
    ring: ReturnType<typeof makeRing>;
    position: number;
    give: (change: object, elements?: number, cut?: number) => void;
    consumed: () => number;
  } {
    const ring = makeRing(3, 30, 1, 100);
    const [{ id, collective }] = ring.replicas;
    collective.start();
    const position = ring.view.ring.indexOf(ring.view.members.indexOf(id));
    const good = (position + 2) % 3;
    const offset = 100 + chunkSpan(30, 3, good).start;
    const place = { phase: 'reduce-scatter', chunk: good, segment: 0, offset } as const;
    let consumed = 0;
    const give = (change: object, elements = 10, cut = 0): void => {
      const bytes = encodeReduceFrame(
        collective.key,
        { ...place, ...change },
        bytesOf(new Float32Array(elements)),
      );
      const frame = decodeReduceFrame(predecessorOf(ring.view, id), bytes, () => consumed++);
      collective.receive({ ...frame, payload: frame.payload.subarray(0, frame.payload.byteLength - cut) });
    };
    return { ring, position, give, consumed: () => consumed };
  }

  test('a second copy of a predecessor’s frame is dropped and reported', () => {
    const { ring, give, consumed } = framesOfPredecessor();
    give({});
    give({});
    expect(ring.offences.map(({ code }) => code)).toEqual(['duplicate']);
    expect(consumed()).toBe(2);
  });

  test.each([
    ['wrong-chunk', 'its own chunk', { localChunk: true }],
    ['wrong-chunk', 'no such chunk', { chunk: 3 }],
    ['wrong-segment', 'no such segment', { segment: 1 }],
    ['wrong-offset', 'one element further', { offset: 0 }],
    ['wrong-length', 'an element too few', { elements: 9 }],
    ['wrong-length', 'half an element too few', { cut: 2 }],
  ] as const)('S11: %s (%s) of the predecessor ends the attempt and names it', async (code, _what, wrong) => {
    const { ring, position, give, consumed } = framesOfPredecessor();
    const { elements, cut, localChunk, ...place } = { elements: 10, cut: 0, localChunk: false, ...wrong };
    give({ ...place, ...(localChunk && { chunk: position }) }, elements, cut);
    const [{ id, collective }] = ring.replicas;
    await expect(collective.done).rejects.toMatchObject({
      name: 'RefusedError',
      member: predecessorOf(ring.view, id),
    });
    expect(ring.offences.map((offence) => [offence.code, detailOf(offence)?.code])).toEqual([[code, code]]);
    expect(consumed()).toBe(1);
  });

  test('an offence says what came and what was expected, for every language', () => {
    const said = (place: object, elements = 10): Saying => {
      const { ring, give } = framesOfPredecessor();
      give(place, elements);
      for (const { collective } of ring.replicas) collective.done.catch(() => undefined);
      return detailOf(ring.offences[0])!;
    };
    const begin = 100 + 10 * ((framesOfPredecessor().position + 2) % 3); // thirds of 30 elements
    expect(said({ offset: 7 })).toEqual(say('wrong-offset', { got: 7, expected: begin }));
    expect(said({}, 9)).toEqual(say('wrong-length', { got: 36, expected: 40 }));
    expect(said({ segment: 1 })).toEqual(say('wrong-segment', { count: 1 }));
  });

  test('a whole sum that comes before this contribution was sent is refused', () => {
    const ring = makeRing(3, 30, 2);
    const [{ id, collective }] = ring.replicas;
    collective.start();
    const position = ring.view.ring.indexOf(ring.view.members.indexOf(id));
    const chunk = (position + 2) % 3; // received in the reduce-scatter first
    const { start } = chunkSpan(30, 3, chunk);
    const bytes = encodeReduceFrame(
      collective.key,
      { phase: 'all-gather', chunk, segment: 0, offset: start },
      new Uint8Array(40),
    );
    collective.receive(decodeReduceFrame(predecessorOf(ring.view, id), bytes, () => {}));
    expect(ring.offences.map(({ code }) => code)).toEqual(['too-early']);
  });

  test('S11: the largest parts of the largest ring have a finite and exact sum, and nobody is refused', async () => {
    for (const size of [2, 5, maxMembers]) {
      const ring = makeRing(size, 130, size);
      for (const { local } of ring.replicas) local.set([largestPart, -largestPart], 7);
      for (const { collective } of ring.replicas) collective.start();
      await finish(ring);
      for (const { result } of ring.replicas) {
        expect([result[7], result[8]]).toEqual([size * largestPart, -size * largestPart]);
        expect(equalBytes(bytesOf(result), bytesOf(ring.replicas[0].result))).toBe(true);
      }
      expect(ring.offences).toEqual([]);
    }
  });

  const nextAbove = (value: number): number => value * (1 + 2 ** -23);
  test.each([
    ['reduce-scatter', 0, 'NaN', NaN],
    ['reduce-scatter', 1, 'NaN', NaN],
    ['reduce-scatter', 2, '−∞', -Infinity],
    ['all-gather', 0, '∞', Infinity],
    ['all-gather', 1, 'NaN', NaN],
    ['reduce-scatter', 0, 'more than one part', nextAbove(largestPart)],
    ['reduce-scatter', 1, 'more than two parts', nextAbove(2 * largestPart)],
    ['reduce-scatter', 2, 'less than minus three parts', -nextAbove(3 * largestPart)],
    ['all-gather', 0, 'more than all four parts', nextAbove(4 * largestPart)],
  ] as const)(
    'S11: in %s, hop %i, %s is refused, and the error names its sender',
    async (phase, hop, _what, value) => {
      const ring = makeRing(4, 40, 5);
      let blamed: string | undefined;
      let refuser: string | undefined;
      ring.fabric.tamper = (from, to, bytes) => {
        const frame = decodeReduceFrame(from, bytes, () => {});
        const position = ring.view.ring.indexOf(ring.view.members.indexOf(to));
        if (blamed || frame.phase !== phase || stepReceiving(phase, position, frame.chunk, 4) !== hop)
          return [bytes];
        [blamed, refuser] = [from, to];
        const values = new Float32Array(frame.payload.slice().buffer);
        values[3] = value;
        return [encodeReduceFrame(frame.key, frame, bytesOf(values))];
      };
      for (const { collective } of ring.replicas) collective.start();
      await ring.fabric.run();
      const victim = ring.replicas.find(({ id }) => id === refuser)!;
      await expect(victim.collective.done).rejects.toMatchObject({ name: 'RefusedError', member: blamed });
      for (const { collective } of ring.replicas) collective.abort(new Error('over'));
    },
  );

  test('C1: a flag on a reduce frame is refused', () => {
    const { key } = makeRing(2, 4, 1).replicas[0].collective;
    const bytes = encodeReduceFrame(key, { phase: 'all-gather', chunk: 0, segment: 0, offset: 0 }, bytesOf(new Float32Array(2))); // prettier-ignore
    expect(decodeReduceFrame('a', bytes, () => {}).payload).toHaveLength(8);
    bytes[3] = 1;
    expect(() => decodeReduceFrame('a', bytes, () => {})).toThrow('a set fields a reduce frame does not use');
  });

  test.each(topologies)(
    'S13: %s: every partial sum is judged by those in it, and whole sums by all',
    async (topology) => {
      const judged: string[] = [];
      const ring = makeRing(
        5,
        30,
        6,
        0,
        (_, members) => void judged.push(members.toSorted().join()),
        topology,
      );
      for (const { collective } of ring.replicas) collective.start();
      await ring.fabric.run();
      await Promise.all(ring.replicas.map(({ collective }) => collective.done));
      const { view } = ring;
      // A root judges its own whole sum too.
      const isRooted = chunkCount(topology, 5) === 1;
      const expected = isRooted ? [view.members.toSorted().join()] : [];
      for (let chunk = 0; chunk < chunkCount(topology, 5); chunk++)
        for (let position = 0; position < 5; position++) {
          const { children, source } = routeOf(topology, 5, position, chunk);
          const at = (position: number): string => view.members[view.ring[position]];
          for (const { contributors } of children) expected.push(contributors.map(at).toSorted().join());
          if (source !== undefined) expected.push(view.members.toSorted().join());
        }
      expect(judged.toSorted()).toEqual(expected.toSorted());
    },
  );

  test.each(['tree', 'star'] as const)(
    'S11d: the root of a %s that spoils the sum finds it itself',
    async (topology) => {
      const ring = makeRing(4, 30, 6, 0, undefined, topology);
      const root = ring.replicas.find(({ id }) => id === ring.view.members[ring.view.ring[0]])!;
      root.local[3] = NaN;
      for (const { collective } of ring.replicas) collective.start();
      await ring.fabric.run();
      await expect(root.collective.done).rejects.toThrow(OwnPartError);
      for (const { collective } of ring.replicas) collective.abort(new Error('over'));
    },
  );

  test('S13: a sum that the judge refuses ends the attempt before it is added', async () => {
    let judged = 0;
    const ring = makeRing(3, 30, 6, 0, () => (++judged === 2 ? 'sent an outlier' : undefined));
    for (const { collective } of ring.replicas) collective.start();
    await ring.fabric.run();
    const outcomes = await Promise.allSettled(
      ring.replicas.map(({ collective }) => (collective.abort(new Error('over')), collective.done)),
    );
    const refused = outcomes.filter((one) => one.status === 'rejected' && one.reason instanceof RefusedError);
    expect(refused).toHaveLength(1);
  });

  test('an abort in the middle rejects `done`, gives parked credit back and leaves `local` unchanged', async () => {
    const ring = makeRing(4, 4000, 9);
    const [early, ...others] = ring.replicas;
    for (const { collective } of others) collective.start();
    await ring.fabric.run();
    expect(ring.fabric.unconsumed()).toBeGreaterThan(0);
    for (const { collective } of ring.replicas) collective.abort(new Error('view changed'));
    for (const { collective } of ring.replicas) await expect(collective.done).rejects.toThrow('view changed');
    expect(ring.fabric.unconsumed()).toBe(0);
    expect(early.local).toEqual(early.untouched);
    early.collective.start();
    await ring.fabric.run();
  });

  test.each(topologies)('%s: the sum is the stated order of additions, bit for bit', async (topology) => {
    for (const worldSize of [2, 3, 5, 8, 13]) {
      const ring = makeRing(worldSize, 1009, worldSize, 0, undefined, topology);
      for (const { collective } of ring.replicas.toReversed()) collective.start();
      await finish(ring);
      const localAt = (position: number): Float32Array => ring.replicas[ring.view.ring[position]].untouched;
      const sumAt = (position: number, chunk: number, i: number): number =>
        routeOf(topology, worldSize, position, chunk).children.reduce(
          (sum, child) => Math.fround(sum + sumAt(child.position, chunk, i)),
          localAt(position)[i],
        );
      const chunks = chunkCount(topology, worldSize);
      for (let chunk = 0; chunk < chunks; chunk++) {
        const { start, end } = chunkSpan(1009, chunks, chunk);
        const owner = ownerOf(topology, worldSize, chunk);
        for (let i = start; i < end; i++) expect(ring.replicas[0].result[i]).toBe(sumAt(owner, chunk, i));
      }
    }
  });

  test.each(topologies)(
    '%s: the busiest replica sends the bytes that the cost model says',
    async (topology) => {
      for (const worldSize of casesOf([2, 3, 4, 6, 8, 11, 16], (one) => one % 2 > 0 || one === 8)) {
        const length = 16 * 3 * 5 * 7 * 11;
        const ring = makeRing(worldSize, length, worldSize, 0, undefined, topology);
        for (const { collective } of ring.replicas) collective.start();
        await finish(ring);
        const sent = ring.replicas.map(({ collective }) => collective.timings().payloadBytesSent);
        const cost = allReduceCost(topology, worldSize, 4 * length, 1, 1e6);
        expect(sent.reduce((a, b) => a + b, 0)).toBeCloseTo(cost.meanBytes * worldSize, 3);
        expect(Math.max(...sent) / cost.busiestBytes).toBeCloseTo(1, 3);
      }
    },
  );

  test('S5: a stall names the predecessor; a failed send ends the collective', async () => {
    const ring = makeRing(3, 300, 4);
    const [{ id, collective }] = ring.replicas;
    collective.start();
    await ring.fabric.run();
    while (ring.clock.runNext()) await Promise.resolve();
    await expect(collective.done).rejects.toThrow(predecessorOf(ring.view, id));

    const view: View = { lineage: '00000001', generation: 1, members: ['a', 'b'], ring: [0, 1] };
    const failing = new Collective({
      collective: 'all-reduce',
      topology: 'ring',
      view,
      self: 'a',
      key: { lineage: view.lineage, generation: 1, step: 1, bucket: 0 },
      local: new Float32Array(4),
      result: new Float32Array(4),
      offset: 0,
      send: () => Promise.reject(new Error('link closed')),
      clock: ring.clock,
    });
    failing.start();
    await expect(failing.done).rejects.toThrow('link closed');
  });

  test('C4: forwards while it still receives: the second hop begins before the first chunk is whole', async () => {
    const worldSize = 3;
    const ring = makeRing(worldSize, worldSize * 8 * segmentElements, 3);
    const seen: string[] = [];
    ring.fabric.tamper = (from, _to, bytes) => {
      const { phase, chunk } = decodeReduceFrame(from, bytes, () => {});
      const position = ring.view.ring.indexOf(ring.view.members.indexOf(from));
      if (phase === 'reduce-scatter') seen.push(chunk === position ? 'first hop' : 'second hop');
      return [bytes];
    };
    for (const { collective } of ring.replicas) collective.start();
    await finish(ring);
    expect(seen.indexOf('second hop')).toBeLessThan(seen.lastIndexOf('first hop'));
  });
});
