import { expect, test } from 'vitest';
import { addBucketTimes, assumedShares } from './bucket-times';
import { streamingDiloco } from '../run/modes/streaming';
import { everyStep, syncNamed } from '../run/sync';
import { whatIf, type TimedStep, type WhatIf, type WhatIfInput } from './what-if';

// A ring of three on a line of 1,000 bytes a ms and 5 ms a message. A single late member waits for 30,000 bytes for 30 ms,
// and for 3 messages in a row 15 ms. It computes for 100 ms, the rest of the step takes 10 ms: 155 ms without overlap.
const fast = { computeMs: 40, overlappedMs: 0, exposedMs: 45, waitingMs: 60, otherMs: 10, wallMs: 155 };
const step: TimedStep = {
  step: 7,
  ...{ run: 1, generation: 2, topology: 'ring', codec: 'f32', worldSize: 3, headerMs: 2 },
  ...{ buckets: 1, isOverlapped: false },
  splits: {
    a: { ...fast, waitedFor: 'b' },
    b: { ...fast, computeMs: 100, exposedMs: 40, waitingMs: 5 },
    c: { ...fast, waitedFor: 'b' },
  },
  contributions: { a: 8, b: 8, c: 8 },
};
const input: WhatIfInput = {
  steps: Array.from({ length: 6 }, () => step),
  codec: { kind: 'f32' },
  sync: everyStep,
  isOverlapped: false,
  bucketTimes: { elements: [7_500], readyShares: undefined },
  bytesPerSecond: 1e6,
  isBatchFixed: false,
  microBatches: 1,
  isMixed: false,
  otherCodec: { kind: 'fp16' },
  otherPath: 'ring',
};

function predicted(change: Partial<WhatIfInput> = {}): WhatIf {
  const result = whatIf({ ...input, ...change });
  if (typeof result === 'string') throw new Error(result);
  return result;
}

/** The steps with other times after computing, at every member. */
function steps(afterMs: number, change: Partial<TimedStep> = {}): TimedStep[] {
  const splits = Object.fromEntries(
    Object.entries(step.splits).map(([member, split]) => {
      const computeMs = split.computeMs + split.overlappedMs;
      const waitingMs = 100 - computeMs;
      return [member, { ...split, exposedMs: afterMs, waitingMs, wallMs: 110 + afterMs }];
    }),
  );
  return Array.from({ length: 6 }, () => ({ ...step, splits, ...change }));
}

test('each case as calculated by hand', () => {
  const { now, withoutSlowest, noCommunication, otherCodec, alphaMs } = predicted();
  expect(alphaMs).toBeCloseTo(5, 1);
  expect(now.stepMs).toBeCloseTo(155, 1);
  expect(now.timeline.sums[0][0]).toBe(100);
  expect(now.timeline.sums[0][1]).toBeCloseTo(145, 1);
  // Two members: 40 ms of computing, 30 of bytes, 2 messages, the rest.
  expect(withoutSlowest?.member).toBe('b');
  expect(withoutSlowest?.case.stepMs).toBeCloseTo(40 + 30 + 10 + 10, 1);
  expect(withoutSlowest?.case.members).toEqual(['a', 'c']);
  expect(withoutSlowest?.examplesShare).toBeCloseTo(2 / 3, 9);
  expect(noCommunication.stepMs).toBeCloseTo(110, 9);
  // fp16: a little more than half of the bytes.
  expect(otherCodec.stepMs).toBeGreaterThan(100 + 15 + 15 + 10 - 0.1);
  expect(otherCodec.stepMs).toBeLessThan(100 + 15 + 15 + 10 + 0.1);
});

test('all cases are one and the same step, the most usual one', () => {
  // Five usual steps; in one nearly all is computing, in one nearly all is what comes after it. Both take about as long.
  const odd = (computeMs: number, afterMs: number, restMs: number, number: number): TimedStep => ({
    ...step,
    step: number,
    splits: Object.fromEntries(
      ['a', 'b', 'c'].map((member) => [
        member,
        {
          ...fast,
          computeMs,
          exposedMs: afterMs,
          waitingMs: 0,
          otherMs: restMs,
          wallMs: computeMs + afterMs + restMs,
        },
      ]),
    ),
  });
  const mixed = [odd(100, 45, 10, 1), odd(20, 40, 95, 2), odd(140, 10, 5, 3), odd(101, 45, 10, 4), odd(99, 45, 10, 5), odd(60, 91, 5, 6), odd(80, 30, 44, 7)]; // prettier-ignore
  const all = predicted({ steps: mixed });
  const cases = [all.now, all.withoutSlowest!.case, all.noCommunication, all.overlap!, all.otherCodec];
  expect(cases.map(({ restMs }) => restMs)).toEqual(cases.map(() => all.now.restMs));
  for (const { stepMs, restMs, timeline } of cases) expect(timeline.endMs + restMs).toBeCloseTo(stepMs, 9);
  const is = mixed.find((one) => one.step === all.usualStep)!;
  expect(all.now.stepMs).toBeCloseTo(is.splits.a.wallMs, 1);
  expect(all.noCommunication.timeline.endMs).toBe(is.splits.a.computeMs);
  expect(all.steps).toBe(7);
});

