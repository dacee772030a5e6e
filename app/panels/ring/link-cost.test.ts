import { expect, test } from 'vitest';
import type { Snapshot, StepRecord } from '../../../src/replica/protocol';
import { streamingDiloco } from '../../../src/train/run/modes/streaming';
import { costSteps, sumCost } from './link-cost';

const parameterCount = 25_000; // 100 kB
type Link = { readonly bytesPerSecond: number; readonly rateBasis: 'traffic' | 'probe' } | undefined;

function room(...links: Link[]) {
  const self = { isSelf: true, ringPosition: 0 };
  const others = links.map((link, at) => ({ isSelf: false, ringPosition: at + 1, ...link }));
  return { peers: [self, ...others], worldSize: others.length + 1, parameterCount } as unknown as Snapshot;
}
const step = (allReduceMs: number, worldSize = 2, run = 1) =>
  ({ allReduceMs, worldSize, run, topology: 'ring', codec: 'f32' }) as StepRecord;
const steps = (count: number, ...values: Parameters<typeof step>) => Array(count).fill(step(...values)) as StepRecord[]; // prettier-ignore
const traffic = (bytesPerSecond: number) => ({ bytesPerSecond, rateBasis: 'traffic' }) as const;
const probe = (bytesPerSecond: number) => ({ bytesPerSecond, rateBasis: 'probe' }) as const;

test('nothing is predicted before a link and some sums were measured', () => {
  expect(sumCost(room(undefined), steps(costSteps, 8))).toEqual({
    measuredMs: 8,
    sums: 20,
    predicted: 'no-rate',
  });
  expect(sumCost(room(), [])).toEqual({ measuredMs: undefined, sums: 0, predicted: 'no-rate' });
  expect(sumCost(room(probe(1e7)), [])).toEqual({ measuredMs: undefined, sums: 0, predicted: 'no-sums' });
  expect(sumCost(room(probe(1e7)), steps(5, 30)).predicted).toBe('no-sums');
  expect(sumCost(room(probe(1e7)), steps(6, 30)).predicted).toMatchObject({ basis: 'probe' });
});

test('a sum of two members: two messages of half the gradient each, and the time per message of earlier sums', () => {
  // 50 kB at 10 MB/s take 5 ms; 4 of the 14 ms of each sum are left, 2 per message.
  const { predicted } = sumCost(room(traffic(1e7)), steps(costSteps, 14));
  expect(predicted).toEqual({ ms: 14, hops: 2, alphaMs: 2, hopBytes: 50_000, bytesPerSecond: 1e7, basis: 'traffic' }); // prettier-ignore
});

test('a step is predicted from the sums before it, not from itself', () => {
  const { measuredMs, predicted } = sumCost(room(traffic(1e7)), [...steps(16, 14), ...steps(20, 34)]);
  expect(measuredMs).toBe(34);
  // Half of the records before the first nine of the twenty are still old sums.
  expect(predicted).toMatchObject({ alphaMs: 12 });
  const first = sumCost(room(traffic(1e7)), [...steps(16, 14), step(34)]);
  expect(first).toMatchObject({ measuredMs: 14, predicted: { alphaMs: 2 } });
  const grown = sumCost(room(traffic(1e7)), [...steps(16, 14, 3), step(34, 2)]);
  expect(grown.measuredMs, 'only sums of the present number of replicas count').toBe(34);
});

test('what is measured and what is predicted are of the same sums', () => {
  // The first five sums can only predict. Their median, with the three later ones, would be 14 ms.
  const { measuredMs, sums } = sumCost(room(traffic(1e7)), [...steps(5, 14), ...steps(3, 34)]);
  expect([measuredMs, sums]).toEqual([34, 3]);
});

test('a new world size has no measurement yet, and is predicted', () => {
  // Three members: four messages of 33 kB. Two members took 14 ms, 2 per message.
  const { measuredMs, predicted } = sumCost(room(traffic(1e7), traffic(2e7)), steps(20, 14));
  expect(measuredMs).toBeUndefined();
  expect(predicted).toMatchObject({ hops: 4, alphaMs: 2 });
  expect((predicted as { ms: number }).ms).toBeCloseTo(4 * (2 + 100 / 30), 6);
});

test('the slower of the two links in the ring counts, and links outside the ring do not', () => {
  expect(sumCost(room(traffic(3e7), probe(2e7)), steps(9, 40, 3)).predicted).toMatchObject({ bytesPerSecond: 2e7, basis: 'probe' }); // prettier-ignore
  expect(sumCost(room(traffic(3e7), probe(1e4), traffic(4e7)), steps(9, 40, 4)).predicted).toMatchObject({ bytesPerSecond: 3e7 }); // prettier-ignore
});

test('a sum that is faster than the measured links corrects their rate', () => {
  // 1.11 s was once shown beside 38 ms.
  const { predicted } = sumCost(room(probe(100_000)), steps(costSteps, 38));
  expect(predicted).toMatchObject({ basis: 'sums', alphaMs: 0 });
  expect((predicted as { ms: number }).ms).toBeCloseTo(38, 6);
});

