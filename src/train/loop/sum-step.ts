// Act on a step decision: every bucket's sum, then the exact update. A current replica contributes its gradient; one
// that catches up adds zeros and logs the sum. An attempt that fails changes neither the state nor the gradient (S3).
import { say } from '../../base/sayings';
import { rankOf } from '../../membership/view';
import type { TrainState } from '../../optim/state/train-state';
import type { CatchUp } from '../catch-up/catch-up';
import { factsOf, overlaps, type AttemptedStep } from '../commit/attempted-step';
import { emptyLast } from '../commit/local-steps';
import { AttemptError } from '../context/trainer-deps';
import type { Header } from '../header/header';
import type { StepTrace } from '../metrics/step-split';
import { restore } from '../participation/participation';
import { assignBuckets } from '../reduce/buckets';
import { compressingOf, encodedBytes } from '../reduce/compressing';
import type { ReducedGradient } from '../reduce/launch';
import { launchCount } from '../reduce/launches';
import type { LocalGradient } from '../reduce/local-gradient';
import type { ReduceOutcome } from '../reduce/reduce-step';
import type { Contribution } from '../reduce/residual';
import { WithheldError } from '../reduce/withheld-error';
import { fragmentOf } from '../run/fragments';
import { outlierLimit, boundedNorm } from '../run/usual-norms';
import { afterStep } from '../decide/plan-step';
import type { StepDecision } from '../decide/step-decision';
import { heldRight, rightFactorsOf } from '../state/right-factors';
import { staysWithin } from './link-times';
import type { LoopParts } from './loop-parts';
import { areBounded, runSums, type StepAttempt, type SumParts } from './run-sums';
import { beginUpdate, finishUpdate } from './update-state';
import { allReduceCost } from '../../collectives/cost';
import { targetsOf } from '../../collectives/neighbours';
import type { Bucket } from '../../model/engine';
import { messageTime } from '../metrics/line-times';

type Parts = SumParts & Pick<LoopParts, 'replica' | 'headers' | 'meter' | 'accounts' | 'faults' | 'notify'>;

/** Resolves when the step is finished, or logged. Rejects when a new view must answer. */
export async function sumStep(
  parts: Parts,
  header: Header,
  decision: StepDecision,
  signal: AbortSignal,
): Promise<void> {
  const { participation } = parts.replica;
  if (participation.kind === 'catching-up') {
    const before = participation.catchUp.log.state;
    await addZeros(parts, { header, decision, before, signal }, participation.catchUp);
  } else await contribute(parts, header, decision, signal);
  parts.meter.restart();
}

async function contribute(
  parts: Parts,
  header: Header,
  decision: StepDecision,
  signal: AbortSignal,
): Promise<void> {
  const { replica, deps, headers, local, meter, faults, notify } = parts;
  const { view, records } = header;
  const { participation, device } = replica;
  if (participation.kind === 'current') {
    const { state, tensors } = participation.stored.held;
    device.beginGradient(state, tensors.parameters, headers);
  }
  const { gradient } = device;
  if (!gradient || participation.kind !== 'current')
    throw new AttemptError(deps.self, 'no gradient for the planned step');
  if (decision.contributions[deps.self] === 0) await gradient.drop();
  const before = participation.stored.held.state;
  if (before.config.patience && decision.best?.step === before.step) replica.keepBest(decision.best.loss);
  const after = afterStep(before, decision, false);
  await device.beginAhead(after, participation.stored.held.tensors.parameters, headers);
  const step = before.step + 1;
  const { held, sum } = participation.stored;
  const attempt: StepAttempt = { header, decision, before, signal };
  const contribution = contributionOf(parts, attempt, gradient, held.tensors);
  const attempted = noteAttempt(parts, attempt, launchCount(gradient, contribution));
  const update = beginUpdate(replica, decision);
  const { reduced: onReduced } = update;
  const outcome = await runSums(parts, attempt, { gradient, contribution, sum, onReduced }).catch(
    async (error: unknown) => {
      if (error instanceof WithheldError) await gradient.withhold(error.why);
      throw error;
    },
  );
  const sums = await gradient.sums();
  const gradientSquared = gradient.meanSquaredNorm(device.contribution(before));
  const compute = [...gradient.intervals(), ...device.aheadIntervals];
  noteComputed(parts, gradient);
  noteLine(parts, attempt, gradient.buckets, outcome);
  const finished = await finishUpdate(replica, decision, update);
  const { state, isSkipped } = finished;
  if (!isSkipped) contribution.finish();
  const { waitedFor, split, trace, headerMs, ...traffic } = meter.cost({ compute, ...outcome });
  const { allReduceMs } = outcome;
  account(parts, attempt, trace, outcome);
  const tentative = { ...finished, ...factsOf(attempted), ...traffic, headerMs, allReduceMs };
  replica.become(restore(replica.participation, (stored) => ({ ...stored, tentative })));

  const waitedForRank = waitedFor === undefined ? -1 : rankOf(view, waitedFor);
  const contributors = view.members.filter((_, rank) => records[rank].status === 'current');
  local.contributed(
    { step, ...sums, isSkipped, gradientSquared, ...traffic, split, waitedForRank },
    { index: contributors.indexOf(deps.self), count: contributors.length },
  );
  faults.suspended(view, before.suspended, state.suspended);
  faults.givenUp(before, state);
  if (isSkipped) notify('warning', say('update-not-finite', { step }));
}

