// S9, S10 and the learning rate a second time, for the replay oracle: each step's plan, by plain loops over single
// positions. Its input is which members were current at each header, the host's settings then, and the contributors of
// each sum. Nothing of the product's planning is used. Shards by measured speed are the exception: speeds are
// measurements, so their sizes are given, and only checked to cover the batch. Buckets and ways of sums by measurement are
// chosen again from the records (plain-choice.ts). At most 256 ranges to redo are assumed.
import type { MemberId } from '../../membership/view';
import type { HeaderRecord } from '../header/header-record';
import { shapeOf } from '../run/data-shape';
import type { RunConfig } from '../run/run-config';
import type { RunState } from '../run/run-state';
import { plainChoice } from './plain-choice';

type PlanSettings = Pick<
  RunState,
  'batchMode' | 'globalBatch' | 'shards' | 'learningRate' | 'buckets' | 'sync'
>;

/** A header that planned a step. */
export interface PlanningHeader {
  /** The step that it planned; undefined: the run's last step was decided. */
  readonly plans: number | undefined;
  /** The step that it decided, when it decided one. */
  readonly finishes: number | undefined;
  /** The members’ records by rank. */
  readonly records: ReadonlyMap<MemberId, HeaderRecord>;
  /** The ranks around the ring. */
  readonly ring: readonly number[];
  readonly settings: PlanSettings;
}

interface PlainShard {
  readonly member: MemberId;
  readonly positions: readonly number[];
}

export interface PlainPlan {
  readonly shards: readonly PlainShard[];
  readonly learningRate: number;
  /** The rate of each inner step, with local steps. */
  readonly innerRate: (inner: number) => number;
  readonly buckets: RunState['buckets'];
  readonly sync: RunState['sync'];
}

export interface PlanHistory {
  readonly config: RunConfig;
  /** The headers in order of version. */
  readonly headers: readonly PlanningHeader[];
  /** n_j of the step’s committed sum. */
  readonly contributions: (step: number) => Readonly<Record<MemberId, number>> | undefined;
  /** Sizes of shards by measured speed, in order of rank. */
  readonly measuredSizes: (step: number) => readonly number[];
  /** P */
  readonly parameters: number;
}

/** The plans by step. */
export function plainPlans({
  config,
  headers,
  contributions,
  measuredSizes,
  parameters,
}: PlanHistory): Map<number, PlainPlan> {
  const plans = new Map<number, PlainPlan>();
  const { terms } = shapeOf(config.data);
  const scale = new BatchScale(config);
  let redo: number[] = [];
  let fresh = 0;
  const withheldOnce = new Set<number>();
  for (const { plans: planned, finishes, records, ring, settings } of headers) {
    const summed = finishes === undefined ? undefined : contributions(finishes);
    const finished = finishes === undefined ? undefined : plans.get(finishes);
    for (const { member, positions } of (summed && finished?.shards) ?? []) {
      fresh = Math.max(fresh, ...positions.map((position) => position + 1));
      redo = redo.filter((position) => !positions.includes(position));
      const entered = (summed?.[member] ?? 0) / terms;
      const isWithheld = (records.get(member)?.withheld ?? 'none') !== 'none';
      for (const [i, position] of positions.entries()) {
        const hasEntered = i < entered;
        const isGivenUp = isWithheld && withheldOnce.has(position);
        if (hasEntered || isGivenUp) withheldOnce.delete(position);
        else redo.push(position);
        if (!hasEntered && isWithheld && !isGivenUp) withheldOnce.add(position);
      }
    }
    redo.sort((a, b) => a - b);
    if (planned === undefined) continue;
    const workers = [...records].filter(([, { status }]) => status === 'current').map(([member]) => member);
    const { sync } = settings;
    const isLocal = sync.kind !== 'every-step';
    const between = sync.kind === 'streaming' ? sync.fragments : 1;
    const innerSteps = isLocal ? sync.innerSteps / between : 1;
    const once = settings.batchMode === 'fixed' ? settings.globalBatch : workers.length * config.localBatch;
    const batch = innerSteps * once;
    const buckets = plainChoice({
      ...{ config, step: planned, records: [...records.values()], ring, parameters },
      ...{ buckets: settings.buckets, sync },
    });
    const sizes = settings.shards === 'equal' ? equalSizes(workers.length, batch) : measuredSizes(planned);
    if (sizes.length !== workers.length || sizes.reduce((a, b) => a + b, 0) !== batch)
      throw new Error(
        `step ${planned}: ${sizes.join()} does not share ${batch} examples among ${workers.length}`,
      );
    const stream = [...redo];
    for (let position = fresh; stream.length < batch; position++) stream.push(position);
    let at = 0;
    const shards = workers.map((member, i) => ({ member, positions: stream.slice(at, (at += sizes[i])) }));
    const base = settings.learningRate * scale.next(isLocal ? once / workers.length : once);
    const learningRate = sync.kind === 'every-step' ? rateOf(config, planned, base) : outerRateOf(sync.outer);
    const innerRate = (inner: number): number =>
      rateOf(innerRun(config, innerSteps), (planned - 1) * innerSteps + inner + 1, base);
    plans.set(planned, { shards, learningRate, innerRate, buckets, sync });
  }
  return plans;
}