test('sums of another run do not count', () => {
  const { measuredMs, predicted } = sumCost(room(traffic(1e7)), [...steps(30, 900, 2, 1), ...steps(8, 14, 2, 2)]); // prettier-ignore
  expect(measuredMs).toBe(14);
  expect(predicted).toMatchObject({ ms: 14 });
});

test('a sum of another topology or codec does not count, and a codec makes the bytes fewer', () => {
  const before = steps(20, 900);
  const star = steps(20, 14).map((record) => ({ ...record, topology: 'star' as const }));
  expect(sumCost(room(traffic(1e7)), [...before, ...star])).toMatchObject({
    measuredMs: 14,
    predicted: { ms: expect.closeTo(14, 6) as number },
  });
  const buckets = { codec: { kind: 'bf16' } } as Snapshot['buckets'];
  const shown = { ...room(traffic(1e7)), buckets };
  const half = steps(20, 14).map((record) => ({ ...record, codec: 'bf16' as const }));
  const { measuredMs, predicted } = sumCost(shown, [...before, ...half]);
  expect(measuredMs).toBe(14);
  // Two messages of 25 kB take 2.5 ms each; of 14 ms 9 are left.
  expect(predicted).toMatchObject({ ms: expect.closeTo(14, 6) as number, hopBytes: 25_000, alphaMs: 4.5 });
  expect(sumCost(shown, before).measuredMs).toBeUndefined();
});

test('a sum of another mode does not count: no fragment’s bytes for a whole vector', () => {
  const local = { innerSteps: 2, innerRate: 0.1, outerRate: 0.7, planned: 1 };
  const whole = steps(20, 900);
  const diloco = steps(20, 800).map((record) => ({ ...record, local: { ...local, innerSteps: 8 } }));
  // Two fragments: 25 kB in each message take 2.5 ms at 10 MB/s; of 14 ms 9 are left.
  const sync = streamingDiloco(4, { fragments: 2 });
  const parts = steps(8, 14).map((record) => ({ ...record, local: { ...local, fragment: { number: 1, of: 2 } } })); // prettier-ignore
  const shown = { ...room(traffic(1e7)), sync };
  const expected = { measuredMs: 14, predicted: { ms: expect.closeTo(14, 6) as number, alphaMs: 4.5, hopBytes: 25_000, basis: 'traffic' } }; // prettier-ignore
  expect(sumCost(shown, [...whole, ...diloco, ...parts])).toMatchObject(expected);
  expect(sumCost(shown, [...whole, ...diloco])).toMatchObject({
    measuredMs: undefined,
    predicted: 'no-sums',
  });
  expect(sumCost(room(traffic(1e7)), [...parts, ...steps(8, 14)]).predicted).toMatchObject({ alphaMs: 2 });
});

test('PowerSGD takes two sums, one after the other', () => {
  const buckets = { codec: { kind: 'power-sgd', rank: 4 } } as Snapshot['buckets'];
  const shown = { ...room(traffic(1e7)), buckets, factorBytes: [20_000, 10_000] as const };
  const records = steps(costSteps, 7).map((record) => ({
    ...record,
    codec: 'power-sgd' as const,
    codecNumber: 4,
  }));
  // Two members: two messages of 10 kB, then two of 5 kB, 3 ms in all; of 7 ms 4 are left, 1 for each message.
  expect(sumCost(shown, records).predicted).toMatchObject({ ms: expect.closeTo(7, 6) as number, hops: 4, alphaMs: 1, hopBytes: 7_500 }); // prettier-ignore
});

test('gathered parts: one message in a full mesh, which brings all other parts', () => {
  const buckets = { codec: { kind: 'sign' } } as Snapshot['buckets'];
  const links = [traffic(1e6), traffic(1e6), traffic(1e6)];
  const records = steps(costSteps, 20, 4).map((record) => ({ ...record, topology: 'gathered', codec: 'sign' }) as const); // prettier-ignore
  // 25,000 bits and 98 scales: 3,517 bytes from each of three others take 10.551 ms at 1 MB/s.
  const { predicted } = sumCost({ ...room(...links), buckets }, records);
  expect(predicted).toMatchObject({ ms: expect.closeTo(20, 6) as number, hops: 1, alphaMs: expect.closeTo(9.449, 6) as number }); // prettier-ignore
});

test('sums of another share of kept elements do not count', () => {
  const buckets = { codec: { kind: 'top-k', share: 0.01 } } as Snapshot['buckets'];
  const shown = { ...room(traffic(1e7)), buckets };
  const of = (ms: number, codecNumber: number) => steps(20, ms).map((record) => ({ ...record, codec: 'top-k' as const, codecNumber })); // prettier-ignore
  expect(sumCost(shown, [...of(40, 0.03), ...of(14, 0.01)]).measuredMs).toBe(14);
});
