// One replica's life in the ring: header, verdict, and what the verdict says, again and again, within one view at
// a time (03-exact-step.md). A new view aborts what is in flight and starts the same step over from kept gradients.
// Invariants: a holding changes only by a verdict that all members computed from the same records; a step is
// finished only from sums over exactly the members of the view; what fails ends in a new view, healing, or leaving.
// Over 400 lines because a round is one transaction: its verdicts and their carrying out read best together.
import { waitFor } from '../base/deadline';
import { Emitter } from '../base/emitter';
import { RecordGather, type RecordMessage } from '../collectives/all-gather-records';
import { encodeRecordFrame } from '../collectives/record-frame';
import { RefusedError } from '../collectives/ring-all-reduce';
import { FrameRouter } from '../collectives/frame-router';
import { rankOf, type MemberId, type View } from '../membership/view';
import { EngineError } from '../model/engine';
import { squaredNormOf } from '../optim/block-norms';
import { commit, type FinishedStep } from './commits';
import { decide, type Verdict } from './decide';
import { decodeRecord, encodeRecord, type HeaderRecord } from './header-record';
import { StateFetch } from './heal-fetch';
import type { HeldCommands } from './held-commands';
import type { Holding } from './holding';
import type { HostCommand } from './host-command';
import type { Hub } from './hub';
import { OwnSpeed } from './own-speed';
import { reduceStep, WithheldError } from './reduce-step';
import type { ReplicaState } from './replica-state';
import type { RunState } from './run-state';
import type { StepRecord } from './step-record';
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
  | {
      readonly kind: 'healing';
      readonly why: string;
      readonly from: MemberId;
      readonly receivedBytes: number;
      readonly totalBytes: number;
    }
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
  #fetch: StateFetch | undefined;
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
      this.#stuck = this.missing().filter((member) => member !== self);
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

  takeState(...[from, frame]: Parameters<StateFetch['receive']>): void {
    this.#fetch?.receive(from, frame);
  }

  takeRefusal(from: MemberId, digest: string): void {
    this.#fetch?.refused(from, digest);
  }

  async #openRound(
    view: View,
    gather: RecordGather,
    round: number,
    signal: AbortSignal,
  ): Promise<{ readonly verdict: Verdict; readonly records: readonly HeaderRecord[] }> {
    const { replica, host } = this;
    this.#set({ kind: 'preparing' });
    if (this.#held) await replica.prepareFor(this.#held.state.config, signal);
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
    const verdict = decide(view, records, this.#held?.state, this.commands.commands);
    if (verdict.kind !== 'heal') this.#commit(view, records);
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
    if (isDue && this.#validation.step !== state.step && this.#last.step === state.step) {
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
  #shareIndex = 0;
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
        if (verdict.targets.includes(rank)) await this.#heal(view, verdict, signal);
        return;
      case 'found':
        if (rank === 0 && replica.holding) replica.resume();
        else if (rank === 0 && replica.ready) replica.begin(replica.ready.config);
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
        if (rank === 0) host.requestView(verdict.add, verdict.remove, verdict.reason);
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
    const appliedBefore = replica.holding?.state.appliedCommand ?? 0;
    const isNewRun = next.run !== replica.holding?.state.run;
    if (isNewRun) {
      this.#set({ kind: 'preparing' });
      await replica.prepareFor(next.config, signal);
    }
    await replica.transition(next);
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
    const { replica, host, hub } = this;
    const { clock, self } = host;
    replica.beginGradient();
    const { gradient, holding } = replica;
    if (!gradient || !holding) throw new AttemptError(self, 'no gradient for the planned step');
    if (verdict.contributions[self] === 0) await gradient.drop();
    const step = holding.state.step + 1;
    const predecessor = view.members.length > 1 ? view.members[this.#predecessorRank(view)] : undefined;
    this.#set({ kind: 'reducing', sinceMs: clock.now(), predecessor });
    const update = replica.beginUpdate(verdict);
    const outcome = await reduceStep({
      view,
      self,
      step,
      gradient,
      sum: replica.sum,
      router: this.router,
      send: (to, bytes) => hub.send(to, 'reduce', bytes, signal),
      clock,
      signal,
      judge: this.#judgeOf(verdict.contributions[predecessor ?? self]),
      onOffence: (peer, message) => this.#offence(peer, message),
      onReduced: (start, end) => update.reduced(start, end),
    }).catch(async (error: unknown) => {
      if (error instanceof WithheldError) await gradient.withhold(error.why);
      if (error instanceof RefusedError) this.#accused = error.member;
      throw error;
    });
    this.#accused = undefined;
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
    this.#shareIndex = holders.indexOf(self);
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
    const step = (this.#held?.state.step ?? 0) + 1;
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

  async #heal(view: View, verdict: Verdict & { kind: 'heal' }, signal: AbortSignal): Promise<void> {
    const { replica, host, hub } = this;
    const isFirstState = !replica.holding?.state.initialized;
    const why = isFirstState ? 'taking over the run' : verdict.reason;
    const sources = verdict.sources.map((rank) => view.members[rank]);
    const fetch = new StateFetch({
      digest: this.#digests.get(sources[0])!,
      sources,
      request: (to, message) => hub.sendJson(to, 'request', message),
      tensorsFor: async (state) => {
        await replica.prepareFor(state.config, signal);
        return replica.healInto(state.config);
      },
      hashesOf: replica.hashesOf,
      onProgress: (receivedBytes, totalBytes, from) =>
        this.#set({ kind: 'healing', why, from, receivedBytes, totalBytes }),
      clock: host.clock,
      signal,
    });
    this.#fetch = fetch;
    this.#set({ kind: 'healing', why, from: sources[0], receivedBytes: 0, totalBytes: 0 });
    try {
      await replica.adopt(await fetch.run());
    } finally {
      this.#fetch = undefined;
    }
    if (!isFirstState) this.counters.heals++;
    this.emit('run', undefined);
    this.#forgetSteps();
    this.commands.forgetUpTo(replica.holding!.state.appliedCommand);
    this.#meter.restart();
  }

  /** What this replica may speak for: nothing as long as it is a visitor. */
  get #held(): Holding | undefined {
    return this.replica.isVisitor ? undefined : this.replica.holding;
  }

  /** What was measured belongs to steps of another history, whose numbers may come again. */
  #forgetSteps(): void {
    this.#finished = undefined;
    this.#last = emptyLast();
    this.#validation = notEvaluated;
    this.#checkedStep = 0;
    this.replica.norms.forget();
  }

  #record(): HeaderRecord {
    const held = this.#held;
    return {
      standing: held ? 'holds' : 'nothing',
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
    };
  }

  /** All members hold the finished step: it is committed. */
  #commit(view: View, records: readonly HeaderRecord[]): void {
    const finished = this.#finished;
    if (!finished || records[0].digest !== finished.digest) return;
    this.#finished = undefined;
    const sources = records.filter(({ last }) => last.step === finished.state.step && last.count > 0);
    this.replica.norms.add(sources.map(({ last }) => last.gradientSquared));
    this.emit('step', commit(finished, view, records, Date.now()));
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
