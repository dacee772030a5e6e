// How much each member computes of the next step (S10): equal parts (S10a), or parts by measured speed (S10b). They
// follow from the records' speeds and the run state alone, and so are the same at every member. Measured sizes change
// only for a gain, and not at every step. A member too slow for even one micro-batch is left out for a while, then
// tried again. A part is any number of examples: its last micro-batch is padded with rows of weight 0, which add
// nothing to any sum. A padded micro-batch takes as long as a full one. Equal parts lose no time by it. The longest of
// N parts of B examples is ⌈⌈B/N⌉/m⌉ = ⌈⌈B/m⌉/N⌉ micro-batches of m rows, as if whole ones were dealt out.
import type { MemberId } from '../../membership/view';
import { apportion, equalParts, lowerMedian, partsBySpeed, stepTime } from '../run/apportion';
import { boundedShares } from '../run/bounded-shares';
import type { RunState, StepPlan } from '../run/run-state';

/** Sizes change when the predicted step takes less than this part of the time before (S10c). */
const worthwhile = 0.9;
/** Steps between two changes of sizes: a changed shard is measured again in the meantime. */
const settleSteps = 5;
/** Too slow in so many plans in a row: left out. */
export const slowPlans = 8;
/** The steps of a suspension (S10d); then it is measured again, and left out again after three slow plans. */
export const suspendedSteps = 50;
const slowPlansOnRetry = 3;
/** The times of the others’ median step, without it, that its one micro-batch may take. */
const tooSlow = 2;
/** A part by measured speed is at most so many equal ones. */
const mostEqualParts = 4;

/** A member that can compute, and its speed in loss terms a second, padding included; 0: not known yet. */
export interface Worker {
  readonly member: MemberId;
  readonly termsPerSecond: number;
}

export type PlannedShards = Pick<StepPlan, 'shards'> & Pick<RunState, 'apportionedAt' | 'slow' | 'suspended'>;

/** Shards of step `step`, in order of `workers` (by rank); `batch` examples in all (S10). */
export function planShards(
  state: RunState,
  workers: readonly Worker[],
  batch: number,
  step: number,
): PlannedShards {
  const { microBatch } = state.config;
  const among = (members: readonly Worker[], counts: readonly number[]): StepPlan['shards'] => {
    const of = new Map(members.map(({ member }, at) => [member, counts[at]]));
    return workers.map(({ member }) => ({ member, count: of.get(member) ?? 0 }));
  };
  if (state.shards === 'equal' || workers.length < 2) {
    const equal = equalParts(workers.length, batch);
    return { shards: among(workers, equal), apportionedAt: step, slow: [], suspended: [] };
  }

  const { active, slow, suspended } = chooseWorkers(state, workers, Math.ceil(batch / microBatch), step);
  const speeds = speedsOf(active, workers.length);
  const counts = partsBySpeed(speeds, batch, microBatch);
  const next = { slow, suspended, shards: among(active, counts) };
  const kept = countsKept(state, workers, active, batch);
  if (!kept) return { ...next, apportionedAt: step };
  const timeOf = (parts: readonly number[]): number =>
    stepTime(
      speeds,
      parts.map((count) => Math.ceil(count / microBatch)),
    );
  const isWorthwhile = timeOf(counts) < worthwhile * timeOf(kept);
  if (isWorthwhile && step >= state.apportionedAt + settleSteps) return { ...next, apportionedAt: step };
  return { ...next, shards: among(active, kept), apportionedAt: state.apportionedAt };
}

/** The sizes of the plan before, where they still fit: the same workers, as many examples. */
function countsKept(
  { plan, suspended }: RunState,
  workers: readonly Worker[],
  active: readonly Worker[],
  batch: number,
): number[] | undefined {
  const isSame =
    plan?.shards.length === workers.length &&
    plan.shards.every(({ member }, rank) => member === workers[rank].member);
  if (!isSame) return undefined;
  const before = active.map(({ member }) => plan.shards.find((shard) => shard.member === member)!.count);
  const isWhole = before.reduce((a, b) => a + b, 0) === batch;
  const isBack = active.some(({ member }) => suspended.some((one) => one.member === member));
  return isWhole && !isBack ? before : undefined;
}

function chooseWorkers(state: RunState, workers: readonly Worker[], microBatches: number, step: number) {
  const isHere = ({ member }: { readonly member: MemberId }): boolean =>
    workers.some((worker) => worker.member === member);
  const still = state.suspended.filter((one) => isHere(one) && one.untilStep > step);
  const back = state.suspended.filter((one) => isHere(one) && one.untilStep <= step);
  let active: readonly Worker[] = workers.filter(({ member }) => !still.some((one) => one.member === member));
  if (active.length === 0) active = workers;
  const before = new Map(state.slow.map(({ member, plans }) => [member, plans]));
  for (const { member } of back) before.set(member, slowPlans - slowPlansOnRetry);

  const slow: RunState['slow'][number][] = [];
  const suspended = active.length === workers.length ? [] : [...still];
  for (const worker of active) {
    if (!isTooSlow(worker, active, workers.length, microBatches)) {
      // One that is back keeps its mark while its speed may be that of long ago.
      if (back.some(({ member }) => member === worker.member))
        slow.push({ member: worker.member, plans: slowPlans - slowPlansOnRetry });
      continue;
    }
    const plans = (before.get(worker.member) ?? 0) + 1;
    if (plans < slowPlans) slow.push({ member: worker.member, plans });
    else suspended.push({ member: worker.member, untilStep: step + suspendedSteps });
  }
  active = active.filter(({ member }) => !suspended.some((one) => one.member === member));
  return { active, slow, suspended };
}

function isTooSlow(worker: Worker, active: readonly Worker[], size: number, microBatches: number): boolean {
  const others = active.filter((other) => other !== worker);
  if (worker.termsPerSecond === 0 || others.length === 0) return false;
  const speeds = speedsOf(others, size);
  // Where there are fewer micro-batches than members, each has an equal part, which takes as long as one.
  const shares = microBatches < speeds.length ? speeds.map(() => 1) : apportion(speeds, microBatches);
  const times = shares.map((share, rank) => share / speeds[rank]);
  return 1 / worker.termsPerSecond > tooSlow * lowerMedian(times);
}

/** A speed not yet known is taken for the median of those that are. A speed is its member's word (S23). `size`: with
 *  those that are left out, so that a member is bound however few are left beside it. */
function speedsOf(workers: readonly Worker[], size: number): readonly number[] {
  const known = workers.map(({ termsPerSecond }) => termsPerSecond).filter((speed) => speed > 0);
  const usual = known.length > 0 ? lowerMedian(known) : 1;
  return boundedShares(
    workers.map(({ termsPerSecond }) => termsPerSecond || usual),
    Math.max(mostOfBatch(size), 1 / workers.length),
  );
}

/** S23: of the batch. Two or three members have no majority that could be right against one. */
function mostOfBatch(members: number): number {
  return members < 4 ? 1 : Math.min(1 / 2, mostEqualParts / members);
}