test('a fixed batch: the others take over the examples of the one that is gone', () => {
  const { withoutSlowest } = predicted({ isBatchFixed: true });
  expect(withoutSlowest?.case.stepMs).toBeCloseTo(60 + 30 + 10 + 10, 1);
  expect(withoutSlowest?.examplesShare).toBe(1);
});

test('overlap, off to on and on to off, with two buckets', () => {
  const bucketTimes = { elements: [2_500, 5_000], readyShares: [0.6, 1] };
  const two = input.steps.map((one) => ({ ...one, buckets: 2 }));
  const off = predicted({ bucketTimes, steps: two });
  expect(off.now.stepMs).toBeCloseTo(155, 1);
  // The first bucket is on the line from 60 to 70 ms, the second from 100 to 120, then 15 ms of messages.
  expect(off.overlap?.stepMs).toBeCloseTo(100 + 20 + 15 + 10, 1);
  expect(off.overlap?.timeline.sums.map(([start]) => start)).toEqual([60, 100]);
  const on = predicted({
    bucketTimes,
    isOverlapped: true,
    steps: steps(20 + 15, { buckets: 2, isOverlapped: true }),
  });
  expect(on.alphaMs).toBeCloseTo(5, 1);
  expect(on.overlap?.stepMs).toBeCloseTo(155, 1);
  expect(predicted({ bucketTimes, steps: two, isMixed: true }).overlap).toBeUndefined();
});

test('without a change it gives the measured time, whatever the links were measured at', () => {
  for (const bytesPerSecond of [1e4, 1e6, 1e9])
    for (const isOverlapped of [false, true]) {
      const bucketTimes = { elements: [2_500, 5_000], readyShares: [0.6, 1] };
      const alike = input.steps.map((one) => ({ ...one, buckets: 2, isOverlapped }));
      const { now } = predicted({ bytesPerSecond, isOverlapped, bucketTimes, steps: alike });
      expect(now.stepMs / 155).toBeGreaterThan(0.99);
      expect(now.stepMs / 155).toBeLessThan(1.01);
    }
});

test('a header that takes longer than computing delays every sum', () => {
  // All begin at once then: 40 ms of bytes, 20 of messages.
  const { now, noCommunication } = predicted({ steps: steps(110, { headerMs: 150 }) });
  expect(now.timeline.sums[0][0]).toBe(150);
  expect(now.stepMs).toBeCloseTo(220, 1);
  expect(noCommunication.stepMs).toBeCloseTo(110, 9);
});

test('two late members wait for the whole ring', () => {
  const late = steps(60).map((one) => ({ ...one, splits: { ...one.splits, c: one.splits.b } }));
  const { now, alphaMs } = predicted({ steps: late });
  expect(alphaMs).toBeCloseTo(5, 1);
  expect(now.stepMs).toBeCloseTo(170, 1);
});

// 300,000 bytes are 400 ms of a line. The link holds 65,536 of them.
test.each([
  ['its link must take all that it passes on, but for what it holds', 200, 200 + 400 - 65.536 + 10],
  ['every line carries all bytes, from the mean of the members’ times', 100, (10 + 100 + 10) / 3 + 400 + 5],
])('a late member on a slow line: %s', (_, slowestMs, sumsMs) => {
  const bucketTimes = { elements: [75_000], readyShares: undefined };
  const late = steps(sumsMs - slowestMs).map((one) => {
    const early = { ...one.splits.a, computeMs: 10, waitingMs: slowestMs - 10 };
    const slowest = { ...one.splits.b, computeMs: slowestMs };
    return { ...one, splits: { a: early, b: slowest, c: early } };
  });
  const { now, alphaMs, otherCodec } = predicted({ steps: late, bucketTimes });
  expect(alphaMs).toBeCloseTo(5, 1);
  expect(now.timeline.endMs).toBeCloseTo(sumsMs, 1);
  // Half of the bytes: the late member's own parts are last, N chunks of them, 150 ms.
  expect(otherCodec.timeline.endMs / (slowestMs + 150 + 15)).toBeCloseTo(1, 2);
});

