// Predicts step times for other settings: without the slowest member, without communication, with overlap on or off,
// with another codec. Each recorded step is run again in the α–β model (ideal-step.ts) with one thing changed.
// The model is fitted to each step first, so that without a change it gives the measured time exactly:
// - A replica's computing is measured, whether hidden or not.
// - The slowest replica waits for nobody, so its time after computing is that of the sums. What the bytes do not explain
//   is the latency of the messages. If the bytes alone take longer, the line is faster than it was measured.
// - Where records follow the computing, all sums begin together, after the slowest replica's record.
// - What is left of the step (update, bookkeeping) stays as it is.
// Every case is the same step run again: the one that is nearest to the medians of all cases. So cases differ by what was
// changed, and never by the step. Pure. It assumes what ideal-step.ts does, that encoding takes no time, and
// that the others' computing does not change when a member is gone, unless they take over its examples.
import { plainKernels } from '../../codecs/plain/plain-kernels';
import { codecOf } from '../../codecs/registry';
import { isFactored, type CodecSetting, type CompressionSetting } from '../../codecs/setting';
import type { SumPath } from '../../collectives/topology';
import { assumedShares, type BucketTimes } from './bucket-times';
import { idealStep, type IdealRing, type IdealStep } from './ideal-step';
import { isLocal, ringStepOf, type Sync } from '../run/sync';
import { isOfCodec } from './of-codec';
import { isOfSync } from './of-sync';
import type { StepRecord } from './step-record';

/** Fewer steps do not show a usual one. */
const leastSteps = 5;
/** More would be too old: the load of a machine changes. */
export const mostSteps = 20;

export type TimedStep = Pick<
  StepRecord,
  | 'step'
  | 'run'
  | 'generation'
  | 'topology'
  | 'codec'
  | 'codecNumber'
  | 'buckets'
  | 'isOverlapped'
  | 'worldSize'
  | 'splits'
  | 'headerMs'
  | 'local'
  | 'contributions'
>;

export interface WhatIfInput {
  /** The newest last. */
  readonly steps: readonly TimedStep[];
  readonly codec: CompressionSetting;
  /** The mode of the next step. */
  readonly sync: Sync;
  /** Buckets leave during the backward pass, where they can. */
  readonly isOverlapped: boolean;
  readonly bucketTimes: BucketTimes | undefined;
  /** The rate of the slowest link; undefined: not measured. */
  readonly bytesPerSecond: number | undefined;
  /** A step has as many examples when a member is gone: the others compute more. */
  readonly isBatchFixed: boolean;
  /** The micro-batches of one member's shard. */
  readonly microBatches: number;
  /** In mixed precision no bucket leaves before the whole gradient is there (E18). */
  readonly isMixed: boolean;
  /** The codec to compare with. */
  readonly otherCodec: CodecSetting;
  /** The path with that codec. */
  readonly otherPath: SumPath;
}

type WhatIfKind = 'now' | 'without-slowest' | 'no-communication' | 'overlap' | 'codec';

export interface WhatIfCase {
  readonly kind: WhatIfKind;
  /** The whole step. */
  readonly stepMs: number;
  /** The rest of the step: update and bookkeeping, the same in all cases. */
  readonly restMs: number;
  /** The timeline without `restMs`. */
  readonly timeline: IdealStep;
  /** The members in the order of `timeline.computing`. */
  readonly members: readonly string[];
}

export interface WhatIf {
  readonly now: WhatIfCase;
  /** Absent when alone. `member` is the one without whom the step would be shortest. `examplesShare`: of the examples
   *  of a step that are left. */
  readonly withoutSlowest:
    | { readonly case: WhatIfCase; readonly member: string; readonly examplesShare: number }
    | undefined;
  readonly noCommunication: WhatIfCase;
  /** The case with overlap, if there is none now; else without. Undefined in mixed precision and with local steps. */
  readonly overlap: WhatIfCase | undefined;
  readonly otherCodec: WhatIfCase;
  readonly steps: number;
  /** Which of them every case is. */
  readonly usualStep: number;
  readonly alphaMs: number;
  readonly bytesPerSecond: number;
  /** The times at which buckets are final were measured, or guessed. */
  readonly areSharesMeasured: boolean;
}

export type NotYet = 'alone' | 'factors' | 'sums-beside' | 'no-steps' | 'no-rate' | 'no-buckets';

