// One attempt at summing a step. Each of its collectives starts as soon as it has what it sends, one after the other. So
// bytes move while the backward pass still runs. The local gradient stays untouched.
import { abortReason } from '../../base/deadline';
import { OwnPartError, RefusedError } from '../../collectives/offence';
import type { TransferTimings } from '../../collectives/transfer-log';
import type { MemberId } from '../../membership/view';
import { LinkClosedError } from '../../net/link/link';
import type { ReduceOptions, StepCollective } from './launch';
import { launchesOf } from './launches';
import { WithheldError } from './withheld-error';
import type { BucketTransfers, Interval, StepTrace } from '../metrics/step-split';

export interface ReduceOutcome {
  readonly moving: readonly Interval[];
  readonly waiting: StepTrace['waiting'];
  /** The span of each bucket, in order: launched, whole. */
  readonly spans: readonly Interval[];
  /** The transfers of each bucket, in order: frames on their way into the link, and arrivals, merged where they are
   *  close. */
  readonly transfers: readonly BucketTransfers[];
  /** First bucket launched → last bucket whole. */
  readonly allReduceMs: number;
}

/** Resolves when `sum` is whole. Rejects on abort, a stalled or closed link or a failed gradient, and with
 *  WithheldError or RefusedError. Then every collective has ended, and `sum` may be reused. */
export async function reduceStep(options: ReduceOptions): Promise<ReduceOutcome> {
  const { step, router, clock, signal } = options;
  router.setStep(step);
  const attempt = new AbortController();
  const giveUp = (): void => attempt.abort(signal.reason);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  const ended = failure(attempt.signal);
  const launches = launchesOf(options);
  const collectives = launches.map(({ collective }) => collective);
  const reduced = launches.map(({ collective, whole }) => collective.done.then(whole));
  for (const done of reduced) done.catch((error: unknown) => attempt.abort(error));
  const endAll = (): void => {
    for (const collective of collectives) collective.abort(abortReason(attempt.signal));
  };
  attempt.signal.addEventListener('abort', endAll, { once: true });
  if (attempt.signal.aborted) endAll();
  const isAwaited = (peer: MemberId): boolean => collectives.some((one) => one.waitsFor.includes(peer));
  // Otherwise such a peer would break every attempt without being named (S11).
  const unread = options.onUnreadable((peer, why) => {
    if (isAwaited(peer)) attempt.abort(new RefusedError(peer, why));
  });
  // When an edge breaks, neither end knows which frames were lost (C8).
  const deaf = options.onBroken((peer, reason) => {
    if (isAwaited(peer) || collectives.some((one) => one.sendsTo(peer)))
      attempt.abort(new LinkClosedError(reason));
  });
  const unwatch = options.watch?.({
    progress: () => collectives.reduce((sum, one) => sum + one.movedBytes + (one.isRunning ? 1 : 0), 0),
    step,
    contributors: options.contributors,
    silent: () => (startsAlone(options) ? (collectives.find((one) => one.isRunning)?.silent ?? []) : []),
    waitsFor: () => [...new Set(collectives.flatMap((one) => (one.isRunning ? one.waitsFor : [])))],
    isGathered: options.path === 'gathered',
    refuse: (member, why) => attempt.abort(new RefusedError(member, why)),
  });
  const launchedMs = clock.now();
  let isWhole = false;
  try {
    for (const { collective, needs, fill } of launches) {
      router.register(collective);
      await Promise.race([needs(), ended]);
      fill();
      collective.start();
    }
    await Promise.all(reduced);
    isWhole = true;
  } catch (error) {
    attempt.abort(error);
    await Promise.allSettled(reduced);
    throw error instanceof OwnPartError ? new WithheldError(error.kind) : error;
  } finally {
    signal.removeEventListener('abort', giveUp);
    unread();
    deaf();
    unwatch?.(isWhole);
  }
  return outcomeOf(collectives, launchedMs, clock.now());
}

/** Does everybody that sends to this member begin with a part of its own? In a tree it may wait for its children,
 *  and with two levels for its group. */
function startsAlone({ path, view, self }: ReduceOptions): boolean {
  if (path === 'star') return view.members[view.ring[0]] === self;
  return path === 'gathered' || path === 'ring' || path === 'direct' || path === 'two-levels';
}

/** Never resolves; rejects with the signal's reason. */
function failure(signal: AbortSignal): Promise<never> {
  const rejected = new Promise<never>((_, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  rejected.catch(() => undefined); // a successful attempt leaves it pending
  return rejected;
}

function outcomeOf(
  collectives: readonly StepCollective[],
  launchedMs: number,
  wholeMs: number,
): ReduceOutcome {
  const moving: Interval[] = [];
  const spans: Interval[] = [];
  const transfers: BucketTransfers[] = [];
  const waiting: { interval: Interval; member: string }[] = [];
  let firstMs = wholeMs;
  for (const collective of collectives) {
    const timings = collective.timings();
    const { startedMs = launchedMs, firstByteMs, endedMs = wholeMs } = timings;
    transfers.push({ sending: pairs(timings.sending), receiving: pairs(timings.receiving) });
    const { firstSender } = collective;
    const first = Math.max(startedMs, firstByteMs ?? endedMs);
    firstMs = Math.min(firstMs, startedMs);
    spans.push([startedMs, endedMs]);
    moving.push([first, endedMs]);
    if (first > startedMs && firstSender !== undefined)
      waiting.push({ interval: [startedMs, first], member: firstSender });
  }
  return { moving, waiting, spans, transfers, allReduceMs: wholeMs - firstMs };
}

function pairs(intervals: TransferTimings['sending']): readonly Interval[] {
  return intervals.map(({ startMs, endMs }): Interval => [startMs, endMs]);
}