function noteComputed({ local }: Parts, gradient: LocalGradient): void {
  local.computed(gradient.source.termsComputed, gradient.computedMs);
  if (gradient.source.terms > 0) local.completed(gradient.timedBuckets());
}

async function addZeros(parts: Parts, attempt: StepAttempt, catchUp: CatchUp): Promise<void> {
  const { replica, local, meter } = parts;
  const { header, decision, before } = attempt;
  const step = before.step + 1;
  const slots = replica.ready?.engine.slots ?? [];
  const gradient: ReducedGradient = {
    buckets: assignBuckets(slots, before.plan?.buckets ?? before.buckets, fragmentOf(before, slots)),
    into: catchUp.zeros,
    bucketReady: () => Promise.resolve(),
    check: () => 'none',
  };
  const sum = new Float32Array(catchUp.zeros.length);
  const contribution = contributionOf(parts, attempt, gradient, undefined);
  const attempted = noteAttempt(parts, attempt, launchCount(gradient, contribution));
  const outcome = await runSums(parts, attempt, { gradient, contribution, sum, onReduced: () => undefined });
  contribution.finish();
  const { waitedFor, split, trace, headerMs, ...traffic } = meter.cost({ compute: [], ...outcome });
  account(parts, attempt, trace, outcome);
  const waitedForRank = waitedFor === undefined ? -1 : rankOf(header.view, waitedFor);
  local.followed({ ...emptyLast(), step, ...traffic, split, waitedForRank });
  catchUp.log.stepped(decision, sum, {
    ...factsOf(attempted),
    ...traffic,
    headerMs,
    allReduceMs: outcome.allReduceMs,
  });
  catchUp.logged();
}

function noteAttempt(
  { local }: Parts,
  { header, decision, before }: StepAttempt,
  buckets: number,
): AttemptedStep {
  const attempted = { header, decision, before, buckets };
  local.attempted = attempted;
  return attempted;
}

/** Where its time went, for the timeline (T10). */
function account(
  { accounts }: Parts,
  { before, decision: { plan } }: StepAttempt,
  trace: StepTrace,
  outcome: ReduceOutcome,
): void {
  const { run, step } = before;
  accounts.add({ run, step: step + 1, isOverlapped: overlaps(before, plan), trace, outcome });
}

/** `held`: of the state before; undefined: this replica catches up, and adds zeros, for which any Q will do. */
function contributionOf(
  { replica, deps }: Parts,
  { header: { view }, decision, before }: StepAttempt,
  gradient: ReducedGradient,
  held: TrainState | undefined,
): Contribution {
  const slots = replica.ready?.engine.slots ?? [];
  const factors = rightFactorsOf(before, slots);
  const factoring = factors && {
    plan: factors.plan,
    right: held ? heldRight(factors, held) : new Float32Array(factors.plan.rightLength),
  };
  return replica.residual.contribute({
    gradient: gradient.into,
    fragment: fragmentOf(before, slots),
    compressing: compressingOf(before, decision, view.members.length, factoring),
    exampleCount: decision.totalCount,
    terms: decision.contributions[deps.self] ?? 0,
    limit: outlierLimit(before.usualNorms, 'source'),
    ...(areBounded(decision, view.members.length) ? { bound: boundedNorm(before.usualNorms, 'sent') } : {}),
  });
}

/** What the sums of a step showed of this replica's line: it says so in its next record, and bucket sizes follow. */
function noteLine(
  { hub, deps, local }: Pick<LoopParts, 'hub' | 'deps' | 'local'>,
  { header: { view }, decision: { plan, path }, before: { network } }: StepAttempt,
  buckets: readonly Bucket[],
  { spans }: ReduceOutcome,
): void {
  const links = targetsOf(path, view, deps.self).map((member) => {
    const link = hub.link(member);
    return { ...link?.stats(), isWithin: staysWithin(link, deps.self, member, network) };
  });
  // Small sums measure no link, and probes only those to the neighbours (L17e).
  const slowest = (isWithin: boolean): number | undefined => {
    const rates = links.flatMap((link) => (link.isWithin === isWithin ? (link.bytesPerSecond ?? []) : []));
    const measured = rates.filter((rate) => rate > 0);
    return measured.length > 0 ? Math.min(...measured) : undefined;
  };
  const rates = { bytesPerSecond: slowest(false), withinBytesPerSecond: slowest(true) };
  const bytesPerSecond = Math.min(rates.bytesPerSecond ?? Infinity, rates.withinBytesPerSecond ?? Infinity);
  const bytes = encodedBytes(plan.buckets.codec, buckets);
  if (!bytes || bytesPerSecond === Infinity) return local.summed(undefined, undefined);
  const costs = bytes.map((each) => allReduceCost(path, view.members.length, each, 0, bytesPerSecond));
  const hops = costs.at(0)?.steps ?? 0;
  const lineMs = costs.map(({ predictedMs }) => predictedMs);
  const flightMs = (hops * Math.max(...links.map(({ roundTripMs = 0 }) => roundTripMs))) / 2;
  local.summed(messageTime({ spans, lineMs, flightMs, hops }), rates);
}
