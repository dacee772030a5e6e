// What a member does at one moment of the timeline, in words. Buckets count from 1 on screen.
import { t } from '@lingui/core/macro';
import type { SeenAccount, Span, SpanKind } from '../../../src/replica/protocol';
import { formatCount } from '../../bridge/words/format';

export const kindWords: Readonly<Record<SpanKind, () => string>> = {
  compute: () => t`computing`,
  wait: () => t`waiting`,
  finish: () => t`updating`,
  send: () => t`buckets leaving`,
  receive: () => t`segments arriving`,
};

function spanWords({ kind, buckets, member }: Span, nameOf: (member: string) => string): string {
  if (kind === 'wait')
    return member === undefined ? t`waits for another` : t`waits for ${{ member: nameOf(member) }}`;
  if (kind === 'compute') return t`computes`;
  if (kind === 'finish') return t`updates and finishes the step`;
  const leaves = kind === 'send';
  if (!buckets) return leaves ? t`data leaves` : t`data arrives`;
  const [first, last] = buckets;
  if (first === last)
    return leaves ? t`bucket ${{ bucket: first + 1 }} leaves` : t`bucket ${{ bucket: first + 1 }} arrives`;
  return leaves
    ? t`buckets ${{ first: first + 1 }} to ${{ last: last + 1 }} leave`
    : t`buckets ${{ first: first + 1 }} to ${{ last: last + 1 }} arrive`;
}

/** `atMs`: of the clock of the accounts. A span shorter than `leastMs` counts as that long: it is drawn so. */
export function momentWords(
  accounts: readonly SeenAccount[],
  atMs: number,
  leastMs: number,
  nameOf: (member: string) => string,
): string {
  const account = accounts.find(({ startMs, endMs }) => startMs <= atMs && atMs <= endMs);
  if (!account) return t`between the steps shown`;
  const now = account.spans.filter(
    ({ startMs, endMs }) => startMs <= atMs && atMs <= Math.max(endMs, startMs + leastMs),
  );
  const words = [...new Set(now.map((span) => spanWords(span, nameOf)))];
  return t`step ${{ step: formatCount(account.step) }}: ${{ value: words.length > 0 ? words.join(', ') : t`nothing that it measures` }}`;
}

/** The time of one member in one step, ms of one kind; what overlaps counts once. */
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
