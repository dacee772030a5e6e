// C10, S13: what a gathered sum refuses, whom it names, and how it ends. Its sums: compressed-sum.test.ts.
import { describe, expect, test } from 'vitest';
import { DeadlineError } from '../base/deadline';
import { bytesOf, equalBytes } from '../base/bytes';
import { codecOf } from '../codecs/registry';
import { codecNamed } from '../codecs/setting';
import type { View } from '../membership/view';
import { frameHeaderBytes } from '../net/frame/frame';
import { OwnPartError, RefusedError } from './offence';
import { encodeReduceFrame } from './reduce-frame';
import { readFrame, SumRing, type SumRingOptions } from './testing/sum-ring';

const length = 300;
const codec = codecOf({ kind: 'sign' });
const key = { lineage: '00c0ffee', generation: 3, step: 7, bucket: 2 };

function makeRing(size: number, change: Partial<SumRingOptions> = {}) {
  const members = Array.from({ length: size }, (_, rank) => `member-${rank}`);
  const view: View = { lineage: key.lineage, generation: 3, members, ring: members.map((_, rank) => rank) };
  const parts = members.map((_, rank) => Float32Array.from({ length }, (_, i) => Math.sin(i + rank)));
  const path = size > 8 ? 'gathered-around' : 'gathered';
  return new SumRing({ view, path, codec, exponent: 0, parts, seed: size, ...change });
}

/** The errors by rank: whom each member refused. */
async function refusals(ring: SumRing): Promise<(string | undefined)[]> {
  return (await ring.failures()).map((error) => (error instanceof RefusedError ? error.member : undefined));
}

test('SparseLoCo: four members get 1/70 of the bytes that a ring of f32 brings them', async () => {
  const elements = 65_536;
  const members = ['a', 'b', 'c', 'd'];
  const view: View = { lineage: key.lineage, generation: 3, members, ring: [0, 1, 2, 3] };
  const parts = members.map((_, rank) =>
    Float32Array.from({ length: elements }, (_, i) => Math.sin(i + rank)),
  );
  const received = async (path: 'gathered' | 'ring'): Promise<number> => {
    const sparse = path === 'gathered' ? codecOf({ kind: 'sparse-loco', share: 1 / 64 }) : undefined;
    const ring = new SumRing({ view, path, codec: sparse, exponent: 0, parts, seed: 4 });
    await ring.finish();
    return ring.members[2].collective.timings().payloadBytesReceived;
  };
  const share = (await received('gathered')) / (await received('ring'));
  expect(1 / share).toBeCloseTo(70.6, 1); // 3 · 928/524,288 of the f32 bytes against 3/2 of them
});

test.each([
  ['sign', {}],
  ['top-k', {}],
  ['sparse-loco', {}],
  ['f32', { isBounded: true }],
  ['int8', { isBounded: true }],
] as const)(
  'S21b, E2: %s %j: around the ring a sum has the bits that it has from each to all, N = 2…8',
  async (kind, change) => {
    for (let size = 2; size <= 8; size++) {
      const elements = 30_011;
      const parts = Array.from({ length: size }, (_, rank) =>
        Float32Array.from({ length: elements }, (_, i) => Math.sin(i * (rank + 1)) * 2 ** ((i * rank) % 9)),
      );
      const sums = (['gathered', 'gathered-around'] as const).map((path) =>
        makeRing(size, { path, parts, codec: codecOf(codecNamed(kind)), ...change }),
      );
      for (const ring of sums) await ring.finish();
      const [direct, around] = sums.map(({ members }) => members.map(({ result }) => bytesOf(result)));
      for (const [rank, sum] of direct.entries()) {
        expect(equalBytes(sum, direct[0]), `N = ${size}, rank ${rank}`).toBe(true);
        expect(equalBytes(sum, around[rank]), `N = ${size}, rank ${rank}`).toBe(true);
      }
    }
  },
);

test.each(['f32', 'fp16', 'int8'] as const)(
  'C18: %s: a sum of several frames is gathered, and is the sum by rank of what each member decodes',
  async (kind) => {
    const elements = 70_001;
    const parts = Array.from({ length: 4 }, (_, rank) =>
      Float32Array.from({ length: elements }, (_, i) => Math.fround(Math.sin(i * (rank + 1)))),
    );
    const codec = kind === 'f32' ? undefined : codecOf({ kind });
    const gathered = makeRing(4, { parts, codec });
    await gathered.finish();
    const [{ result }] = gathered.members;
    const precision = { f32: 0, fp16: 2 ** -11, int8: 1 / 254 }[kind];
    let worst = 0;
    for (let i = 0; i < elements; i++) {
      const byRank = parts.reduce(
        (sum, part, rank) => (rank === 0 ? part[i] : Math.fround(sum + part[i])),
        0,
      );
      worst = Math.max(worst, Math.abs(result[i] - byRank));
    }
    expect(worst).toBeLessThanOrEqual(4 * precision * 1.001 + (kind === 'f32' ? 0 : 2 ** -22));
    for (const member of gathered.members)
      expect(equalBytes(bytesOf(member.result), bytesOf(result))).toBe(true);
  },
);

