// One attempt at the step that all decided on: every bucket's sum, then the exact update, as one that contributes its
// gradient or as a rider that adds nothing and logs the sum. What fails leaves the holding and the local gradient as they
// were (S3).
import { groupDigits } from '../../base/group-digits';
import type { FrameRouter } from '../../collectives/frame-router';
import { RefusedError } from '../../collectives/ring-all-reduce';
import { predecessorOf, rankOf, successorOf, type MemberId, type View } from '../../membership/view';
import { squaredNormOf } from '../../optim/state/block-norms';
import type { Decision } from '../decide/decision';
import { edgeOpen } from '../peers/edge-open';
import type { FaultNotices } from '../commit/fault-notices';
import type { HeaderRecord } from '../header/header-record';
import type { Hub } from '../peers/hub';
import { emptyLast, type LocalSteps } from '../commit/local-steps';
import { LocalSpeed } from '../metrics/local-speed';
import { reduceStep, WithheldError, type ReducedGradient, type ReduceOutcome } from '../reduce/reduce-step';
import type { ReplicaState } from '../state/replica-state';
import type { CatchUpDriver } from '../catch-up/catch-up-driver';
import type { RunState } from '../run/run-state';
import type { StepMeter } from '../metrics/step-meter';
import { factsOf, type AttemptedStep } from '../commit/attempted-step';
import { AttemptError, type Activity, type Notify, type TrainerDeps } from '../context/trainer-deps';

export interface StepAttemptOptions {
  readonly host: Pick<TrainerDeps, 'self' | 'clock' | 'nameOf'>;
  readonly hub: Hub;
  readonly replica: ReplicaState;
  readonly catchUpDriver: CatchUpDriver;
  readonly router: FrameRouter;
  readonly meter: StepMeter;
  readonly local: LocalSteps;
  readonly faults: FaultNotices;
  readonly onActivity: (activity: Activity) => void;
  readonly onOffence: (peer: MemberId, message: string) => void;
  readonly notify: Notify;
}

type StepVerdict = Decision & { kind: 'step' };

export class StepAttempt {
  /** Whose part of a sum this replica refused, until all have heard of it. */
  accused: MemberId | undefined;
  readonly speed = new LocalSpeed();
  /** The last one, whether or not it came to an end. */
  attempted: AttemptedStep | undefined;
  readonly #options: StepAttemptOptions;

  constructor(options: StepAttemptOptions) {
    this.#options = options;
  }

  /** Resolves when the step is finished, or logged by a rider. Rejects when a new view must answer. */
  async run(
    view: View,
    decision: StepVerdict,
    records: readonly HeaderRecord[],
    signal: AbortSignal,
  ): Promise<void> {
    const followed = this.#options.catchUpDriver.state;
    await (followed
      ? this.#catchUp(view, decision, records, followed, signal)
      : this.#contribute(view, decision, records, signal));
    this.#options.meter.restart();
  }

  async #contribute(
    view: View,
    decision: StepVerdict,
    records: readonly HeaderRecord[],
    signal: AbortSignal,
  ): Promise<void> {
    const { replica, host, local, meter, faults, notify } = this.#options;
    replica.beginGradient();
    const { gradient, held } = replica;
    if (!gradient || !held) throw new AttemptError(host.self, 'no gradient for the planned step');
    if (decision.contributions[host.self] === 0) await gradient.drop();
    const before = held.state;
    const step = before.step + 1;
    const attempted = { view, decision, records, before, buckets: gradient.buckets.length };
    this.attempted = attempted;
    const update = replica.beginUpdate(decision);
    const outcome = await this.#reduce(view, decision, step, gradient, replica.sum, signal, (start, end) =>
      update.reduced(start, end),
    ).catch(async (error: unknown) => {
      if (error instanceof WithheldError) await gradient.withhold(error.why);
      throw error;
    });
    const contribution = replica.contribution;
    const sums = await gradient.sums();
    const gradientSquared = gradient.meanSquaredNorm(contribution);
    const computed = gradient.interval();
    this.speed.measured(gradient.termsComputed, computed[1] - computed[0]);
    const { gradientNorm, isSkipped } = await replica.finish(decision, update);