export function whatIf(input: WhatIfInput): WhatIf | NotYet {
  const steps = recentSteps(input);
  const last = steps.at(-1);
  if (input.steps.at(-1)?.worldSize === 1) return 'alone';
  // The sums of such a mode travel beside the inner steps of the next step.
  if (ringStepOf(input.sync).own) return 'sums-beside';
  if (!last || steps.length < leastSteps) return 'no-steps';
  if (!input.bytesPerSecond) return 'no-rate';
  const { bucketTimes, otherCodec } = input;
  if (!bucketTimes || bucketTimes.elements.length === 0) return 'no-buckets';
  if (isFactored(input.codec)) return 'factors';
  const bucketBytes = encodedBytes(bucketTimes.elements, input.codec);
  const fitted = fit(steps, input, bucketTimes, bucketBytes, input.bytesPerSecond);
  const members = Object.keys(last.splits);
  const same = (ring: IdealRing): IdealRing => ring;
  const now = runsOf('now', fitted, members, same);
  const withouts = members.map((member, at) => ({
    member,
    runs: runsOf('without-slowest', fitted, members.toSpliced(at, 1), (ring, step) => {
      const grown = input.isBatchFixed ? 1 / (1 - shareOf(step, member)) : 1;
      return { ...ring, computeMs: ring.computeMs.toSpliced(at, 1).map((ms) => ms * grown) };
    }),
  }));
  const [slowest] = withouts.sort((a, b) => a.runs.medianMs - b.runs.medianMs);
  const noCommunication = runsOf('no-communication', fitted, members, (ring) => ({
    ...ring,
    headerMs: 0,
    bucketBytes: [],
  }));
  const overlap = isAnnouncedLate(input)
    ? undefined
    : runsOf('overlap', fitted, members, (ring) => ({
        ...ring,
        isOverlapped: !ring.isOverlapped,
        // The header’s time says how early this member began, while nothing leaves early. It is one message.
        headerMs: ring.isOverlapped ? ring.headerMs : Math.min(ring.headerMs, ring.alphaMs),
      }));
  const coded = runsOf('codec', fitted, members, (ring) => ({
    ...ring,
    bucketBytes: encodedBytes(bucketTimes.elements, otherCodec),
    topology: input.otherPath,
  }));
  const usual = usualOf([now, slowest.runs, noCommunication, coded, ...(overlap ? [overlap] : [])]);
  return {
    now: now.at(usual),
    withoutSlowest: {
      member: slowest.member,
      case: slowest.runs.at(usual),
      examplesShare: input.isBatchFixed ? 1 : 1 - shareOf(steps[usual], slowest.member),
    },
    noCommunication: noCommunication.at(usual),
    overlap: overlap?.at(usual),
    otherCodec: coded.at(usual),
    steps: steps.length,
    usualStep: steps[usual].step,
    alphaMs: median(fitted.map(({ ring }) => ring.alphaMs)),
    bytesPerSecond: fitted[0].ring.bytesPerSecond,
    areSharesMeasured: bucketTimes.readyShares !== undefined,
  };
}

interface Fitted {
  readonly step: TimedStep;
  /** The model that gives this step's time. */
  readonly ring: IdealRing;
  readonly restMs: number;
}

/** No bucket leaves before the whole contribution is there. */
function isAnnouncedLate({ sync, isMixed }: WhatIfInput): boolean {
  return isMixed || isLocal(sync);
}

/** The last steps that were taken alike, with the times of all members. */
function recentSteps(input: WhatIfInput): readonly TimedStep[] {
  const { steps, codec, sync, bucketTimes } = input;
  const isOverlapped = input.isOverlapped && !isLocal(sync);
  const last = steps.at(-1);
  if (!last) return [];
  const members = Object.keys(last.splits).sort().join();
  const isAlike = (step: TimedStep): boolean =>
    step.run === last.run &&
    step.generation === last.generation &&
    step.topology === last.topology &&
    isOfCodec(step, codec) &&
    isOfSync(step, sync) &&
    step.isOverlapped === isOverlapped &&
    (!bucketTimes || step.buckets === bucketTimes.elements.length) &&
    Object.keys(step.splits).length === step.worldSize &&
    Object.keys(step.splits).sort().join() === members;
  return steps.filter(isAlike).slice(-mostSteps);
}

