// J1, J4: the log of one catch-up: what is open, what a header settles, and what is dropped.
import { expect, test } from 'vitest';
import type { AgreedState } from '../decide/compare-states';
import { decide } from '../decide/decide';
import type { Decision } from '../decide/decision';
import type { HeaderRecord } from '../header/header-record';
import { newRun, type RunState } from '../run/run-state';
import { testConfig } from '../testing/real-ring';
import { digestOf, ids, lastStep, recordOf, viewOf } from '../testing/samples';
import { CatchUpLog, type LoggedFacts, type ShownState } from './catch-up-log';

const [donor, self] = ids;
const view = viewOf([donor, self]);
const start: RunState = {
  ...{ ...newRun(testConfig), version: 5, initialized: true, status: 'running' },
  plan: {
    positions: [[0, 8]],
    shards: [{ member: donor, count: 8 }],
    learningRate: Math.fround(0.01),
    buckets: testConfig.buckets,
  },
};
const sum = new Float32Array(1_000);
const facts = { worldSize: 2 } as LoggedFacts;

function stepOf(state: RunState): Decision & { kind: 'step' } {
  const { version } = state;
  const records = [recordOf({ version, contribution: 8 }), recordOf({ version, status: 'catching-up' })];
  return decide({ view, round: 0, records }, state, [], { hasStepped: true }) as Decision & { kind: 'step' };
}

/** A log with one open step. */
function withStep(): CatchUpLog {
  const log = new CatchUpLog(start);
  log.stepped(stepOf(start), sum, facts);
  return log;
}

/** The donor’s record after `step`, as a header of `version` shows it. */
function header(version: number, step: number, isSkipped = false) {
  const records: readonly HeaderRecord[] = [
    recordOf({ version, last: lastStep({ step, isSkipped }) }),
    recordOf({ version, status: 'catching-up', last: lastStep({ step, isSkipped: !isSkipped }) }),
  ];
  const agreed: AgreedState = {
    ...{ version, digest: digestOf(1), isDisagreement: false, reason: 'a test' },
    ...{ sources: [0], targets: [] },
  };
  const shown = (isCommitted = true): ShownState => ({
    digest: digestOf(1),
    view,
    records,
    epochMs: 0,
    isCommitted,
  });
  return { agreed, shown };
}

test('J1: an open step counts as not skipped, until the next record of a current member shows the contrary', () => {
  for (const isSkipped of [false, true]) {
    const log = withStep();
    expect(log.state).toMatchObject({ version: 6, step: 1, examples: 8 });
    const { agreed, shown } = header(6, 1, isSkipped);
    expect([log.isSettled, log.settle(agreed, shown()), log.isSettled]).toEqual([false, true, true]);
    expect(log.state).toMatchObject({ version: 6, step: 1, examples: isSkipped ? 0 : 8 });
    expect(log.first?.after).toEqual(log.state);
    expect(log.first?.shown?.digest).toBe(digestOf(1));
  }
});

test('J1: without a current member’s record of that step, nothing shows how it ended', () => {
  const log = withStep();
  const { agreed, shown } = header(6, 0);
  expect([log.settle(agreed, shown()), log.isSettled]).toEqual([false, false]);
});

test('J4: a header at another version settles nothing', () => {
  const log = withStep();
  for (const version of [5, 7]) {
    const { agreed, shown } = header(version, 1);
    expect([log.settle(agreed, shown()), log.isSettled]).toEqual([false, false]);
  }
});

test('H4: a header that shows that no member lacked the entry replaces an earlier one that did not, never the reverse', () => {
  const log = withStep();
  const { agreed, shown } = header(6, 1);
  for (const [isCommitted, expected] of [
    [false, false],
    [true, true],
    [false, true],
  ]) {
    // prettier-ignore
    log.settle(agreed, shown(isCommitted));
    expect(log.first?.shown?.isCommitted).toBe(expected);
  }
});

test('J4: an open entry that no member finished is dropped, with its bytes; an entry that was shown or replayed is not', () => {
  const log = withStep();
  expect(log.bytes).toBe(sum.byteLength + 2 * 1024); // and two records
  expect(log.dropLast()).toBe(true);
  expect([log.state, log.bytes, log.length, log.pending]).toEqual([start, 0, 0, 0]);
  expect(log.dropLast()).toBe(false);
  const shown = withStep();
  shown.settle(header(6, 1).agreed, header(6, 1).shown());
  expect(shown.dropLast()).toBe(false);
  const replayed = withStep();
  replayed.replayed();
  expect([replayed.dropLast(), replayed.length, replayed.pending, replayed.bytes]).toEqual([false, 1, 0, 0]);
});

test('a decision without a step is logged with the state after it', () => {
  const log = new CatchUpLog(start);
  const next: RunState = { ...start, version: 6, status: 'paused' };
  log.decided(next);
  expect([log.state, log.first?.step, log.bytes]).toEqual([next, undefined, 0]);
  expect(log.settle(header(6, 0).agreed, header(6, 0).shown())).toBe(true);
  expect(log.state).toEqual(next);
});

test('J4: a missed step is shown from the beginning, and open until its sum is here', () => {
  const log = new CatchUpLog(start);
  const after = { ...start, version: 6, step: 1, examples: 8 };
  log.missed(after, { learningRate: 0.01, exampleCount: 8, known: undefined }, header(6, 1).shown());
  expect([log.isSettled, log.state, log.bytes, log.first?.step?.sum]).toEqual([true, after, 0, undefined]);
  log.fetched(sum);
  expect([log.bytes, log.first?.step?.sum]).toEqual([sum.byteLength, sum]);
  log.replayed();
  expect([log.bytes, log.pending, log.length]).toEqual([0, 0, 1]);
});
