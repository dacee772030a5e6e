// What members say of where the time of their steps went (T10). A message is checked strictly and is small: at most eight
// steps of at most 53 spans. Times within a step are counts of 10 µs after its begin; the begin is a time of the sender's
// clock.
import * as v from 'valibot';
import { comparedSteps } from './step-accounts';
import { mostSpans, spanKinds, type Span, type StepAccount } from './step-account';

export const mostAsked = 2 * comparedSteps;
const ticksPerMs = 100;
/** A step is given up long before. */
const longestMs = 3_600_000;
const spansInAll = Object.values(mostSpans).reduce((sum, most) => sum + most, 0);

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const step = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const ticks = v.pipe(count, v.maxValue(longestMs * ticksPerMs));
const small = v.pipe(count, v.maxValue(0xffff));
const member = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

/** Kind, begin, length; then the first and the last bucket, or the place in `members` and 0. */
const span = v.strictTuple([v.pipe(count, v.maxValue(spanKinds.length - 1)), ticks, ticks, small, small]);

const account = v.pipe(
  v.strictObject({
    step,
    startMs: v.pipe(v.number(), v.finite()),
    length: ticks,
    isOverlapped: v.boolean(),
    /** Waited for. */
    members: v.pipe(v.array(member), v.maxLength(mostSpans.wait)),
    spans: v.pipe(v.array(span), v.maxLength(spansInAll)),
  }),
  v.check(
    ({ length, members, spans }) =>
      spans.every(
        ([kind, begin, long, first, last]) =>
          begin + long <= length && (spanKinds[kind] === 'wait' ? first < members.length : first <= last),
      ),
    'a span outside its step, or of nobody',
  ),
);

export const timelineMessage = v.variant('kind', [
  v.strictObject({
    kind: v.literal('ask'),
    run: count,
    steps: v.pipe(v.array(step), v.minLength(1), v.maxLength(mostAsked)),
  }),
  v.strictObject({
    kind: v.literal('accounts'),
    run: count,
    accounts: v.pipe(v.array(account), v.maxLength(mostAsked)),
  }),
]);
type SentAccount = v.InferOutput<typeof account>;

export function writeAccount({ step, isOverlapped, startMs, endMs, spans }: StepAccount): SentAccount {
  const members = [...new Set(spans.flatMap(({ member }) => member ?? []))];
  const length = ticksOf(endMs - startMs);
  return {
    step,
    startMs: Math.round(startMs * 1000) / 1000,
    length,
    isOverlapped,
    members,
    spans: spans.map(({ kind, startMs: fromMs, endMs: toMs, buckets, member: of }) => {
      const begin = Math.min(ticksOf(fromMs - startMs), length);
      const long = Math.min(ticksOf(toMs - startMs), length) - begin;
      const [first, last] = of === undefined ? (buckets ?? [0, 0]) : [members.indexOf(of), 0];
      return [spanKinds.indexOf(kind), begin, long, Math.min(first, 0xffff), Math.min(last, 0xffff)];
    }),
  };
}

/** The account by the own clock, which the sender's is `offsetMs` ahead of. */
export function readAccount(run: number, sent: SentAccount, offsetMs: number): StepAccount {
  const { step, length, isOverlapped, members } = sent;
  const startMs = sent.startMs - offsetMs;
  const at = (tick: number): number => startMs + tick / ticksPerMs;
  const spans = sent.spans.map(([index, begin, long, first, last]): Span => {
    const kind = spanKinds[index];
    const times = { kind, startMs: at(begin), endMs: at(begin + long) };
    if (kind === 'wait') return { ...times, member: members[first] };
    return kind === 'send' || kind === 'receive' ? { ...times, buckets: [first, last] } : times;
  });
  return { run, step, isOverlapped, startMs, endMs: at(length), spans };
}

function ticksOf(ms: number): number {
  return Math.min(longestMs * ticksPerMs, Math.max(0, Math.round(ms * ticksPerMs)));
}
