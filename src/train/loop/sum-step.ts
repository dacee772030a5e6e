// Act on a step decision: every bucket's sum, then the exact update. A current replica contributes its gradient; one
// that catches up adds zeros and logs the sum. An attempt that fails changes neither the state nor the gradient (S3).
import { say } from '../../base/sayings';
import { RefusedError } from '../../collectives/offence';
import { sourcesOf, targetsOf } from '../../collectives/neighbours';
import { rankOf, type MemberId } from '../../membership/view';
import { squaredNormOf } from '../../optim/state/block-norms';
import type { TrainState } from '../../optim/state/train-state';
import type { CatchUp } from '../catch-up/catch-up';
import { factsOf, overlaps, type AttemptedStep } from '../commit/attempted-step';
import { emptyLast } from '../commit/local-steps';
import { AttemptError } from '../context/trainer-deps';
import type { Header } from '../header/header';
import { restore } from '../participation/participation';
import { edgeOpen } from '../peers/edge-open';
import { assignBuckets } from '../reduce/buckets';
import { compressingOf } from '../reduce/compressing';
import type { Contribution } from '../reduce/residual';
import type { ReducedGradient } from '../reduce/launch';
import { boundedPartJudge } from '../reduce/part-judge';
import { reduceStep, type ReduceOutcome } from '../reduce/reduce-step';
import { WithheldError } from '../reduce/withheld-error';
import { boundedNorm } from '../run/bounded-parts';
import type { RunState } from '../run/run-state';
import { outlierLimit, type UsualNorms } from '../run/usual-norms';
import { fragmentOf } from '../run/fragments';
import { afterStep } from '../schedule/plan-step';
import type { StepDecision } from '../schedule/step-decision';
import { heldRight, rightFactorsOf } from '../state/right-factors';
import type { StepTrace } from '../metrics/step-split';
import { noteLine } from './note-line';
import { beginUpdate, finishUpdate } from './update-state';
import type { LoopParts } from './loop-parts';

type Parts = Pick<
  LoopParts,
  | 'deps'
  | 'hub'
  | 'replica'
  | 'headers'
  | 'local'
  | 'router'
  | 'meter'
  | 'accounts'
  | 'faults'
  | 'offences'
  | 'stalls'
  | 'notify'
  | 'enter'
>;

/** Resolves when the step is finished, or logged. Rejects when a new view must answer. */
export async function sumStep(
  parts: Parts,
  header: Header,
  decision: StepDecision,
  signal: AbortSignal,
): Promise<void> {
  const { participation } = parts.replica;
  if (participation.kind === 'catching-up')
    await addZeros(parts, header, decision, participation.catchUp, signal);
  else await contribute(parts, header, decision, signal);
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
  const after = afterStep(before, decision, false);
  await device.beginAhead(after, participation.stored.held.tensors.parameters, headers);
  const step = before.step + 1;
  const { held, sum } = participation.stored;
  const contribution = contributionOf(parts, header, decision, before, gradient, held.tensors);
  const attempted = attempt(parts, header, decision, before, collectiveCount(gradient, contribution));
  const update = beginUpdate(replica, decision);
  const outcome = await reduce(
    parts,
    header,
    decision,
    before,
    gradient,
    contribution,
    sum,
    signal,
    (start, end) => update.reduced(start, end),
  ).catch(async (error: unknown) => {
    if (error instanceof WithheldError) await gradient.withhold(error.why);
    throw error;
  });
  const sums = await gradient.sums();
  const gradientSquared = gradient.meanSquaredNorm(device.contribution(before));
  const compute = [...gradient.intervals(), ...device.aheadIntervals];
  local.computed(gradient.source.termsComputed, gradient.computedMs);
  if (gradient.source.terms > 0) local.completed(gradient.timedBuckets());
  noteLine(parts, view, decision, gradient.buckets, outcome);
  const finished = await finishUpdate(replica, decision, update);
  const { state, isSkipped } = finished;
  if (!isSkipped) contribution.finish();
  const { waitedFor, split, trace, headerMs, ...traffic } = meter.cost({ compute, ...outcome });
  const { allReduceMs } = outcome;
  account(parts, before, decision, trace, outcome);
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
  if (isSkipped) notify('warning', ...say('update-not-finite', step));
}

