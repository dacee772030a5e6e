// One attempt at the step that all decided on: every bucket's sum, then the exact update, as one that contributes its
// gradient or as a rider that adds nothing and logs the sum. What fails leaves the holding and the local gradient as they
// were (S3).
import { groupDigits } from '../../base/group-digits';
import type { FrameRouter } from '../../collectives/frame-router';
import { RefusedError } from '../../collectives/ring-all-reduce';
import { predecessorOf, rankOf, successorOf, type MemberId, type View } from '../../membership/view';
import { squaredNormOf } from '../../optim/block-norms';
import type { Verdict } from '../decide/decision';
import { edgeOpen } from '../peers/edge-open';
import type { FaultNotices } from '../commit/fault-notices';
import type { HeaderRecord } from '../header/header-record';
import type { Hub } from '../peers/hub';
import { emptyLast, type OwnSteps } from '../commit/local-steps';
import { OwnSpeed } from '../metrics/local-speed';
import { reduceStep, WithheldError, type ReducedGradient, type ReduceOutcome } from '../reduce/reduce-step';
import type { ReplicaState } from '../state/replica-state';
import type { Rider } from '../catch-up/catching-up';
import type { RunState } from '../run/run-state';
import type { StepMeter } from '../metrics/step-meter';
import { factsOf, type TriedStep } from '../commit/attempted-step';
import { AttemptError, type Activity, type Tell, type TrainerHost } from '../context/trainer-deps';

export interface StepAttemptOptions {
  readonly host: Pick<TrainerHost, 'self' | 'clock' | 'nameOf'>;
  readonly hub: Hub;
  readonly replica: ReplicaState;
  readonly rider: Rider;
  readonly router: FrameRouter;
  readonly meter: StepMeter;
  readonly own: OwnSteps;
  readonly faults: FaultNotices;
  readonly onActivity: (activity: Activity) => void;
  readonly onOffence: (peer: MemberId, message: string) => void;
  readonly tell: Tell;
}

type StepVerdict = Verdict & { kind: 'step' };

export class StepAttempt {
  /** Whose part of a sum this replica refused, until all have heard of it. */
  accused: MemberId | undefined;
  readonly speed = new OwnSpeed();
  /** The last one, whether or not it came to an end. */
  tried: TriedStep | undefined;
  readonly #options: StepAttemptOptions;

  constructor(options: StepAttemptOptions) {
    this.#options = options;
  }

  /** Resolves when the step is finished, or logged by a rider. Rejects when a new view must answer. */
  async run(
    view: View,
    verdict: StepVerdict,
    records: readonly HeaderRecord[],
    signal: AbortSignal,
  ): Promise<void> {
    const ridden = this.#options.rider.state;
    await (ridden
      ? this.#ride(view, verdict, records, ridden, signal)
      : this.#contribute(view, verdict, records, signal));
    this.#options.meter.restart();
  }

  async #contribute(
    view: View,
    verdict: StepVerdict,
    records: readonly HeaderRecord[],
    signal: AbortSignal,
  ): Promise<void> {
    const { replica, host, own, meter, faults, tell } = this.#options;
    replica.beginGradient();
    const { gradient, holding } = replica;
    if (!gradient || !holding) throw new AttemptError(host.self, 'no gradient for the planned step');
    if (verdict.contributions[host.self] === 0) await gradient.drop();
    const before = holding.state;
    const step = before.step + 1;
    const tried = { view, verdict, records, before, buckets: gradient.buckets.length };
    this.tried = tried;
    const update = replica.beginUpdate(verdict);
    const outcome = await this.#reduce(view, verdict, step, gradient, replica.sum, signal, (start, end) =>
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
    const { gradientNorm, isSkipped } = await replica.finish(verdict, update);

    const { waitedFor, split, ...traffic } = meter.cost({ compute: [computed], ...outcome });
    const waitedForRank = waitedFor === undefined ? -1 : rankOf(view, waitedFor);
    own.last = { step, ...sums, isSkipped, gradientSquared, ...traffic, split, waitedForRank };
    const holders = view.members.filter((_, rank) => records[rank].standing === 'holds');
    own.share = { index: holders.indexOf(host.self), count: holders.length };
    const { state, digest } = replica.holding!;
    faults.benched(view, before.benched, state.benched);
    faults.givenUp(before, state);
    const { allReduceMs } = outcome;
    own.finished = { state, digest, ...factsOf(tried), ...traffic, allReduceMs, gradientNorm, isSkipped };
    if (isSkipped) tell('warning', `step ${groupDigits(step)}: the update was not finite, all skipped it`);
  }

  /** A rider adds nothing and logs the sum. */
  async #ride(
    view: View,
    verdict: StepVerdict,
    records: readonly HeaderRecord[],
    state: RunState,
    signal: AbortSignal,
  ): Promise<void> {
    const { rider, own, meter } = this.#options;
    const step = state.step + 1;
    const gradient = rider.zeroGradient(state);
    const tried = { view, verdict, records, before: state, buckets: gradient.buckets.length };
    this.tried = tried;
    const sum = new Float32Array(gradient.into.length);
    const outcome = await this.#reduce(view, verdict, step, gradient, sum, signal, () => undefined);
    const { waitedFor, split, ...traffic } = meter.cost({ compute: [], ...outcome });
    const waitedForRank = waitedFor === undefined ? -1 : rankOf(view, waitedFor);
    own.last = { ...emptyLast(), step, ...traffic, split, waitedForRank };
    rider.stepped(verdict, sum, { ...factsOf(tried), ...traffic, allReduceMs: outcome.allReduceMs });
  }

  /** The member's sums of one step: all others' too, in the same bytes. */
  async #reduce(
    view: View,
    verdict: StepVerdict,
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
      judge: this.#judgeOf(verdict.contributions[predecessor ?? self]),
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
