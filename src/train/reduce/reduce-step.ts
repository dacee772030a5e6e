// One attempt at summing a step. The sum of a bucket starts as soon as this replica's gradient of it is final, in bucket
// order. So bytes move while the backward pass still runs. The local gradient stays untouched.
import { assert } from '../../base/assert';
import type { Clock } from '../../base/clock';
import { abortReason } from '../../base/deadline';
import { Collective, type CollectiveOptions } from '../../collectives/collective';
import { GatheredSum } from '../../collectives/gathered-sum';
import { OwnPartError, RefusedError, type Offence } from '../../collectives/offence';
import type { FrameRouter } from '../../collectives/frame-router';
import type { SumPath } from '../../collectives/topology';
import type { MemberId, View } from '../../membership/view';
import type { Bucket } from '../../model/engine';
import { LinkClosedError, type CloseReason } from '../../net/link/link';
import type { Withholding } from '../header/header-record';
import type { LocalGradient } from './local-gradient';
import type { Contribution } from './residual';
import type { Interval, StepTrace } from '../metrics/step-split';

/** What this replica adds: its gradient, or zeros while it catches up. */
export type ReducedGradient = Pick<LocalGradient, 'buckets' | 'into' | 'bucketReady' | 'check'>;

export interface ReduceOptions {
  readonly view: View;
  readonly self: MemberId;
  readonly path: SumPath;
  readonly step: number;
  /** The members that announced loss terms. */
  readonly contributors: readonly MemberId[];
  readonly gradient: ReducedGradient;
  /** Of `gradient`. */
  readonly contribution: Contribution;
  /** (P): partial sums, then the sums. */
  readonly sum: Float32Array;
  readonly router: FrameRouter;
  readonly send: (to: MemberId, bytes: Uint8Array) => Promise<void>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onOffence: (peer: MemberId, message: string) => void;
  /** See CollectiveOptions. */
  readonly judge?: CollectiveOptions['judge'];
  /** Calls back when a link ended and its last frames may be lost. Returns how to stop that. */
  readonly onBroken: (told: (peer: MemberId, reason: CloseReason) => void) => () => void;
  /** Calls back when a peer sent a frame that cannot be read. Returns how to stop that. */
  readonly onUnreadable: (told: (peer: MemberId, why: string) => void) => () => void;
  /** Elements [start, end) of `sum` are final. */
  readonly onReduced: (start: number, end: number) => void;
}

export interface ReduceOutcome {
  readonly moving: readonly Interval[];
  readonly waiting: StepTrace['waiting'];
  /** Per bucket, in order: launched, whole. */
  readonly spans: readonly Interval[];
  /** First bucket launched → last bucket whole. */
  readonly allReduceMs: number;
}

/** This replica withholds its gradient: the attempt is over, and in the next one it contributes 0 (S11). */
export class WithheldError extends Error {
  override name = 'WithheldError';
  constructor(readonly why: Exclude<Withholding, 'none'>) {
    super(`this replica’s gradient is ${why === 'overflow' ? 'too large for its precision' : why}`);
  }
}

/** Resolves when `sum` is whole. Rejects on abort, a stalled or closed link or a failed gradient, and with
 *  WithheldError or RefusedError. Then every collective has ended, and `sum` may be reused. */
export async function reduceStep(options: ReduceOptions): Promise<ReduceOutcome> {
  const { step, gradient, contribution, router, clock, signal, onReduced } = options;
  router.setStep(step);
  const attempt = new AbortController();
  const giveUp = (): void => attempt.abort(signal.reason);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  const ended = failure(attempt.signal);
  const collectives = gradient.buckets.map((bucket) => bucketSumOf(options, bucket));
  const reduced = collectives.map(({ done }, at) =>
    done.then(() => onReduced(gradient.buckets[at].start, gradient.buckets[at].end)),
  );
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
  const launchedMs = clock.now();
  try {
    for (const collective of collectives) {
      router.register(collective);
      await Promise.race([gradient.bucketReady(collective.key.bucket), ended]);
      const { bucket } = collective.key;
      const why = gradient.check(bucket);
      if (why !== 'none') throw new WithheldError(why);
      const { start, end } = gradient.buckets[bucket];
      const unfit = contribution.prepare(start, end);
      if (unfit !== 'none') throw new WithheldError(unfit);
      collective.start();
    }
    await Promise.all(reduced);
  } catch (error) {
    attempt.abort(error);
    await Promise.allSettled(reduced);
    throw error instanceof OwnPartError ? new WithheldError(error.kind) : error;
  } finally {
    signal.removeEventListener('abort', giveUp);
    unread();
    deaf();
  }
  return outcomeOf(collectives, launchedMs, clock.now());
}

type BucketSum = Collective | GatheredSum;

/** The sum of one bucket, by the path and the codec of the plan. */
function bucketSumOf(options: ReduceOptions, { index, start, end }: Bucket): BucketSum {
  const { view, self, path, step, contributors, contribution, sum, send, clock, onOffence, judge } = options;
  const { lineage, generation } = view;
  const { dropped } = contribution;
  const { compressing } = contribution.options;
  const compression =
    compressing && dropped ? { ...compressing, dropped: dropped.subarray(start, end) } : undefined;
  const common = {
    ...{ view, self, send, clock },
    key: { lineage, generation, step, bucket: index },
    local: contribution.local.subarray(start, end),
    result: sum.subarray(start, end),
    offset: start,
    ...(judge ? { judge } : {}),
    report: ({ peer, message }: Offence) => onOffence(peer, message),
  };
  if (path !== 'gathered')
    return new Collective({
      collective: 'all-reduce',
      ...common,
      topology: path,
      ...(compression ? { compression } : {}),
    });
  assert(compression, 'gathered sums are encoded');
  return new GatheredSum({ ...common, contributors, compression });
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

function outcomeOf(collectives: readonly BucketSum[], launchedMs: number, wholeMs: number): ReduceOutcome {
  const moving: Interval[] = [];
  const spans: Interval[] = [];
  const waiting: { interval: Interval; member: string }[] = [];
  let firstMs = wholeMs;
  for (const collective of collectives) {
    const { startedMs = launchedMs, firstByteMs, endedMs = wholeMs } = collective.timings();
    const { firstSender } = collective;
    const first = Math.max(startedMs, firstByteMs ?? endedMs);
    firstMs = Math.min(firstMs, startedMs);
    spans.push([startedMs, endedMs]);
    moving.push([first, endedMs]);
    if (first > startedMs && firstSender !== undefined)
      waiting.push({ interval: [startedMs, first], member: firstSender });
  }
  return { moving, waiting, spans, allReduceMs: wholeMs - firstMs };
}
