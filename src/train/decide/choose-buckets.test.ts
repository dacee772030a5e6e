// S18: the records and the run state choose the sizes of measured buckets.
import { expect, test } from 'vitest';
import type { HeaderRecord } from '../header/header-record';
import { newRun, type RunState } from '../run/run-state';
import { planCountsOf } from '../run/plan-counts';
import { testConfig } from '../testing/real-ring';
import { headerOf, ids, recordOf, viewOf } from '../testing/samples';
import { syncNamed, syncNameOf } from '../run/sync';
import { bestBucketBytes } from './bucket-size';
import { chooseBuckets } from './choose-buckets';

const layers = [400, 400, 2].map((units) => ({ kind: 'dense', units, activation: 'tanh' }) as const);
const config = {
  ...testConfig,
  ...{ model: { ...testConfig.model, layers }, localBatch: 8, microBatch: 8 },
  buckets: { ...testConfig.buckets, mode: 'measured' as const, firstBytes: 1 << 20, capBytes: 25 << 20 },
};
const state: RunState = { ...newRun(config), status: 'running' };
const lineOf = (
  messageMs: number,
  bytesPerSecond: number,
  withinBytesPerSecond = 0,
): HeaderRecord['line'] => ({ messageMs, bytesPerSecond, withinBytesPerSecond });
/** 100 ms of computing. */
const worker = (change: Partial<HeaderRecord> = {}): HeaderRecord =>
  recordOf({
    ...{ contribution: 8, termsPerSecond: 80 },
    line: lineOf(0.3, 2.5e6),
    ...change,
  });
const header = (...records: HeaderRecord[]) => headerOf(viewOf(ids.slice(0, records.length)), records);

const expected = {
  ...{
    elements: planCountsOf(config).parameters,
    backwardMs: (2 / 3) * 100,
    worldSize: 3,
    topology: 'ring' as const,
  },
  ...{ messageMs: 0.3, bytesPerSecond: 2.5e6, bytesOf: (elements: number) => 4 * elements },
};

test('S18 the best size for the line, and equal ones', () => {
  const chosen = chooseBuckets(header(worker(), worker(), worker()), state, 16);
  const bytes = bestBucketBytes(expected);
  expect(chosen).toEqual({ ...state.buckets, firstBytes: bytes, capBytes: bytes });
  expect(bytes).toBeLessThan(1 << 18);
});

test('S18 the slowest link and member count, and the least time of a message', () => {
  const slowLink = worker({ line: lineOf(9, 0.6e6) });
  const slowMember = worker({ termsPerSecond: 8 });
  const chosen = chooseBuckets(header(worker(), slowLink, slowMember), state, 16);
  expect(chosen.capBytes).toBe(bestBucketBytes({ ...expected, bytesPerSecond: 0.6e6, backwardMs: (2 / 3) * 1000 })); // prettier-ignore
});

test('S18 it keeps the sizes: between looks, for a small gain, unmeasured, in another mode, alone', () => {
  const all = header(worker(), worker(), worker());
  const kept = (of: RunState, at = 16, by = all): void => expect(chooseBuckets(by, of, at)).toBe(of.buckets);
  for (const step of [1, 15, 17, 31]) kept(state, step);
  const best = bestBucketBytes(expected);
  for (const bytes of [best, 1.2 * best])
    kept({ ...state, buckets: { ...state.buckets, firstBytes: bytes, capBytes: bytes } });
  for (const blind of [
    worker({ termsPerSecond: 0 }),
    worker({ line: lineOf(0, 1e6) }),
    worker({ line: lineOf(1, 0) }),
  ])
    kept(state, 16, header(worker(), blind, worker()));
  kept({ ...state, buckets: { ...state.buckets, mode: 'bucketed' } });
  kept(state, 16, header(worker()));
});

test('S18 a member that catches up or sends zeros need not have measured', () => {
  const zeros = worker({ contribution: 0, line: lineOf(0, 0) });
  const catchingUp = recordOf({ status: 'catching-up' });
  const chosen = chooseBuckets(header(worker(), zeros, catchingUp), state, 16);
  expect(chosen.capBytes).toBe(bestBucketBytes(expected));
});

test('S18 where all buckets are final at the end: one bucket, as without overlap', () => {
  const small = { ...state, buckets: { ...state.buckets, firstBytes: 4096, capBytes: 4096 } };
  const all = header(worker(), worker(), worker());
  for (const sync of [syncNamed('local-sgd', 8), syncNamed('diloco', 8), syncNamed('streaming-diloco', 8)]) {
    const fragments = sync.kind === 'streaming' ? sync.fragments : 1;
    const { capBytes } = chooseBuckets(all, { ...small, sync }, 16);
    expect(capBytes, syncNameOf(sync, 'f32')).toBeGreaterThanOrEqual((4 * expected.elements) / fragments);
  }
  const mixed: RunState = { ...small, config: { ...config, precision: 'mixed' } };
  expect(chooseBuckets(all, mixed, 16).capBytes).toBeGreaterThanOrEqual(4 * expected.elements);
});

test('S18 without overlap one bucket', () => {
  const apart = { ...state, buckets: { ...state.buckets, overlap: false, firstBytes: 4096, capBytes: 4096 } };
  const { capBytes } = chooseBuckets(header(worker(), worker(), worker()), apart, 16);
  expect(capBytes).toBeGreaterThanOrEqual(4 * expected.elements);
});