function fit(
  steps: readonly TimedStep[],
  input: WhatIfInput,
  { elements, readyShares }: BucketTimes,
  bucketBytes: readonly number[],
  measuredBytesPerSecond: number,
): Fitted[] {
  const shares = readyShares ?? assumedShares(elements, input.microBatches);
  const order = Object.keys(steps[steps.length - 1].splits);
  const isLate = isAnnouncedLate(input);
  const ringOf = (step: TimedStep, alphaMs: number, bytesPerSecond: number): IdealRing => ({
    computeMs: order.map((member) => computeOf(step, member)),
    readyShares: shares,
    bucketBytes,
    headerMs: isLate ? Math.min(Math.max(0, step.headerMs - slowestMs(step)), afterMs(step)) : step.headerMs,
    isAnnouncedLate: isLate,
    topology: step.topology,
    alphaMs,
    bytesPerSecond,
    isOverlapped: input.isOverlapped && !isLate,
  });
  const afterMs = (step: TimedStep): number =>
    Math.min(...Object.values(step.splits).map((split) => split.exposedMs + split.waitingMs));
  const slowestMs = (step: TimedStep): number => Math.max(...order.map((member) => computeOf(step, member)));
  /** What the bytes leave of the time after computing. */
  const latencies = (bytesPerSecond: number): number[] =>
    steps.map((step) => slowestMs(step) + afterMs(step) - idealStep(ringOf(step, 0, bytesPerSecond)).endMs);
  /** The time of one message. The time of a step rises with it. */
  const alphaOf = (step: TimedStep, bytesPerSecond: number): number => {
    const wholeMs = slowestMs(step) + afterMs(step);
    let [low, high] = [0, afterMs(step)];
    for (let halving = 0; halving < 14; halving++) {
      const middle = (low + high) / 2;
      if (idealStep(ringOf(step, middle, bytesPerSecond)).endMs > wholeMs) high = middle;
      else low = middle;
    }
    return low;
  };
  let bytesPerSecond = measuredBytesPerSecond;
  // Where the bytes alone would take longer than the steps did, the links were measured too slow.
  while (median(latencies(bytesPerSecond)) < 0 && bytesPerSecond < fastestBytesPerSecond)
    bytesPerSecond *= 1.02;
  return steps.map((step) => {
    const walls = Object.values(step.splits).map(({ wallMs }) => wallMs);
    const wallMs = walls.reduce((sum, ms) => sum + ms, 0) / walls.length;
    return {
      step,
      ring: ringOf(step, alphaOf(step, bytesPerSecond), bytesPerSecond),
      restMs: Math.max(0, wallMs - slowestMs(step) - afterMs(step)),
    };
  });
}

/** No link of a browser reaches it. */
const fastestBytesPerSecond = 1e11;

/** Every step run again with one thing changed. */
interface Runs {
  readonly stepMs: readonly number[];
  readonly medianMs: number;
  /** The case of one step. */
  readonly at: (step: number) => WhatIfCase;
}

function runsOf(
  kind: WhatIfKind,
  fitted: readonly Fitted[],
  members: readonly string[],
  change: (ring: IdealRing, step: TimedStep) => IdealRing,
): Runs {
  const runs = fitted.map(({ step, ring, restMs }) => {
    const timeline = idealStep(change(ring, step));
    return { timeline, restMs, stepMs: timeline.endMs + restMs };
  });
  const stepMs = runs.map((run) => run.stepMs);
  return { stepMs, medianMs: median(stepMs), at: (step) => ({ kind, members, ...runs[step] }) };
}

/** The step whose times are nearest to the medians, in shares of them: one comparison is of one step. */
function usualOf(cases: readonly Runs[]): number {
  const apart = cases[0].stepMs.map((_, step) =>
    cases.reduce((sum, { stepMs, medianMs }) => sum + Math.abs(stepMs[step] / (medianMs || 1e-9) - 1), 0),
  );
  return apart.indexOf(Math.min(...apart));
}

function computeOf({ splits }: TimedStep, member: string): number {
  const { computeMs, overlappedMs } = splits[member];
  return computeMs + overlappedMs;
}

function shareOf({ contributions }: TimedStep, member: string): number {
  const total = Object.values(contributions).reduce((sum, count) => sum + count, 0);
  return total > 0 ? (contributions[member] ?? 0) / total : 0;
}

function encodedBytes(elements: readonly number[], setting: CodecSetting): number[] {
  const codec = codecOf(setting, plainKernels);
  return elements.map((length) => codec.encodedBytes(length));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
