import { expect, test } from 'vitest';
import {
  disagreementText,
  exitCode,
  measuredLinks,
  RunTally,
  stepLine,
  summaryText,
  tableHead,
  tableRow,
} from './ring-report';
import type { WholeStep } from './step-ledger';
import { record } from '../testing/record';

const whole = (step: number): WholeStep => ({
  step,
  records: new Map([
    [0, record(step, ['a', 'b'])],
    [1, { ...record(step, ['a', 'b']), validation: { loss: 0.5, accuracy: 0.75 } }],
  ]),
});

test('the links of an emulated run: medians of what their ends measured', () => {
  const peer = (bytesPerSecond?: number, roundTripMs?: number) => ({ bytesPerSecond, roundTripMs });
  const seen = measuredLinks([peer(620_000, 82), peer(615_000, 81), peer(undefined, 95), peer(625_000)]);
  expect(seen).toEqual({ mbitPerSecond: 4.96, roundTripMs: 82 });
  expect(measuredLinks([])).toEqual({});
  const emulated = { line: '5 Mbit/s, 40 ms', ...seen };
  const summary = new RunTally('example').summary({ kind: 'done' }, 0, {}, emulated);
  expect(summary.emulated).toEqual(emulated);
  expect(summaryText(summary)).toContain(
    'emulated: 5 Mbit/s, 40 ms; the links measured 4.96 Mbit/s and a round trip of 82 ms',
  );
});

test('a step line holds the means over replicas and the bytes of all tabs', () => {
  expect(stepLine(whole(4))).toEqual({
    step: 4,
    loss: 0.5,
    accuracy: 0.5,
    validation: { loss: 0.5, accuracy: 0.75 },
    worldSize: 2,
    effectiveBatch: 64,
    learningRate: 0.1,
    gradientNorm: 1,
    generation: 1,
    contributions: { a: 32, b: 32 },
    digests: { a: 'digest-4', b: 'digest-4' },
    computeMs: 10,
    overlappedMs: 3,
    exposedMs: 1,
    waitingMs: 2,
    otherMs: 4,
    wallMs: 20,
    bytes: 2000,
    reportedBy: 2,
  });
});

test('with local steps a step line names both rates', () => {
  const local = { innerSteps: 8, innerRate: 0.1, outerRate: 0.7 };
  const first = { ...record(4, ['a', 'b']), local: { ...local, planned: 512, drift: 2 } };
  expect(stepLine({ step: 4, records: new Map([[0, first]]) })).toMatchObject({ learningRate: 0.1, local });
});

test('the summary measures rates over the steps after the first', () => {
  const tally = new RunTally('example');
  for (let step = 1; step <= 11; step++) tally.add(whole(step), stepLine(whole(step)));
  expect(tally.summary({ kind: 'done' }, 7)).toEqual({
    summary: true,
    term: 'example',
    outcome: 'done',
    steps: 11,
    seconds: 0.2,
    stepsPerSecond: 50,
    examplesPerSecond: 3200,
    firstLoss: 2,
    lastLoss: 2 / 11,
    validation: { loss: 0.5, accuracy: 0.75 },
    hidden: 0.75,
    bytes: 22_000,
    digestComparisons: 7,
  });
});

test('a run without a step has a summary too', () => {
  const summary = new RunTally('example').summary({ kind: 'failed', why: 'no step for 60 s' }, 0);
  expect(summary).toMatchObject({ outcome: 'failed', why: 'no step for 60 s', steps: 0, stepsPerSecond: 0 });
  expect(summaryText(summary)).toContain('FAILED: no step for 60 s');
  expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
});

test('each outcome has its exit code', () => {
  expect(exitCode({ kind: 'done' })).toBe(0);
  expect(exitCode({ kind: 'failed', why: '' })).toBe(1);
  expect(exitCode({ kind: 'disagreed', why: '' })).toBe(3);
});

test('a disagreement names the source of each digest', () => {
  const sources = new Map([
    ['aa', ['tab 0']],
    ['bb', ['tab 1', 'tab 1 about tab 1']],
  ]);
  expect(disagreementText({ step: 9, sources })).toBe(
    'step 9 has 2 digests. aa: tab 0 · bb: tab 1, tab 1 about tab 1',
  );
});

test('the table is aligned', () => {
  const row = tableRow(stepLine(whole(4)));
  expect(row.indexOf('digest-4')).toBe(tableHead().indexOf('digest'));
  expect(row).toContain('×2');
});
