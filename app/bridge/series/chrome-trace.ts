// Steps as a file of the trace event format, which trace viewers of browsers open. One process per member; its label says how
// far its clock may be off. Times are in µs from the first step on, by the clock of the replica that looked. A thread holds
// no spans that overlap, for a viewer draws overlapping ones as nested.
import type { SeenAccount, Span, SpanKind } from '../../../src/replica/protocol';

interface TraceEvent {
  readonly name: string;
  readonly ph: 'X' | 'M';
  readonly cat?: string;
  readonly ts: number;
  readonly dur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args: Readonly<Record<string, string | number | boolean>>;
}

export interface ChromeTrace {
  readonly displayTimeUnit: 'ms';
  readonly otherData: Readonly<Record<string, string>>;
  readonly traceEvents: readonly TraceEvent[];
}

/** A member's threads begin at these numbers. */
const threads: readonly (readonly [first: number, words: string, kinds: readonly SpanKind[]])[] = [
  [100, 'device', ['compute', 'wait', 'finish']],
  [200, 'leaving', ['send']],
  [300, 'arriving', ['receive']],
];

const words: Readonly<Record<SpanKind, string>> = {
  compute: 'compute',
  wait: 'wait',
  finish: 'update and finish',
  send: 'leaves',
  receive: 'arrives',
};

/** `nameOf`: of members. */
export function chromeTrace(
  accounts: readonly SeenAccount[],
  nameOf: (member: string) => string,
): ChromeTrace {
  const members = [...new Set(accounts.map(({ member }) => member))].sort();
  const beginMs = Math.min(...accounts.map(({ startMs }) => startMs));
  const clocks: Record<string, string> = {};
  const events = members.flatMap((member, index) => {
    const own = accounts.filter((one) => one.member === member).sort((a, b) => a.startMs - b.startMs);
    const errorMs = Math.max(...own.map((one) => one.errorMs));
    const clock = errorMs === 0 ? 'the clock of this trace' : `clock within ${errorMs.toFixed(2)}\u00a0ms`;
    clocks[`clock of process ${index + 1}`] = clock;
    return memberEvents(own, { pid: index + 1, name: nameOf(member), clock, nameOf, beginMs });
  });
  return {
    displayTimeUnit: 'ms',
    otherData: { source: 'Lockstep', ...clocks },
    traceEvents: events,
  };
}

interface TracedMember {
  readonly pid: number;
  readonly name: string;
  /** How well its clock is known. */
  readonly clock: string;
  readonly nameOf: (member: string) => string;
  /** The beginning of the trace. */
  readonly beginMs: number;
}

function memberEvents(
  accounts: readonly SeenAccount[],
  { pid, name, clock, nameOf, beginMs }: TracedMember,
): TraceEvent[] {
  const meta = (what: string, tid: number, args: TraceEvent['args']): TraceEvent => ({
    name: what,
    ph: 'M',
    ts: 0,
    pid,
    tid,
    args,
  });
  const timed = (
    what: string,
    cat: string,
    tid: number,
    { startMs, endMs }: Times,
    args: TraceEvent['args'],
  ): TraceEvent => {
    const ts = microseconds(startMs - beginMs);
    return { name: what, cat, ph: 'X', ts, dur: microseconds(endMs - beginMs) - ts, pid, tid, args };
  };
  const events = [
    meta('process_name', 0, { name }),
    meta('process_labels', 0, { labels: clock }),
    meta('process_sort_index', 0, { sort_index: pid }),
  ];
  // A step of another member may seem to begin before the last one ended: its clock is estimated again at each.
  apart(accounts).forEach((steps, lane) => {
    events.push(meta('thread_name', 1 + lane, { name: lane === 0 ? 'steps' : `steps ${lane + 1}` }));
    for (const account of steps)
      events.push(
        timed(`step ${account.step}`, 'step', 1 + lane, account, {
          step: account.step,
          overlap: account.isOverlapped,
          clock_error_ms: account.errorMs,
        }),
      );
  });
  for (const [first, thread, kinds] of threads) {
    const lanes = apart(
      accounts.flatMap(({ step, spans }) =>
        spans.filter(({ kind }) => kinds.includes(kind)).map((span) => ({ ...span, step })),
      ),
    );
    lanes.forEach((spans, lane) => {
      const tid = first + lane;
      events.push(meta('thread_name', tid, { name: lane === 0 ? thread : `${thread} ${lane + 1}` }));
      for (const span of spans)
        events.push(timed(spanWords(span, nameOf), span.kind, tid, span, { step: span.step }));
    });
  }
  return events;
}

interface Times {
  readonly startMs: number;
  readonly endMs: number;
}

/** 'bucket 3 leaves', 'buckets 1–4 arrive', 'wait for Calm Heron'. Buckets count from 1 here. */
function spanWords({ kind, buckets, member }: Span, nameOf: (member: string) => string): string {
  if (member !== undefined) return `wait for ${nameOf(member)}`;
  if (!buckets) return words[kind];
  const [first, last] = buckets;
  if (first === last) return `bucket ${first + 1} ${words[kind]}`;
  return `buckets ${first + 1}–${last + 1} ${words[kind].slice(0, -1)}`;
}

/** The spans in as few rows as it takes for no two of a row to overlap. */
export function apart<T extends Times>(spans: readonly T[]): readonly (readonly T[])[] {
  const rows: T[][] = [];
  for (const span of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const row = rows.find((one) => one[one.length - 1].endMs <= span.startMs);
    if (row) row.push(span);
    else rows.push([span]);
  }
  return rows;
}

/** Whole nanoseconds: two spans that touch still do. */
function microseconds(ms: number): number {
  return Math.round(ms * 1e6) / 1000;
}
