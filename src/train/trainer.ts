// One replica's life in the ring: header, verdict, and what the verdict says, again and again, within one view at
// a time (03-exact-step.md). A new view aborts what is in flight and starts the same step over from kept gradients.
// Invariants: a holding changes only by a verdict that all members computed from the same records; a step is
// finished only from sums over exactly the members of the view; what fails ends in a new view, healing, or leaving.
// Over 400 lines because a round is one transaction: its verdicts and their carrying out read best together.
import { DeadlineError, waitFor } from '../base/deadline';
import { Emitter } from '../base/emitter';
import { RecordGather, type RecordMessage } from '../collectives/all-gather-records';
import { encodeRecordFrame } from '../collectives/record-frame';
import { RefusedError } from '../collectives/ring-all-reduce';
import { FrameRouter } from '../collectives/frame-router';
import { rankOf, type MemberId, type View } from '../membership/view';
import { EngineError } from '../model/engine';
import { squaredNormOf } from '../optim/block-norms';
import { Awaited } from './awaited';
import { commit, type FinishedStep } from './commits';
import { compareHoldings } from './compare-holdings';
import { decide, type Verdict } from './decide';
import { decodeRecord, encodeRecord, type HeaderRecord } from './header-record';
import type { Offered, StateRequest } from './heal-donor';
import type { HeldCommands } from './held-commands';
import type { Holding } from './holding';
import type { HostCommand } from './host-command';
import type { Hub } from './hub';
import { OwnSpeed } from './own-speed';
import { reduceStep, WithheldError, type ReducedGradient, type ReduceOutcome } from './reduce-step';
import type { ReplicaState } from './replica-state';
import { Rider, type RideProgress } from './rider';
import type { RunState } from './run-state';
import type { StepRecord } from './step-record';
import { StepWatch } from './step-watch';
import { StepMeter } from './step-meter';
import type { StepSplit } from './step-split';
import { Wake } from './wake';

export interface TrainerEvents {
  readonly change: undefined;
  /** Another run's state is held now. */
  readonly run: undefined;
  readonly step: StepRecord;
  /** What the header of this round came to. */
  readonly verdict: { readonly round: number; readonly verdict: Verdict };
  readonly notice: { readonly level: 'info' | 'good' | 'warning' | 'error'; readonly text: string };
}

/** What the trainer is doing within its view, for the screen. */
export type Activity =
  | { readonly kind: 'preparing' }
  | { readonly kind: 'header'; readonly sinceMs: number }
  | { readonly kind: 'idle' }
  | { readonly kind: 'reducing'; readonly sinceMs: number; readonly predecessor: MemberId | undefined }
  /** Fetching what the ring holds, before it can ride along. */
  | { readonly kind: 'joining-in'; readonly sinceMs: number }
  | { readonly kind: 'changing-view'; readonly sinceMs: number };

/** What the trainer asks of its surroundings. */
export interface TrainerHost {
  readonly self: MemberId;
  readonly clock: { now(): number; after(ms: number, action: () => void): () => void };
  /** Peers outside the view that ask for admission over an open link. */
  candidates(): readonly MemberId[];
  /** Asks the coordinator for a view with these changes; with none, for a new attempt. */
  requestView(add: readonly MemberId[], remove: readonly MemberId[], why: string): void;
  nameOf(member: MemberId): string;
  /** Is there an open link over which the member is heard? */
  isHeard(member: MemberId): boolean;
}

const emptySplit: Omit<StepSplit, 'waitedFor'> = { computeMs: 0, overlappedMs: 0, exposedMs: 0, waitingMs: 0, otherMs: 0, wallMs: 0 }; // prettier-ignore

/** Heartbeats evict the dead long before; this is for a live member that makes no progress. */
const headerStallMs = 60_000;
const viewChangeMs = 10_000;
/** How often a rider that the ring waits for says how far it is. */
const tellEveryMs = 1_000;
/** E4: the device's copy is read back and hashed every so many steps. */
const checkDeviceEvery = 100;