    const { waitedFor, split, ...traffic } = meter.cost({ compute: [computed], ...outcome });
    const waitedForRank = waitedFor === undefined ? -1 : rankOf(view, waitedFor);
    local.last = { step, ...sums, isSkipped, gradientSquared, ...traffic, split, waitedForRank };
    const holders = view.members.filter((_, rank) => records[rank].status === 'current');
    local.share = { index: holders.indexOf(host.self), count: holders.length };
    const { state, digest } = replica.held!;
    faults.benched(view, before.benched, state.benched);
    faults.givenUp(before, state);
    const { allReduceMs } = outcome;
    local.finished = {
      state,
      digest,
      ...factsOf(attempted),
      ...traffic,
      allReduceMs,
      gradientNorm,
      isSkipped,
    };
    if (isSkipped) notify('warning', `step ${groupDigits(step)}: the update was not finite, all skipped it`);
  }

  /** A rider adds nothing and logs the sum. */
  async #catchUp(
    view: View,
    decision: StepVerdict,
    records: readonly HeaderRecord[],
    state: RunState,
    signal: AbortSignal,
  ): Promise<void> {
    const { catchUpDriver, local, meter } = this.#options;
    const step = state.step + 1;
    const gradient = catchUpDriver.zeroGradient(state);
    const attempted = { view, decision, records, before: state, buckets: gradient.buckets.length };
    this.attempted = attempted;
    const sum = new Float32Array(gradient.into.length);
    const outcome = await this.#reduce(view, decision, step, gradient, sum, signal, () => undefined);
    const { waitedFor, split, ...traffic } = meter.cost({ compute: [], ...outcome });
    const waitedForRank = waitedFor === undefined ? -1 : rankOf(view, waitedFor);
    local.last = { ...emptyLast(), step, ...traffic, split, waitedForRank };
    catchUpDriver.stepped(decision, sum, {
      ...factsOf(attempted),
      ...traffic,
      allReduceMs: outcome.allReduceMs,
    });
  }

  /** The member's sums of one step: all others' too, in the same bytes. */
  async #reduce(
    view: View,
    decision: StepVerdict,
    step: number,
    gradient: ReducedGradient,
    sum: Float32Array,
    signal: AbortSignal,
    onReduced: (start: number, end: number) => void,
  ): Promise<ReduceOutcome> {
    const { hub, router, host, onActivity, onOffence } = this.#options;
    const { clock, self } = host;
    const predecessor = view.members.length > 1 ? predecessorOf(view, self) : undefined;
    onActivity({ kind: 'reducing', sinceMs: clock.now(), predecessor });
    const successor = successorOf(view, self);
    if (successor !== self) await edgeOpen(hub, clock, successor, host.nameOf(successor), signal);
    const outcome = await reduceStep({
      view,
      self,
      step,
      gradient,
      sum,
      router,
      send: (to, bytes) => hub.send(to, 'reduce', bytes, signal),
      clock,
      signal,
      judge: this.#judgeOf(decision.contributions[predecessor ?? self]),
      onOffence,
      onBroken: (told) => hub.on('broken', ({ peer, reason }) => told(peer, reason)),
      onUnreadable: (told) => hub.on('unreadable', ({ peer, why }) => told(peer, why)),
      onReduced,
    }).catch((error: unknown) => {
      if (error instanceof RefusedError) this.accused = error.member;
      throw error;
    });
    this.accused = undefined;
    return outcome;
  }

  /** Why the predecessor's own part, announced to be of `count` loss terms, cannot be. */
  #judgeOf(count = 0): (values: Float32Array) => string | undefined {
    const limit = this.#options.replica.norms.limit('successor') ?? Infinity;
    return (values) => {
      const norm = Math.sqrt(squaredNormOf(values));
      if (count === 0) return norm === 0 ? undefined : 'announced nothing and sent something';
      return norm / count > limit ? 'sent an absurd gradient' : undefined;
    };
  }
}
