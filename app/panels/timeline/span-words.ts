// What a member does at one moment of the timeline, in words. Buckets count from 1 on screen.
import type { SeenAccount, Span, SpanKind } from '../../../src/replica/protocol';
import { formatCount } from '../../bridge/words/format';
import { timelineText } from '../../text/timeline';

export const kindWords: Readonly<Record<SpanKind, string>> = {
  get compute() {
    return timelineText.computing;
  },
  get wait() {
    return timelineText.waiting;
  },
  get finish() {
    return timelineText.updating;
  },
  get send() {
    return timelineText.bucketsLeaving;
  },
  get receive() {
    return timelineText.segmentsArriving;
  },
};

function spanWords({ kind, buckets, member }: Span, nameOf: (member: string) => string): string {
  if (kind === 'wait')
    return timelineText.waits(member === undefined ? timelineText.another : nameOf(member));
  if (kind === 'compute') return timelineText.computes;
  if (kind === 'finish') return timelineText.updatesFinishesStep;
  const leaves = kind === 'send';
  if (!buckets) return leaves ? timelineText.dataLeaves : timelineText.dataArrives;
  const [first, last] = buckets;
  if (first === last)
    return leaves ? timelineText.bucketLeaves(first + 1) : timelineText.bucketArrives(first + 1);
  return leaves
    ? timelineText.bucketsLeave(first + 1, last + 1)
    : timelineText.bucketsArrive(first + 1, last + 1);
}

/** `atMs`: of the clock of the accounts. A span shorter than `leastMs` counts as that long: it is drawn so. */
export function momentWords(
  accounts: readonly SeenAccount[],
  atMs: number,
  leastMs: number,
  nameOf: (member: string) => string,
): string {
  const account = accounts.find(({ startMs, endMs }) => startMs <= atMs && atMs <= endMs);
  if (!account) return timelineText.betweenStepsShown;
  const now = account.spans.filter(
    ({ startMs, endMs }) => startMs <= atMs && atMs <= Math.max(endMs, startMs + leastMs),
  );
  const words = [...new Set(now.map((span) => spanWords(span, nameOf)))];
  return timelineText.step2(
    formatCount(account.step),
    words.length > 0 ? words.join(', ') : timelineText.nothingMeasures,
  );
}

/** Of one member in one step, ms of one kind; what overlaps counts once. */
export function lengthOf({ spans }: SeenAccount, wanted: SpanKind): number {
  let sum = 0;
  let untilMs = -Infinity;
  for (const { kind, startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    if (kind !== wanted) continue;
    sum += Math.max(0, endMs - Math.max(startMs, untilMs));
    untilMs = Math.max(untilMs, endMs);
  }
  return sum;
}