/** This attempt cannot succeed: a new view must answer it. */
export class AttemptError extends Error {
  override name = 'AttemptError';
  constructor(
    readonly member: MemberId,
    message: string,
  ) {
    super(message);
  }
}

const notEvaluated: HeaderRecord['validation'] = { step: 0, lossSum: 0, correct: 0, count: 0 };

function emptyLast(): HeaderRecord['last'] {
  const sums = { count: 0, lossSum: 0, correct: 0, gradientSquared: 0, bytesSent: 0, bytesReceived: 0 };
  return { step: 0, ...sums, isSkipped: false, split: emptySplit, waitedForRank: -1 };
}

export class Trainer extends Emitter<TrainerEvents> {
  readonly router = new FrameRouter();
  readonly counters = { retries: 0, heals: 0, offences: 0 };
  readonly #wake = new Wake();
  #gather: RecordGather | undefined;
  #gatherView: View | undefined;
  #stuck: readonly MemberId[] = [];
  readonly #rider: Rider;
  /** Riders that the ring waits for. */
  readonly #awaited: Awaited;
  #finished: FinishedStep | undefined;
  #last: HeaderRecord['last'] = emptyLast();
  #validation: HeaderRecord['validation'] = notEvaluated;
  /** Round of this view's last own record; rank of the record that came last. */
  #contributed = -1;
  #lastArrival = -1;
  /** Step after which the device's copy was last checked. */
  #checkedStep = 0;
  readonly #meter: StepMeter;
  /** Digest each member showed in the last header. */
  #digests = new Map<MemberId, string>();
  readonly #speed = new OwnSpeed();
  readonly #watch = new StepWatch();
  /** Whose part of a sum this replica refused, until all have heard of it. */
  #accused: MemberId | undefined;
  /** Step and why of the last contributions that were named as withheld. */
  #namedWithheld = '';
  activity: Activity = { kind: 'idle' };

