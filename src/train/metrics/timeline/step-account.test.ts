import { expect, test } from 'vitest';
import { prng } from '../../../base/prng';
import { splitStep, type Interval } from '../step-split';
import { accountOf, mostSpans, spanKinds, type MeasuredStep } from './step-account';
import { StepAccounts } from './step-accounts';

const step: MeasuredStep = {
  ...{ run: 1, step: 7, isOverlapped: true },
  trace: {
    wall: [100, 200],
    compute: [[90, 140]],
    moving: [[120, 160]],
    waiting: [
      { interval: [130, 170], member: 'b' },
      { interval: [165, 190], member: 'c' },
    ],
  },
  outcome: {
    spans: [
      [110, 150],
      [118, 160],
    ],
    transfers: [
      { sending: [[112, 114], [114, 119]], receiving: [[125, 150]] },
      { sending: [[118, 121]], receiving: [[155, 155]] },
    ],
  },
}; // prettier-ignore

test('a step becomes spans within it: what overlaps stays apart by bucket, and waits are those of the split', () => {
  const span = (kind: string, startMs: number, endMs: number, more = {}) => ({
    kind,
    startMs,
    endMs,
    ...more,
  });
  expect(accountOf(step)).toEqual({
    ...{ run: 1, step: 7, isOverlapped: true, startMs: 100, endMs: 200 },
    spans: [
      span('compute', 100, 140), // the time before the step is the step's before it
      span('send', 112, 119, { buckets: [0, 0] }),
      span('send', 118, 121, { buckets: [1, 1] }),
      span('receive', 125, 150, { buckets: [0, 0] }),
      span('receive', 155, 155, { buckets: [1, 1] }),
      span('wait', 160, 170, { member: 'b' }), // until 160 it computed or moved bytes
      span('wait', 170, 190, { member: 'c' }),
      span('finish', 160, 200),
    ],
  });
});

test('random steps: few spans, in order, within the step; the waits add up to the split’s, less what is too short to keep', () => {
  const random = prng('accounts', 3);
  for (let round = 0; round < 60; round++) {
    const interval = (): Interval => {
      const start = random.below(1000);
      return [start, start + random.below(40)];
    };
    const many = (most: number): Interval[] => Array.from({ length: random.below(most) }, interval);
    const trace = {
      ...{ wall: [100, 900] as const, compute: many(30), moving: many(4) },
      waiting: many(round % 2 === 0 ? 6 : 80).map((one) => ({
        interval: one,
        member: `m${random.below(3)}`,
      })),
    };
    const transfers = Array.from({ length: 1 + random.below(40) }, () => ({ sending: many(20), receiving: many(20) })); // prettier-ignore
    const account = accountOf({ ...step, trace, outcome: { spans: [], transfers } });
    for (const kind of spanKinds) {
      const spans = account.spans.filter((one) => one.kind === kind);
      expect(spans.length).toBeLessThanOrEqual(mostSpans[kind]);
      for (const { startMs, endMs } of spans)
        expect(100 <= startMs && startMs <= endMs && endMs <= 900).toBe(true);
      expect(spans.map(({ startMs }) => startMs)).toEqual(spans.map(({ startMs }) => startMs).sort((a, b) => a - b)); // prettier-ignore
    }
    // Something is left of every bucket, though under a joint name.
    const sent = account.spans.filter(({ kind }) => kind === 'send');
    transfers.forEach(({ sending }, bucket) => {
      if (sending.length > 0)
        expect(sent.some(({ buckets }) => buckets![0] <= bucket && bucket <= buckets![1])).toBe(true);
    });
    const waits = account.spans.filter(({ kind }) => kind === 'wait');
    const waitedMs = waits.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    if (waits.length < mostSpans.wait) expect(waitedMs).toBeCloseTo(splitStep(trace).waitingMs, 6);
  }
});

test('the last steps are kept, those before a switch of overlap too; another run forgets all', () => {
  const accounts = new StepAccounts();
  const add = (number: number, isOverlapped: boolean, run = 1): void => {
    const trace = { ...step.trace, wall: [100 * number, 100 * number + 90] as const };
    accounts.add({ ...step, step: number, isOverlapped, run, trace });
  };
  const shown = (nowMs: number): number[] => accounts.shown(nowMs).map((one) => one.step);
  for (let number = 1; number <= 50; number++) add(number, number > 40);
  expect(shown(5090)).toEqual([37, 38, 39, 40, 46, 47, 48, 49]);
  expect(shown(7000)).toEqual([37, 38, 39, 40, 47, 48, 49, 50]); // an idle ring has finished the last one
  for (let number = 51; number <= 200; number++) add(number, true);
  expect(shown(20_000)).toEqual([37, 38, 39, 40, 196, 197, 198, 199]);
  expect(accounts.of(1, 38)?.isOverlapped).toBe(false);
  expect([accounts.of(1, 100), accounts.of(2, 199)]).toEqual([undefined, undefined]);
  add(199, true); // summed again
  expect(shown(90_000)).toEqual([37, 38, 39, 40, 196, 197, 198, 199]);
  add(1, true, 2);
  expect(shown(90_000)).toEqual([1]);
});