async function addZeros(
  parts: Parts,
  header: Header,
  decision: StepDecision,
  catchUp: CatchUp,
  signal: AbortSignal,
): Promise<void> {
  const { replica, local, meter } = parts;
  const { state } = catchUp.log;
  const step = state.step + 1;
  const slots = replica.ready?.engine.slots ?? [];
  const gradient: ReducedGradient = {
    buckets: assignBuckets(slots, state.plan?.buckets ?? state.buckets, fragmentOf(state, slots)),
    into: catchUp.zeros,
    bucketReady: () => Promise.resolve(),
    check: () => 'none',
  };
  const sum = new Float32Array(catchUp.zeros.length);
  const contribution = contributionOf(parts, header, decision, state, gradient, undefined);
  const attempted = attempt(parts, header, decision, state, collectiveCount(gradient, contribution));
  const outcome = await reduce(
    parts,
    header,
    decision,
    state,
    gradient,
    contribution,
    sum,
    signal,
    () => undefined,
  );
  contribution.finish();
  const { waitedFor, split, trace, headerMs, ...traffic } = meter.cost({ compute: [], ...outcome });
  account(parts, state, decision, trace, outcome);
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

function attempt(
  { local }: Parts,
  header: Header,
  decision: StepDecision,
  before: RunState,
  buckets: number,
): AttemptedStep {
  const attempted = { header, decision, before, buckets };
  local.attempt(attempted);
  return attempted;
}

/** Where its time went, for the timeline (T10). */
function account(
  { accounts }: Parts,
  before: RunState,
  { plan }: StepDecision,
  trace: StepTrace,
  outcome: ReduceOutcome,
): void {
  const { run, step } = before;
  accounts.add({ run, step: step + 1, isOverlapped: overlaps(before, plan), trace, outcome });
}

/** `held`: of the state `before`; undefined: this replica catches up, and adds zeros, for which any Q will do. */
function contributionOf(
  { replica, deps }: Parts,
  { view }: Header,
  decision: StepDecision,
  before: RunState,
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

/** S25. A view of one sends nothing. */
function areBounded({ plan }: StepDecision, worldSize: number): boolean {
  return plan.buckets.boundedParts === true && worldSize > 1;
}

/** PowerSGD sums twice, whatever the buckets. */
function collectiveCount({ buckets }: ReducedGradient, { options }: Contribution): number {
  return options.compressing?.kind === 'power-sgd' ? 2 : buckets.length;
}

/** The sums of one step: every member ends with the same bytes (E2). */
async function reduce(
  parts: Parts,
  { view }: Header,
  decision: StepDecision,
  before: RunState,
  gradient: ReducedGradient,
  contribution: Contribution,
  sum: Float32Array,
  signal: AbortSignal,
  onReduced: (start: number, end: number) => void,
): Promise<ReduceOutcome> {
  const { hub, router, deps, local, offences, stalls, enter } = parts;
  const { clock, self } = deps;
  const { path, plan } = decision;
  const sources = sourcesOf(path, view, self);
  const awaits = (): readonly MemberId[] => {
    const awaited = path === 'gathered' ? stalls.awaits() : sources;
    return sources.length === 1 || awaited.length < sources.length ? awaited : [];
  };
  enter({ kind: 'reducing', sinceMs: clock.now(), awaits });
  for (const target of targetsOf(path, view, self))
    await edgeOpen(hub, clock, target, deps.nameOf(target), signal);
  const outcome = await reduceStep({
    ...{
      view,
      self,
      path,
      topology: plan.buckets.topology,
      step: before.step + 1,
      contributors: view.members.filter((member) => (decision.contributions[member] ?? 0) > 0),
      gradient,
      contribution,
      sum,
      router,
      clock,
      signal,
      onReduced,
    },
    send: (to, bytes) => hub.send(to, 'reduce', bytes, signal),
    judge: areBounded(decision, view.members.length)
      ? boundedPartJudge({
          limit: boundedNorm(before.usualNorms, 'received'),
          terms: decision.contributions,
          isPerBucket: contribution.options.compressing?.kind === 'power-sgd',
        })
      : judgeOf(before.usualNorms, decision.contributions),
    watch: (awaited) => stalls.sums(awaited),
    onOffence: (peer, what) => offences.report(peer, what),
    onBroken: (told) => hub.on('broken', ({ peer, reason }) => told(peer, reason)),
    onUnreadable: (told) => hub.on('unreadable', ({ peer, why }) => told(peer, why)),
  }).catch((error: unknown) => {
    if (error instanceof RefusedError) local.accuse(error.member);
    throw error;
  });
  local.clearAccusation();
  return outcome;
}

/** Why a sum is refused whose members announced so many loss terms (S13). */
function judgeOf(
  norms: UsualNorms,
  contributions: StepDecision['contributions'],
): (values: Float32Array, members: readonly MemberId[]) => string | undefined {
  const limit = outlierLimit(norms, 'receiver') ?? Infinity;
  return (values, members) => {
    const count = members.reduce((sum, member) => sum + (contributions[member] ?? 0), 0);
    const norm = Math.sqrt(squaredNormOf(values));
    if (count === 0) return norm === 0 ? undefined : 'sent something for members that announced nothing';
    return norm / count > limit ? 'sent an outlier gradient' : undefined;
  };
}