  constructor(
    readonly host: TrainerHost,
    readonly hub: Hub,
    readonly replica: ReplicaState,
    readonly commands: HeldCommands,
  ) {
    super();
    this.#meter = new StepMeter(host.clock, hub);
    this.#awaited = new Awaited(host.clock);
    this.#rider = new Rider({
      ...host,
      nameOf: (member) => host.nameOf(member),
      hub,
      replica,
      onChange: () => this.emit('change', undefined),
      onReady: () => this.#wake.raise(),
      onStep: (record) => this.emit('step', record),
      notice: (level, text) => this.#notice(level, text),
    });
  }

  /** Decisions as this replica follows them: riding, or of what it holds. */
  get state(): RunState | undefined {
    return this.#rider.state ?? this.#held?.state;
  }

  /** Undefined when this replica does not ride. */
  get ride(): RideProgress | undefined {
    return this.#rider.progress;
  }

  /** What other members may fetch from here. */
  get offers(): readonly Offered[] {
    const { offered } = this.#rider;
    const { holding, frozen } = this.replica;
    return [...(holding ? [holding] : []), ...frozen, ...(offered ? [offered] : [])];
  }

  /** The ring waits for these to catch up. */
  get awaited(): Awaited['members'] {
    return this.#awaited.members;
  }

  /** A peer asks for admission, a command arrived, or the set of candidates changed: an idle ring takes a look. */
  wake(): void {
    this.#wake.raise();
  }

  /** Members whose records the current header still lacks. */
  missing(): readonly MemberId[] {
    return this.activity.kind === 'header' ? (this.#gather?.missing() ?? []) : [];
  }

  /** Members that kept the last header or sum from completing. */
  stuckMembers(): readonly MemberId[] {
    return this.#stuck;
  }

  /** The last step is finished here and not yet committed (H4). */
  get isTentative(): boolean {
    return this.#finished !== undefined;
  }

  get digests(): ReadonlyMap<MemberId, string> {
    return this.#digests;
  }

  /** Lives in `view` until the signal aborts (a new view, or the end). Otherwise only returns by throwing: a
   *  failure of this attempt, which a new view must answer. */
  async live(view: View, signal: AbortSignal): Promise<never> {
    const { clock, self } = this.host;
    const gather = new RecordGather({
      view,
      self,
      clock,
      send: (to, message) => this.#sendRecord(to, message),
      isHeard: (peer) => this.host.isHeard(peer),
      onSendFailure: () => undefined, // records take another way round (C7)
    });
    this.#gather = gather;
    this.#gatherView = view;
    this.#contributed = -1;
    this.#stuck = [];
    this.router.setView(view);
    const abort = (): void => gather.abort(signal.reason as Error);
    signal.addEventListener('abort', abort);
    this.#meter.restart();
    try {
      for (let round = 0; ; round++) {
        const { verdict, records } = await this.#openRound(view, gather, round, signal);
        this.emit('verdict', { round, verdict });
        await this.#obey(verdict, records, view, signal);
      }
    } finally {
      if (this.#stuck.length === 0) this.#stuck = this.missing().filter((member) => member !== self);
      signal.removeEventListener('abort', abort);
      this.#gather = undefined;
    }
  }

  /** A member's record. `false`: not of the view lived in; it may be of the next one, whose life begins soon. */
  takeRecord(from: MemberId, message: RecordMessage): boolean {
    const { lineage, generation } = message.key;
    const view = this.#gatherView;
    if (!this.#gather || view?.lineage !== lineage || view.generation !== generation) return false;
    const taken = this.#gather.receive(from, message);
    if (!taken.ok) this.#offence(from, taken.error.message);
    else if (taken.value) {
      this.#lastArrival = message.rank;
      if (message.key.round > this.#contributed) this.#wake.raise();
    }
    return true;
  }

  /** A link opened, closed, fell silent or is heard again. */
  linkChanged(peer: MemberId): void {
    this.#gather?.linkChanged(peer);
  }

  takeState(...[from, frame]: Parameters<Rider['takeState']>): void {
    this.#rider.takeState(from, frame);
  }

  takeAnswer(from: MemberId, message: StateRequest & { kind: 'refused' | 'have' }): void {
    this.#rider.takeAnswer(from, message);
  }

  linkClosed(peer: MemberId): void {
    this.router.forget(peer);
    this.#rider.linkClosed(peer);
  }

  /** Outside the ring nobody rides. */
  endRide(why: string): void {
    this.#rider.forget(why);
  }

  async #openRound(
    view: View,
    gather: RecordGather,
    round: number,
    signal: AbortSignal,
  ): Promise<{ readonly verdict: Verdict; readonly records: readonly HeaderRecord[] }> {
    const { replica, host } = this;
    this.#set({ kind: 'preparing' });
    await this.#land();
    if (this.state) await replica.prepareFor(this.state.config, signal);
    signal.throwIfAborted();
    await this.#betweenSteps(signal);
    await replica.settleContribution();
    signal.throwIfAborted();
    const sentMs = host.clock.now();
    this.#set({ kind: 'header', sinceMs: sentMs });
    this.#lastArrival = -1;
    this.#contributed = round;
    const bytes = await gather.gather(round, encodeRecord(this.#record()), headerStallMs, signal);
    const records = bytes.map((raw, rank) => {
      const decoded = decodeRecord(raw);
      if (!decoded.ok) throw new AttemptError(view.members[rank], decoded.error.message);
      return decoded.value;
    });
    this.#noteHeaderWait(view, sentMs);
    this.#digests = new Map(view.members.map((member, rank) => [member, records[rank].digest]));
    const agreed = compareHoldings(records);
    const isInStep = this.#rider.follow(view, records, agreed);
    replica.keepFrozen(new Set(records.flatMap((r) => (r.standing === 'rides' ? [r.digest] : []))));
    if (!isInStep) {
      this.#rider.end('its log does not lead to what the ring holds');
      throw new AttemptError(host.self, 'nobody can tell how the last step ended');
    }
    const verdict = decide(view, records, this.state, this.commands.commands);
    if (agreed?.targets.length === 0) this.#commit(view, records, agreed.digest);
    this.#awaited.see(verdict, view, records);
    this.#nameWithheld(view, records);
    return { verdict, records };
  }

  /** Evaluation, the device check and the next gradient: what a replica does between two steps by itself. */
  async #betweenSteps(signal: AbortSignal): Promise<void> {
    const { replica } = this;
    const state = this.#held?.state;
    if (!state || !state.initialized || replica.gradient) return;
    const every = state.config.evaluateEvery;
    const isDue = every > 0 && state.step > 0 && (state.step % every === 0 || state.status === 'finished');
    if (
      isDue &&
      this.#shareIndex >= 0 &&
      this.#validation.step !== state.step &&
      this.#last.step === state.step
    ) {
      const { lossSum, correct, count } = await replica.evaluate(this.#shareIndex, this.#shareCount);
      this.#validation = { step: state.step, lossSum, correct, count };
    }
    if (state.step >= this.#checkedStep + checkDeviceEvery) {
      this.#checkedStep = state.step;
      if (!(await replica.isDeviceFaithful()))
        throw new EngineError('gpu-error', 'the device no longer holds the parameters it was given');
    } else if (state.step < this.#checkedStep) this.#checkedStep = 0;
    signal.throwIfAborted();
    replica.beginGradient();
  }

  /** This replica's place among those who took part in the last step: its part of the validation split. */
  #shareIndex = -1; // −1: it had no part in it
  #shareCount = 1;

  async #obey(
    verdict: Verdict,
    records: readonly HeaderRecord[],
    view: View,
    signal: AbortSignal,
  ): Promise<void> {
    const { replica, host } = this;
    const rank = rankOf(view, host.self);
    switch (verdict.kind) {
      case 'heal':
        if (verdict.isDisagreement) this.#notice('error', verdict.reason);
        if (verdict.targets.includes(rank)) await this.#joinIn(view, verdict, signal);
        return;
      case 'wait':
        this.#stuck = this.#awaited.stuck(headerStallMs);
        if (this.#stuck.length > 0)
          throw new DeadlineError(
            `${this.#stuck.map((member) => host.nameOf(member)).join(', ')} to catch up`,
            headerStallMs,
          );
        if (verdict.riders.includes(rank)) await this.#rideOn(signal);
        return;
      case 'found':
        if (rank === 0 && replica.holding) replica.resume(this.#rider.lastState);
        else if (rank === 0 && replica.ready) replica.begin(replica.ready.config, this.#rider.lastState);
        return;
      case 'initialize':
        if (rank === 0) replica.initialize();
        return;
      case 'transition':
        await this.#transition(verdict.state, signal);
        this.#nameOffenders(verdict);
        return;
      case 'change-view':
        this.#set({ kind: 'changing-view', sinceMs: host.clock.now() });
        // The most senior that stays asks: who is kicked has no say in that.
        if (host.self === view.members.find((member) => !verdict.remove.includes(member)))
          host.requestView(verdict.add, verdict.remove, verdict.reason);
        await waitFor<never>(host.clock, viewChangeMs, 'the new view', signal).promise;
        return;
      case 'step':
        await this.#step(view, verdict, records, signal);
        return;
      case 'idle':
        this.#set({ kind: 'idle' });
        await this.#wake.wait(signal);
        this.#meter.restart();
        return;
      default:
        verdict satisfies never;
    }
  }

  async #transition(next: RunState, signal: AbortSignal): Promise<void> {
    const { replica } = this;
    const appliedBefore = this.state?.appliedCommand ?? 0;
    const isNewRun = next.run !== this.state?.run;
    if (isNewRun) {
      this.#set({ kind: 'preparing' });
      await replica.prepareFor(next.config, signal);
      this.#rider.forget('a new run begins');
      await replica.beginRun(next);
    } else if (this.#rider.state) this.#rider.decided(next);
    else await replica.transition(next);
    for (const { sequence, command } of this.commands.commands)
      if (command.kind === 'poison' && sequence > appliedBefore && sequence <= next.appliedCommand)
        await this.#takePoison(command);
    this.commands.forgetUpTo(next.appliedCommand);
    this.#meter.restart();
    if (isNewRun) this.#forgetSteps();
    if (isNewRun) this.emit('run', undefined);
    this.emit('change', undefined);
  }

  async #step(
    view: View,
    verdict: Verdict & { kind: 'step' },
    records: readonly HeaderRecord[],
    signal: AbortSignal,
  ): Promise<void> {
    const { replica, host } = this;
    const ridden = this.#rider.state;
    if (ridden) return this.#rideStep(view, verdict, records, ridden, signal);
    replica.beginGradient();
    const { gradient, holding } = replica;
    if (!gradient || !holding) throw new AttemptError(host.self, 'no gradient for the planned step');
    if (verdict.contributions[host.self] === 0) await gradient.drop();
    const step = holding.state.step + 1;
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
    this.#speed.measured(gradient.terms, computed[1] - computed[0]);
    const { gradientNorm, isSkipped } = await replica.finish(verdict, update);

    const { waitedFor, split, ...traffic } = this.#meter.cost({ compute: [computed], ...outcome });
    this.#last = {
      step,
      count: sums.count,
      lossSum: sums.lossSum,
      correct: sums.correct,
      isSkipped,
      gradientSquared,
      ...traffic,
      split,
      waitedForRank: waitedFor === undefined ? -1 : rankOf(view, waitedFor),
    };
    const holders = view.members.filter((_, rank) => records[rank].standing === 'holds');
    this.#shareIndex = holders.indexOf(host.self);
    this.#shareCount = holders.length;
    this.#nameBenched(holding.state.benched, replica.holding!.state.benched);
    this.#finished = {
      state: replica.holding!.state,
      digest: replica.holding!.digest,
      generation: view.generation,
      worldSize: view.members.length,
      effectiveBatch: verdict.totalCount,
      contributions: verdict.contributions,
      learningRate: verdict.plan.learningRate,
      gradientNorm,
      ...traffic,
      allReduceMs: outcome.allReduceMs,
      buckets: gradient.buckets.length,
      isSkipped,
      faulty: faultyIn(view, records, holding.state),
    };
    if (isSkipped) this.#notice('warning', `step ${step}: the sum was not finite, all skipped the update`);
    this.#meter.restart();
    this.emit('change', undefined);
  }

  /** Why the predecessor's own part, announced to be of `count` loss terms, cannot be. */
  #judgeOf(count = 0): (values: Float32Array) => string | undefined {
    const limit = this.replica.norms.limit('successor') ?? Infinity;
    return (values) => {
      const norm = Math.sqrt(squaredNormOf(values));
      if (count === 0) return norm === 0 ? undefined : 'announced nothing and sent something';
      return norm / count > limit ? 'sent an absurd gradient' : undefined;
    };
  }

  async #takePoison({ peer, how, at }: HostCommand & { kind: 'poison' }): Promise<void> {
    const { replica, host } = this;
    const where = at === 'wire' ? 'after' : 'before';
    this.#notice(
      'warning',
      `by the host’s word ${host.nameOf(peer)} spoils its next gradient ${where} its own check`,
    );
    if (peer !== host.self) return;
    await replica.dropGradient();
    replica.poison = { how, at };
  }

  #nameOffenders({ offenders = [] }: Verdict & { kind: 'transition' }): void {
    const { nameOf } = this.host;
    for (const { member, by, isEvicted } of offenders)
      this.#notice(
        'error',
        `${nameOf(by)} refused what ${nameOf(member)} sent: ${isEvicted ? 'it is removed from the ring' : 'its part of this step does not count'}`,
      );
    if (offenders.length > 0) this.#accused = undefined;
  }

  /** Once a step, however often it is retried. */
  #nameWithheld(view: View, records: readonly HeaderRecord[]): void {
    const step = (this.state?.step ?? 0) + 1;
    const parts = records.flatMap(({ withheld }, rank) =>
      withheld === 'none' ? [] : [`${this.host.nameOf(view.members[rank])} (${withheld})`],
    );
    const text = `step ${step} is without the gradient of ${parts.join(', ')}`;
    if (parts.length > 0 && text !== this.#namedWithheld) this.#notice('warning', text);
    if (parts.length > 0) this.#namedWithheld = text;
  }

  #nameBenched(before: RunState['benched'], now: RunState['benched']): void {
    for (const { member, untilStep } of now)
      if (!before.some((one) => one.member === member && one.untilStep === untilStep))
        this.#notice(
          'warning',
          `${this.host.nameOf(member)} is left out until step ${untilStep}: one micro-batch takes it more than twice the others’ step`,
        );
  }

  /** The member's sums of one step: all others' too, in the same bytes. */
  async #reduce(
    view: View,
    verdict: Verdict & { kind: 'step' },
    step: number,
    gradient: ReducedGradient,
    sum: Float32Array,
    signal: AbortSignal,
    onReduced: (start: number, end: number) => void,
  ): Promise<ReduceOutcome> {
    const { clock, self } = this.host;
    const predecessor = view.members.length > 1 ? view.members[this.#predecessorRank(view)] : undefined;
    this.#set({ kind: 'reducing', sinceMs: clock.now(), predecessor });
    const outcome = await reduceStep({
      view,
      self,
      step,
      gradient,
      sum,
      router: this.router,
      send: (to, bytes) => this.hub.send(to, 'reduce', bytes, signal),
      clock,
      signal,
      judge: this.#judgeOf(verdict.contributions[predecessor ?? self]),
      onOffence: (peer, message) => this.#offence(peer, message),
      onBroken: (told) => this.hub.on('broken', ({ peer, reason }) => told(peer, reason)),
      onReduced,
    }).catch((error: unknown) => {
      if (error instanceof RefusedError) this.#accused = error.member;
      throw error;
    });
    this.#accused = undefined;
    return outcome;
  }

  /** A rider adds nothing and logs the sum. */
  async #rideStep(
    view: View,
    verdict: Verdict & { kind: 'step' },
    records: readonly HeaderRecord[],
    state: RunState,
    signal: AbortSignal,
  ): Promise<void> {
    const step = state.step + 1;
    const gradient = this.#rider.zeroGradient(state);
    const sum = new Float32Array(gradient.into.length);
    const outcome = await this.#reduce(view, verdict, step, gradient, sum, signal, () => undefined);
    const { waitedFor, split, ...traffic } = this.#meter.cost({ compute: [], ...outcome });
    const waitedForRank = waitedFor === undefined ? -1 : rankOf(view, waitedFor);
    this.#last = { ...emptyLast(), step, ...traffic, split, waitedForRank };
    this.#rider.stepped(verdict, sum, {
      generation: view.generation,
      worldSize: view.members.length,
      effectiveBatch: verdict.totalCount,
      contributions: verdict.contributions,
      learningRate: verdict.plan.learningRate,
      ...traffic,
      allReduceMs: outcome.allReduceMs,
      buckets: gradient.buckets.length,
      faulty: faultyIn(view, records, state),
    });
    this.#meter.restart();
    this.emit('change', undefined);
  }

  /** This member holds nothing, or another state than the ring: it begins to ride. */
  async #joinIn(view: View, verdict: Verdict & { kind: 'heal' }, signal: AbortSignal): Promise<void> {
    this.#set({ kind: 'joining-in', sinceMs: this.host.clock.now() });
    await this.#rider.begin(view, verdict, signal);
    this.#forgetSteps();
    this.commands.forgetUpTo(this.state?.appliedCommand ?? 0);
    this.emit('run', undefined);
    this.#meter.restart();
  }

  /** The others wait: they see how far this rider is at least every second. */
  async #rideOn(signal: AbortSignal): Promise<void> {
    const { clock } = this.host;
    const untilMs = clock.now() + tellEveryMs;
    const cancel = clock.after(tellEveryMs, () => this.#wake.raise());
    try {
      while (!this.#rider.isReady && clock.now() < untilMs) await this.#wake.wait(signal);
    } finally {
      cancel();
    }
  }

  /** Has the ride come to its end? From now on this replica speaks for what it holds. */
  async #land(): Promise<void> {
    const isFirstState = !this.replica.holding?.state.initialized;
    const landing = await this.#rider.land();
    if (!landing) return;
    if (!isFirstState) this.counters.heals++;
    const { finished } = landing;
    if (finished) {
      this.#finished = finished.step;
      this.#last = { ...this.#last, isSkipped: finished.isSkipped };
    } else this.#finished = undefined;
    this.emit('run', undefined);
    this.#meter.restart();
  }

  /** What this replica may speak for: nothing as long as it is a visitor. */
  get #held(): Holding | undefined {
    return this.replica.isVisitor || this.#rider.state ? undefined : this.replica.holding;
  }

  /** What was measured belongs to steps of another history, whose numbers may come again. */
  #forgetSteps(): void {
    this.#finished = undefined;
    this.#last = emptyLast();
    this.#validation = notEvaluated;
    this.#checkedStep = 0;
    this.replica.norms.forget();
    this.#shareIndex = -1;
    this.#watch.forget();
  }

  #record(): HeaderRecord {
    const held = this.#held;
    return {
      standing: held ? 'holds' : 'nothing',
      progress: 0,
      asksToWait: false,
      withheld: (held && this.replica.gradient?.withheld) ?? 'none',
      accused: this.#accused,
      termsPerSecond: this.#speed.termsPerSecond,
      version: held?.state.version ?? 0,
      digest: held?.digest ?? '0'.repeat(16),
      contribution: held ? this.replica.contribution : 0,
      command: this.commands.highest,
      last: this.#last,
      validation: this.#validation,
      candidates: this.host.candidates(),
      ...this.#rider.record,
    };
  }

  /** All members hold the finished step, or ride at it: it is committed. */
  #commit(view: View, records: readonly HeaderRecord[], digest: string): void {
    const finished = this.#finished;
    if (finished?.digest !== digest) return;
    this.#finished = undefined;
    const sources = records.filter(
      ({ last }) => last.step === finished.state.step && last.count > 0 && !last.isSkipped,
    );
    this.replica.norms.add(sources.map(({ last }) => last.gradientSquared));
    const record = commit(finished, view, records, Date.now());
    const faulty = record.faulty.map((member) => this.host.nameOf(member));
    this.emit('step', { ...record, ...this.#watch.add(records, record, faulty, finished.state.config) });
  }

  /** Whose record came last kept this replica waiting, from its own record on. */
  #noteHeaderWait(view: View, sentMs: number): void {
    const member = view.members[this.#lastArrival];
    if (member && member !== this.host.self) this.#meter.waited(sentMs, member);
  }

  #predecessorRank(view: View): number {
    const at = view.ring.indexOf(rankOf(view, this.host.self));
    return view.ring[(at + view.ring.length - 1) % view.ring.length];
  }

  #sendRecord(to: MemberId, message: RecordMessage): Promise<void> {
    return this.hub.send(to, 'record', encodeRecordFrame(message));
  }

  #offence(peer: MemberId, message: string): void {
    this.counters.offences++;
    this.#notice('warning', `${this.host.nameOf(peer)} sent what it may not: ${message}`);
  }

  #set(activity: Activity): void {
    this.activity = activity;
    this.emit('change', undefined);
  }

  #notice(level: TrainerEvents['notice']['level'], text: string): void {
    this.emit('notice', { level, text });
  }
}

/** Whose gradient the step is without, because it was none. */
function faultyIn(view: View, records: readonly HeaderRecord[], { excluded }: RunState): MemberId[] {
  return view.members.filter(
    (member, rank) => records[rank].withheld !== 'none' || excluded.includes(member),
  );
}
