import { expect, test } from 'vitest';
import * as v from 'valibot';
import { prng } from '../../../src/base/prng';
import type { SeenAccount, Span } from '../../../src/replica/protocol';
import { apart, chromeTrace } from './chrome-trace';
import { badlyNested, traceFile } from './testing/trace-event-schema';

const span = (kind: Span['kind'], startMs: number, endMs: number, more: Partial<Span> = {}): Span => ({
  ...{ kind, startMs, endMs, ...more },
});
const step = (member: string, errorMs: number, spans: readonly Span[]): SeenAccount => ({
  ...{ member, errorMs, spans, run: 1, step: 5, isOverlapped: true, startMs: 100, endMs: 140 },
});
const accounts = [
  step('aa', 0, [
    span('compute', 100, 120),
    span('send', 110, 114, { buckets: [0, 0] }),
    span('send', 112, 118, { buckets: [1, 3] }),
    span('receive', 115, 130, { buckets: [0, 0] }),
    span('wait', 130, 134, { member: 'bb' }),
    span('finish', 134, 140),
  ]),
  step('bb', 0.437, [span('compute', 101, 134)]),
];
const nameOf = (member: string): string => (member === 'aa' ? 'Calm Heron' : '<b>Bobby</b>');

test('the export is a valid trace: one process per member, its clock’s error, spans apart', () => {
  const trace = v.parse(traceFile, JSON.parse(JSON.stringify(chromeTrace(accounts, nameOf))));
  expect(badlyNested(trace)).toEqual([]);
  const named = (pid: number) =>
    trace.traceEvents.flatMap((event) => (event.ph === 'X' && event.pid === pid ? [[event.name, event.tid, event.ts, event.dur]] : [])); // prettier-ignore
  expect(named(1)).toEqual([
    ['step 5', 1, 0, 40_000],
    ['compute', 100, 0, 20_000],
    ['wait for <b>Bobby</b>', 100, 30_000, 4000],
    ['update and finish', 100, 34_000, 6000],
    ['bucket 1 leaves', 200, 10_000, 4000],
    ['buckets 2–4 leave', 201, 12_000, 6000], // overlaps the one before: a thread of its own
    ['bucket 1 arrives', 300, 15_000, 15_000],
  ]);
  expect(named(2)).toEqual([
    ['step 5', 1, 0, 40_000],
    ['compute', 100, 1000, 33_000],
  ]);
  const metadata = trace.traceEvents.filter(({ ph }) => ph === 'M');
  expect(metadata).toContainEqual(
    expect.objectContaining({
      pid: 2,
      name: 'process_labels',
      args: { labels: 'clock within 0.44\u00a0ms' },
    }),
  );
  expect(trace.otherData).toEqual({
    source: 'Lockstep',
    'clock of process 1': 'the clock of this trace',
    'clock of process 2': 'clock within 0.44\u00a0ms',
  });
});

test('a step that seems to begin before the last one ended has a thread of its own', () => {
  // The member's clock was estimated 3 ms earlier at the second step.
  const [, first] = accounts;
  const later: SeenAccount = {
    ...first,
    step: 6,
    startMs: 137,
    endMs: 170,
    spans: [span('compute', 137, 160)],
  };
  const trace = v.parse(traceFile, chromeTrace([first, later], nameOf));
  expect(badlyNested(trace)).toEqual([]);
  const steps = trace.traceEvents.flatMap((event) => (event.ph === 'X' && event.cat === 'step' ? [[event.name, event.tid]] : [])); // prettier-ignore
  expect(steps).toEqual([
    ['step 5', 1],
    ['step 6', 2],
  ]);
});

test('the schema and the check of nesting find what is wrong', () => {
  const trace = chromeTrace(accounts, nameOf);
  const spoilt = (change: object): unknown => ({ ...trace, traceEvents: [{ ...trace.traceEvents.at(-1), ...change }] }); // prettier-ignore
  expect(v.is(traceFile, spoilt({}))).toBe(true);
  for (const change of [{ ph: 'Q' }, { ts: '1' }, { dur: -1 }, { pid: 1.5 }, { name: '' }, { ts: NaN }])
    expect(v.is(traceFile, spoilt(change)), JSON.stringify(change)).toBe(false);
  const event = { name: 'x', cat: '', ph: 'X', pid: 1, tid: 1 } as const;
  const nested = { traceEvents: [{ ...event, ts: 0, dur: 10 }, { ...event, ts: 2, dur: 8 }] }; // prettier-ignore
  expect(badlyNested(nested)).toEqual([]);
  expect(badlyNested({ traceEvents: [...nested.traceEvents, { ...event, ts: 9, dur: 3 }] })).toHaveLength(1);
});

test('random spans are kept apart in as many rows as overlap at once', () => {
  const random = prng('apart', 2);
  for (let round = 0; round < 50; round++) {
    const spans = Array.from({ length: random.below(30) }, () => {
      const startMs = random.below(100);
      return { startMs, endMs: startMs + 1 + random.below(20) };
    });
    const rows = apart(spans);
    for (const row of rows)
      row.forEach(({ startMs }, i) => expect(i === 0 || row[i - 1].endMs <= startMs).toBe(true));
    const atOnce = spans.map(({ startMs: at }) => spans.filter((s) => s.startMs <= at && at < s.endMs).length); // prettier-ignore
    expect(rows.length).toBe(Math.max(0, ...atOnce));
    expect(rows.flat()).toHaveLength(spans.length);
  }
});