function outerRateOf(outer: Exclude<RunState['sync'], { kind: 'every-step' }>['outer']): number {
  return outer.kind === 'average' ? 1 : Math.fround(outer.learningRate);
}

/** The schedule's shape stays, over so many times the steps. */
function innerRun(config: RunConfig, innerSteps: number): RunConfig {
  const { schedule, steps } = config;
  const warmupSteps = schedule.warmupSteps * innerSteps;
  return { ...config, steps: steps * innerSteps, schedule: { ...schedule, warmupSteps } };
}

/** The first ones are larger by one, where the batch does not divide. */
function equalSizes(count: number, batch: number): number[] {
  const sizes = Array.from({ length: count }, () => 0);
  for (let example = 0; example < batch; example++) sizes[example % count]++;
  return sizes;
}

/** How the rate follows the batch: at once when it shrinks, in equal steps of what is left when it grows. */
class BatchScale {
  #factor: number | undefined;
  #target = 0;
  #stepsLeft = 0;

  constructor(readonly config: RunConfig) {}

  next(batch: number): number {
    const { rule, referenceBatch, rewarmSteps } = this.config.scaling;
    const ratio = batch / referenceBatch;
    const target = rule === 'none' ? 1 : rule === 'linear' ? ratio : Math.sqrt(ratio);
    if (this.#factor === undefined || target <= this.#factor || rewarmSteps === 0) this.#stepsLeft = 0;
    else if (target > this.#target || this.#stepsLeft === 0) this.#stepsLeft = rewarmSteps;
    if (this.#factor === undefined || this.#stepsLeft <= 1) this.#factor = target;
    else this.#factor += (target - this.#factor) / this.#stepsLeft;
    this.#stepsLeft = Math.max(0, this.#stepsLeft - 1);
    this.#target = target;
    return this.#factor;
  }
}

/** f32: up from 0 over the warm-up, then level, or down to the last step. `Math.cos` differs from the product’s cosine
 *  by less than an f32 rounds. */
function rateOf({ schedule, steps }: RunConfig, step: number, base: number): number {
  const { kind, warmupSteps, finalFraction } = schedule;
  if (step <= warmupSteps) return Math.fround((base * step) / warmupSteps);
  if (kind === 'constant') return Math.fround(base);
  const whole = Math.max(1, warmupSteps); // the last step at the whole rate
  const progress = steps > whole ? Math.min(1, (step - whole) / (steps - whole)) : 0;
  const remaining = kind === 'linear' ? 1 - progress : (1 + Math.cos(Math.PI * progress)) / 2;
  return Math.fround(base * (finalFraction + (1 - finalFraction) * remaining));
}
