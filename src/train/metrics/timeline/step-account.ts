// Where one step's time went at one replica, as spans that a timeline draws: computing, buckets leaving, segments
// arriving, waiting for whom, and finishing. Built from the same measurements as the step's split; the waits add up to
// its waiting time. Few enough spans for one message, however many frames there were: the nearest ones become one.
import type { MemberId } from '../../../membership/view';
import { partsOf, type BucketTransfers, type Interval, type StepTrace } from '../step-split';

export const spanKinds = [
  /** The gradient. */
  'compute',
  /** The time from giving a frame to its link until the transport took it. */
  'send',
  /** Arrivals of segments, merged across gaps of at most 20 ms. */
  'receive',
  /** Neither computing nor moving bytes, for want of a member's record or of its first byte. */
  'wait',
  /** The time from the last sum whole to the end of the step: update, digest, upload. */
  'finish',
] as const;
export type SpanKind = (typeof spanKinds)[number];

/** The most spans of each kind that an account has. */
export const mostSpans: Readonly<Record<SpanKind, number>> = {
  compute: 8,
  send: 16,
  receive: 16,
  wait: 12,
  finish: 1,
};

export interface Span {
  readonly kind: SpanKind;
  /** The begin on the replica's clock. */
  readonly startMs: number;
  readonly endMs: number;
  /** The first and the last bucket of `send` and `receive`. */
  readonly buckets?: readonly [first: number, last: number];
  /** The member of `wait`. */
  readonly member?: MemberId;
}

export interface StepAccount {
  readonly run: number;
  /** 1-based, as in its record. */
  readonly step: number;
  /** The step’s buckets left during the backward pass, where the device could do so. */
  readonly isOverlapped: boolean;
  readonly startMs: number;
  readonly endMs: number;
  /** The spans within start and end. */
  readonly spans: readonly Span[];
}

/** What a step measured of itself. */
export interface MeasuredStep extends Pick<StepAccount, 'run' | 'step' | 'isOverlapped'> {
  readonly trace: StepTrace;
  readonly outcome: {
    /** The span of each bucket: launched, whole. */
    readonly spans: readonly Interval[];
    readonly transfers: readonly BucketTransfers[];
  };
}

export function accountOf({ run, step, isOverlapped, trace, outcome }: MeasuredStep): StepAccount {
  const [startMs, endMs] = trace.wall;
  const inside = (kind: SpanKind, [from, to]: Interval, more: Partial<Span> = {}): Span => ({
    kind,
    startMs: Math.min(Math.max(from, startMs), endMs),
    endMs: Math.min(Math.max(to, startMs), endMs),
    ...more,
  });
  const moved = (kind: 'send' | 'receive', of: 'sending' | 'receiving'): Span[] =>
    outcome.transfers.flatMap((transfer, bucket) =>
      transfer[of].map((interval) => inside(kind, interval, { buckets: [bucket, bucket] })),
    );
  const waits = partsOf(trace).flatMap(({ kind, interval, member }) =>
    kind === 'waiting' && member !== undefined ? [inside('wait', interval, { member })] : [],
  );
  const wholeMs = Math.max(startMs, ...outcome.spans.map(([, whole]) => whole));
  const byKind = [
    trace.compute.filter(([from, to]) => to > startMs && from < endMs).map((one) => inside('compute', one)),
    moved('send', 'sending'),
    moved('receive', 'receiving'),
    waits,
    [inside('finish', [wholeMs, endMs])],
  ];
  return { run, step, isOverlapped, startMs, endMs, spans: byKind.flatMap(fewer) };
}

/** The spans, at most so many of their kind: those with the least time between them become one, and touching ones too.
 *  Waits for different members stay apart as long as they can; then the longest ones stay. */
function fewer(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = merged.at(-1);
    if (last && isSame(last, span) && span.startMs <= last.endMs)
      merged[merged.length - 1] = join(last, span);
    else merged.push(span);
  }
  const most = spans.length > 0 ? mostSpans[spans[0].kind] : 0;
  while (merged.length > most) {
    let at = -1;
    let leastMs = Infinity;
    for (let i = 0; i + 1 < merged.length; i++) {
      const gapMs = merged[i + 1].startMs - merged[i].endMs;
      if (merged[i].member === merged[i + 1].member && gapMs < leastMs) [at, leastMs] = [i, gapMs];
    }
    if (at < 0) return longest(merged, most);
    merged.splice(at, 2, join(merged[at], merged[at + 1]));
  }
  return merged;
}

function isSame(a: Span, b: Span): boolean {
  return a.member === b.member && a.buckets?.[0] === b.buckets?.[0] && a.buckets?.[1] === b.buckets?.[1];
}

function join(a: Span, b: Span): Span {
  const { buckets: of = [0, 0] } = a;
  const { buckets: also = of } = b;
  const buckets = a.buckets && ([Math.min(of[0], also[0]), Math.max(of[1], also[1])] as const);
  return { ...a, endMs: Math.max(a.endMs, b.endMs), ...(buckets ? { buckets } : {}) };
}

function longest(spans: readonly Span[], count: number): readonly Span[] {
  const kept = new Set(spans.toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs)).slice(0, count));
  return spans.filter((span) => kept.has(span));
}