test('S18b the way of sums: for a gain, at a look, once every edge is measured; the host’s own way stays', () => {
  const auto = { ms: 0, ringMs: 0 };
  const left: RunState = { ...state, buckets: { ...state.buckets, mode: 'bucketed', auto } };
  const far = (change: Partial<HeaderRecord> = {}) => worker({ flightsMs: [100, 100, 100], ...change });
  const all = header(far(), far(), far());
  const chosen = chooseBuckets(all, left, 16);
  expect(chosen).toMatchObject({ topology: 'direct', capBytes: left.buckets.capBytes });
  expect(chosen.auto!.ms).toBeLessThan(chosen.auto!.ringMs);
  expect(chooseBuckets(all, { ...left, buckets: chosen }, 32), 'nothing is gained any more').toBe(chosen);
  expect(chooseBuckets(all, left, 17)).toBe(left.buckets);
  expect(chooseBuckets(all, left, 4), 'the first choice is sooner').toEqual(chosen);
  const slow = { ...left, buckets: { ...chosen, topology: 'ring' as const } };
  for (const at of [4, 20]) expect(chooseBuckets(all, slow, at), 'the next ones are not').toBe(slow.buckets);
  expect(chooseBuckets(all, slow, 32).topology).toBe('direct');
  const silent = worker();
  expect(chooseBuckets(header(far(), silent, silent), left, 16), 'the others’ words are enough').toEqual(
    chosen,
  );
  expect(chooseBuckets(header(silent, silent, silent), left, 16), 'nothing is measured').toBe(left.buckets);
  const unlinked = chooseBuckets(header(far(), far({ lacksLink: true }), far()), left, 16);
  expect(unlinked.topology, 'no straight way where a link is missing').not.toBe('direct');
  const host = { ...left, buckets: { ...left.buckets, auto: undefined } };
  expect(chooseBuckets(all, host, 16)).toBe(host.buckets);
});

test('S18b near to each other sums stay around the ring, and the times say so', () => {
  const left: RunState = { ...state, buckets: { ...state.buckets, auto: { ms: 0, ringMs: 0 } } };
  const near = () => worker({ flightsMs: [1, 1, 1], line: lineOf(0.001, 1e6) });
  const chosen = chooseBuckets(header(near(), near(), near()), left, 16);
  expect(chosen.topology).toBe('ring');
  expect(chosen.auto!.ms).toBe(chosen.auto!.ringMs);
  expect(chosen.auto!.ms).toBeGreaterThan(0);
});

test('S18b one sum of the whole gradient is timed as one, whatever the sizes of buckets say', () => {
  const auto = { ms: 0, ringMs: 0 };
  const msOf = (mode: 'single' | 'bucketed', capBytes: number): number => {
    const left: RunState = { ...state, buckets: { ...state.buckets, mode, capBytes, auto } };
    const far = () => worker({ flightsMs: [100, 100, 100] });
    return chooseBuckets(header(far(), far(), far()), left, 16).auto!.ms;
  };
  expect(msOf('single', 4096)).toBe(msOf('single', 1 << 20));
  expect(msOf('bucketed', 4096)).not.toBe(msOf('bucketed', 1 << 20));
});

/** Ranks 0 and 1 on one machine, 2 and 3 on another: around the ring in this order. */
const mixed = (change: (rank: number) => Partial<HeaderRecord> = () => ({})) =>
  header(
    ...[0, 1, 2, 3].map((rank) =>
      worker({
        // 0.1 ms within a machine, 2 between them.
        flightsMs: [0, 1, 2, 3].map((to) => (to >> 1 === rank >> 1 ? 0.1 : 2)),
        machineMates: 2 ** (rank ^ 1),
        line: rank % 2 === 0 ? lineOf(0.3, 0, 1e9) : lineOf(0.3, 2e6),
        ...change(rank),
      }),
    ),
  );
const leftToIt: RunState = {
  ...state,
  buckets: { ...state.buckets, mode: 'single', auto: { ms: 0, ringMs: 0 } },
};

test('S18d two levels where members share machines: a machine’s line carries 1 gradient in place of 1.5', () => {
  const chosen = chooseBuckets(mixed(), leftToIt, 16);
  expect(chosen.topology).toBe('two-levels');
  const { parameters } = planCountsOf(config);
  const gradientMs = (4 * parameters) / 2e3;
  // Four messages of 0.3 ms; two flights within machines, two between them; and within, half a gradient up and down.
  expect(chosen.auto!.ms).toBeCloseTo(gradientMs + 4 * 0.3 + 2 * 0.1 + 2 * 2 + (4 * parameters) / 1e6, 6);
  expect(chosen.auto!.ringMs).toBeGreaterThan(1.5 * gradientMs);
  const kept = { ...leftToIt, buckets: chosen };
  expect(chooseBuckets(mixed(), kept, 32), 'nothing is gained any more').toBe(chosen);
});

test('S18d the choice needs both ends’ words, a gain of a fifth, and a line between machines that is the slower', () => {
  const wayOf = (of: ReturnType<typeof mixed>) => chooseBuckets(of, leftToIt, 16).topology;
  expect(wayOf(mixed(() => ({ machineMates: 0 })))).not.toBe('two-levels');
  expect(
    wayOf(mixed((rank) => (rank === 0 ? { machineMates: 255 } : { machineMates: 0 }))),
    'the claim of one alone draws nobody into a group',
  ).not.toBe('two-levels');
  expect(wayOf(mixed(() => ({ machineMates: 0b1111 }))), 'all on one machine').not.toBe('two-levels');
  expect(wayOf(mixed(() => ({ line: lineOf(0.3, 2e6, 1e6) }))), 'a slow machine').not.toBe('two-levels');
});

test('S18d a rate within machines that nobody has measured counts as that of the line', () => {
  const [measured, unmeasured] = [2e6, 0].map((within) =>
    chooseBuckets(
      mixed(() => ({ line: lineOf(0.3, 2e6, within) })),
      leftToIt,
      16,
    ),
  );
  expect(unmeasured).toEqual(measured);
});