describe('S13: a contribution that is no honest one', () => {
  const outlier = { judge: (values: Float32Array) => (values.some((x) => x > 100) ? 'is an outlier' : undefined) }; // prettier-ignore
  const spoil = (ring: SumRing, bytes: (payload: Uint8Array) => void): void => {
    ring.fabric.tamper = (from, _to, frame) => {
      if (from === 'member-1' && readFrame(from, frame, () => {}).chunk === 1)
        bytes(frame.subarray(frameHeaderBytes));
      return [frame];
    };
  };
  const scale = (payload: Uint8Array, value: number): void => new DataView(payload.buffer, payload.byteOffset).setFloat32(0, value, true); // prettier-ignore

  test.each([
    ['NaN', NaN],
    ['beyond the bound of one part', 2 ** 122],
    ['an outlier', 1e6],
  ])('%s: every receiver in a full mesh names its sender', async (_, value) => {
    const ring = makeRing(4, outlier);
    spoil(ring, (payload) => scale(payload, value));
    await ring.run();
    expect(await refusals(ring)).toEqual(['member-1', undefined, 'member-1', 'member-1']);
  });

  test('around the ring its successor names it, and passes nothing on', async () => {
    const ring = makeRing(9, outlier);
    spoil(ring, (payload) => scale(payload, 1e6));
    await ring.run();
    const named = await refusals(ring);
    expect(named).toEqual(named.map((_, rank) => (rank === 2 ? 'member-1' : undefined)));
  });

  test('an outlier in the last place of a parked contribution is found too', async () => {
    const ring = makeRing(3, outlier);
    spoil(ring, (payload) => scale(payload, 1e6));
    const [first, second, third] = ring.members;
    second.collective.start();
    await ring.fabric.run(); // the others have not started: its frames wait
    first.collective.start();
    third.collective.start();
    await ring.fabric.run();
    expect(await refusals(ring)).toEqual(['member-1', undefined, 'member-1']);
  });
});

describe('C3: frames out of order', () => {
  const payload = new Uint8Array(codec.encodedBytes(length));
  const frame = (place: object, from = 'member-1', bytes = payload) =>
    readFrame(
      from,
      encodeReduceFrame(key, { phase: 'all-gather', chunk: 1, segment: 0, offset: 0, ...place }, bytes),
      () => {},
    );

  test.each([
    ['wrong-chunk', frame({ chunk: 2 })],
    ['wrong-chunk', frame({ chunk: 9 })],
    ['wrong-chunk', frame({ phase: 'reduce-scatter' })],
    ['wrong-segment', frame({ segment: 1 })],
    ['wrong-offset', frame({ offset: 4 })],
    ['wrong-length', frame({}, 'member-1', payload.subarray(1))],
  ])('%s ends the attempt and names the sender', async (code, bad) => {
    const ring = makeRing(3);
    ring.members[0].collective.start();
    ring.members[0].collective.receive(bad);
    expect(ring.offences).toMatchObject([{ code, peer: 'member-1', by: 'member-0' }]);
    expect((await refusals(ring))[0]).toBe('member-1');
  });

  test('a second copy, and a part of a member that announced nothing, change nothing', async () => {
    const ring = makeRing(3, { contributors: ['member-0', 'member-1'] });
    const doubled = ring.fabric;
    doubled.tamper = (_from, _to, bytes) => [bytes, bytes.slice()];
    ring.members[0].collective.receive(frame({ chunk: 2 }, 'member-2'));
    const plain = makeRing(3, { contributors: ['member-0', 'member-1'] });
    await plain.finish();
    await ring.finish();
    for (const { result } of ring.members) expect(result).toEqual(plain.members[0].result);
    expect(ring.offences.map(({ code }) => code)).toContain('not-a-sender');
    for (const { code } of ring.offences) expect(['duplicate', 'not-a-sender']).toContain(code);
  });
});

test('S5: a member that waits too long names whom it waits for', async () => {
  const ring = makeRing(4);
  for (const { collective } of ring.members.slice(0, 3)) collective.start();
  await ring.fabric.run();
  expect(ring.members[0].collective.waitsFor).toEqual(['member-3']);
  while (ring.clock.runNext());
  await ring.fabric.run();
  const [error] = await ring.failures();
  expect(error).toBeInstanceOf(DeadlineError);
  expect(error?.message).toContain('bucket 2 of step 7 from member-3');
});

test('C8: it says from whom it waits and to whom it sends, before it starts', () => {
  const ring = makeRing(3, { contributors: ['member-0', 'member-2'] });
  const [contributor, silent] = ring.members.map(({ collective }) => collective);
  expect(contributor.waitsFor).toEqual(['member-2']);
  expect([contributor.sendsTo('member-1'), contributor.sendsTo('member-2')]).toEqual([true, true]);
  expect(silent.waitsFor).toEqual(['member-0', 'member-2']);
  expect(silent.sendsTo('member-0')).toBe(false);
});

test('an abort ends it, gives parked frames back and rejects with the reason', async () => {
  const ring = makeRing(3);
  ring.members[1].collective.start();
  await ring.fabric.run();
  expect(ring.fabric.unconsumed()).toBeGreaterThan(0);
  for (const { collective } of ring.members) collective.abort(new Error('generation 4'));
  expect(ring.fabric.unconsumed()).toBe(0);
  await expect(ring.members[0].collective.done).rejects.toThrow('generation 4');
});

test('S11: an own part that cannot be encoded is withheld', async () => {
  const ring = makeRing(2);
  ring.members[0].local[7] = NaN;
  await ring.run();
  const [error] = await ring.failures();
  expect(error).toBeInstanceOf(OwnPartError);
});
