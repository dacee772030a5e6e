// One run of a lesson: what a ring of this page trains, and what came of it.
import { plural, t } from '@lingui/core/macro';
import type { EdgeProfile } from '../../../src/net/emulation/edge-profile';
import type { RunConfig, StepRecord } from '../../../src/replica/protocol';

export interface Trial {
  /** The words of the trial’s curve, in the current language. */
  readonly label: () => string;
  readonly colour: 'blue' | 'vermillion' | 'green' | 'purple';
  readonly dash?: string;
  readonly replicas: number;
  readonly steps: number;
  readonly config: RunConfig;
  /** What every link is slowed to; undefined: as fast as this page's. */
  readonly line?: EdgeProfile;
  /** The last replica ends once this step is committed: without a word, or with a goodbye. */
  readonly death?: { readonly afterStep: number; readonly how: 'vanish' | 'goodbye' };
}

/** What lessons read of a step record. */
export type TrialStep = Pick<
  StepRecord,
  'step' | 'atMs' | 'worldSize' | 'effectiveBatch' | 'examplesTotal' | 'loss' | 'accuracy' | 'learningRate'
> &
  Pick<StepRecord, 'digest' | 'digests' | 'bytesSent' | 'splits' | 'noise' | 'buckets' | 'validation'>;

export interface TrialResult {
  readonly trial: Trial;
  /** Committed steps, oldest first; at least one. */
  readonly steps: readonly TrialStep[];
  readonly parameters: number;
  /** The trial’s loss or its sums were no longer finite: it stopped early. */
  readonly isDiverged: boolean;
}

export function lastStep({ steps }: TrialResult): TrialStep {
  return steps[steps.length - 1];
}

/** The steps that a replica takes in one step of the ring: with local steps one sum ends several. */
export function stepsPerSum({ config: { sync } }: Pick<Trial, 'config'>): number {
  return sync.kind === 'local' ? sync.innerSteps : 1;
}

/** That a replica took in all these runs. */
export function stepsTaken(runs: readonly Pick<TrialResult, 'trial' | 'steps'>[]): number {
  return sum(runs.map(({ trial, steps }) => steps.length * stepsPerSum(trial)));
}

/** How many different digests the replicas hold after the last step whose digests of all are known. */
export function digestsAtEnd({ steps }: TrialResult): { step: number; replicas: number; different: number } {
  const last = steps.findLast(({ digests, worldSize }) => Object.keys(digests).length >= worldSize);
  const digests = Object.values(last?.digests ?? {});
  return { step: last?.step ?? 0, replicas: digests.length, different: new Set(digests).size };
}

/** '1, the same for all 3', '2 different ones, of 3 replicas'. */
export function digestWords({ different, replicas }: ReturnType<typeof digestsAtEnd>): string {
  return t`${plural(different, { 1: `1, the same for ${plural(replicas, { 2: 'both', other: `all ${replicas}` })}`, other: `${different} different ones, of ${replicas} replicas` })}`;
}

/** The later half of the steps: compiling and settling are over. */
function laterHalf({ steps }: TrialResult): readonly TrialStep[] {
  return steps.slice(steps.length >> 1);
}

/** Wall time of a step in ms, by the median; undefined: too few steps. */
export function stepMs(result: TrialResult): number | undefined {
  const later = laterHalf(result);
  return median(later.slice(1).map(({ atMs }, index) => atMs - later[index].atMs));
}

/** That the first replica sent, in a step. */
export function bytesPerStep(result: TrialResult): number {
  return mean(laterHalf(result).map(({ bytesSent }) => bytesSent));
}

export function bytesInAll({ steps }: TrialResult): number {
  return steps.reduce((sum, { bytesSent }) => sum + bytesSent, 0);
}

/** Shares of a replica's wall time in the later half of the run; undefined: not measured. */
export function timeShares(
  result: TrialResult,
): { compute: number; overlapped: number; exposed: number; waiting: number; other: number } | undefined {
  const splits = laterHalf(result).flatMap(({ splits }) => Object.values(splits));
  const wall = sum(splits.map(({ wallMs }) => wallMs));
  if (!(wall > 0)) return undefined;
  return {
    compute: sum(splits.map(({ computeMs }) => computeMs)) / wall,
    overlapped: sum(splits.map(({ overlappedMs }) => overlappedMs)) / wall,
    exposed: sum(splits.map(({ exposedMs }) => exposedMs)) / wall,
    waiting: sum(splits.map(({ waitingMs }) => waitingMs)) / wall,
    other: sum(splits.map(({ otherMs }) => otherMs)) / wall,
  };
}

export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