test('overlap turned on: a header that was over long before anything left does not delay it', () => {
  const bucketTimes = { elements: [2_500, 5_000], readyShares: [0.3, 1] };
  const two = input.steps.map((one) => ({ ...one, buckets: 2, headerMs: 90 }));
  expect(predicted({ bucketTimes, steps: two }).overlap?.timeline.sums.map(([start]) => start)).toEqual([30, 100]); // prettier-ignore
});

// S17: the records follow the inner steps. The slowest one's comes 2 ms after its last inner step, and then all sums begin:
// 40 ms of bytes, 4 messages of 5 ms.
const diloco = syncNamed('diloco', 8);
const facts = { innerSteps: 8, innerRate: 0.1, outerRate: 0.7, planned: 24 };
const local = { sync: diloco, steps: steps(2 + 40 + 20, { local: facts, headerMs: 102 }) };

test('S17: with local steps all sums begin after the slowest record, and nothing overlaps', () => {
  for (const isOverlapped of [false, true]) {
    const { now, withoutSlowest, noCommunication, overlap, alphaMs } = predicted({ ...local, isOverlapped });
    expect(alphaMs).toBeCloseTo(5, 1);
    expect(now.timeline.sums[0][0]).toBe(102);
    expect(now.stepMs).toBeCloseTo(172, 1);
    expect(overlap).toBeUndefined();
    expect(noCommunication.stepMs).toBeCloseTo(110, 9);
    // Two members: 40 ms of computing, the header, 30 of bytes, 2 messages, the rest.
    expect(withoutSlowest?.case.stepMs).toBeCloseTo(40 + 2 + 30 + 10 + 10, 1);
  }
});

test('steps of another mode, and with another number of inner steps, do not count', () => {
  const alike = local.steps.slice(0, 4);
  for (const other of [
    undefined,
    { ...facts, innerSteps: 4 },
    { ...facts, fragment: { number: 1, of: 4 } },
  ]) {
    const before = Array.from({ length: 9 }, () => ({ ...local.steps[0], local: other }));
    expect(whatIf({ ...input, ...local, steps: [...before, ...alike] })).toBe('no-steps');
  }
  expect(whatIf({ ...input, steps: local.steps })).toBe('no-steps');
  expect(whatIf({ ...input, steps: input.steps, sync: diloco })).toBe('no-steps');
});

test('says what is missing', () => {
  expect(whatIf({ ...input, steps: input.steps.slice(0, 4) })).toBe('no-steps');
  expect(whatIf({ ...input, steps: [] })).toBe('no-steps');
  expect(whatIf({ ...input, steps: [{ ...step, worldSize: 1 }] })).toBe('alone');
  expect(whatIf({ ...input, bytesPerSecond: undefined })).toBe('no-rate');
  expect(whatIf({ ...input, sync: streamingDiloco(8) })).toBe('sums-beside');
  expect(whatIf({ ...input, bucketTimes: undefined })).toBe('no-buckets');
});

test('steps of another view, codec, topology or kind of buckets do not count', () => {
  const others = [
    { isOverlapped: true },
    { buckets: 3 },
    { generation: 1 },
    { codec: 'int8' as const },
    { codecNumber: 0.03 },
    { topology: 'tree' as const },
    { run: 0 },
  ];
  for (const other of others) {
    const mixed = [...Array.from({ length: 9 }, () => ({ ...step, ...other })), ...input.steps.slice(0, 4)];
    expect(whatIf({ ...input, steps: mixed })).toBe('no-steps');
  }
});

test('the times at which buckets are final: measured while they overlap, else a guess', () => {
  const gradient = { elements: [2_500, 5_000], readyMs: [30, 50], computeMs: 50, isOverlapped: true };
  const first = addBucketTimes(undefined, gradient);
  expect(first.readyShares).toEqual([0.6, 1]);
  const second = addBucketTimes(first, { ...gradient, readyMs: [40, 50] });
  expect(second.readyShares?.[0]).toBeCloseTo(0.6 + 0.2 * 0.2, 9);
  const apart = addBucketTimes(second, { ...gradient, readyMs: [50, 50], isOverlapped: false });
  expect(apart.readyShares).toEqual(second.readyShares);
  expect(addBucketTimes(second, { ...gradient, elements: [7_500], readyMs: [50] }).readyShares).toEqual([1]);
  expect(addBucketTimes(undefined, { ...gradient, isOverlapped: false }).readyShares).toBeUndefined();
  expect(assumedShares([2_500, 5_000], 1)).toEqual([1 - (2 / 3) * (2 / 3), 1]);
  expect(assumedShares([2_500, 5_000], 4)[0]).toBeCloseTo(1 - ((2 / 3) * (2 / 3)) / 4, 9);
});
