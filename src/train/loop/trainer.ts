// One replica's life in the ring: header, verdict, and what the verdict says, again and again, within one view at
// a time (03-exact-step.md). A new view aborts what is in flight and starts the same step over from kept gradients.
// Invariants: a holding changes only by a verdict that all members computed from the same records; a step is
// finished only from sums over exactly the members of the view; what fails ends in a new view, healing, or leaving.
import { Emitter } from '../../base/emitter';
import type { RecordMessage } from '../../collectives/all-gather-records';
import { FrameRouter, type DropReason } from '../../collectives/frame-router';
import type { ReduceFrame } from '../../collectives/reduce-frame';
import type { MemberId, View } from '../../membership/view';
import { BlockedOn } from './blocked-on';
import { betweenSteps } from './between-steps';
import { CommandShare } from '../commands/command-share';
import { compareStates } from '../decide/compare-states';
import { decide } from '../decide/decide';
import type { Decision } from '../decide/decision';
import { FaultNotices } from '../commit/fault-notices';
import type { HeaderRecord } from '../header/header-record';
import { HeaderRounds } from '../header/header-rounds';
import type { Offered, StateRequest } from '../catch-up/state-source';
import type { HeldCommands } from '../commands/held-commands';
import type { VersionedState } from '../state/versioned-state';
import type { Hub } from '../peers/hub';
import { DecisionExecutor } from './execute-decision';
import { ReorderWatch } from './reorder-watch';
import { localRecord } from './local-record';
import { LocalSteps } from '../commit/local-steps';
import type { ReplicaState } from '../state/replica-state';
import { CatchUpDriver, type CatchUpProgress } from '../catch-up/catch-up-driver';
import type { RunState } from '../run/run-state';
import { StepAttempt } from './step-attempt';
import { StepMeter } from '../metrics/step-meter';
import type { StepRecord } from '../metrics/step-record';
import {
  AttemptError,
  type Activity,
  type Notice,
  type Notify,
  type TrainerDeps,
} from '../context/trainer-deps';
import { Wake } from './wake';

export interface TrainerEvents {
  readonly change: undefined;
  /** Another run's state is held now. */
  readonly run: undefined;
  readonly step: StepRecord;
  /** What the header of this round came to. */
  readonly decision: { readonly round: number; readonly decision: Decision };
  readonly notice: Notice;
  /** A peer's part of a sum that is none of this view's. */
  readonly dropped: { readonly frame: ReduceFrame; readonly why: DropReason };
  /** Another engine computes here now. */
  readonly engine: undefined;
}

export class Trainer extends Emitter<TrainerEvents> {
  readonly router = new FrameRouter((frame, why) => this.#dropped(frame, why));
  readonly counters = { retries: 0, catchUps: 0, offences: 0 };
  readonly #wake = new Wake();
  readonly #headers: HeaderRounds;
  readonly catchUpDriver: CatchUpDriver;
  /** Riders that the ring waits for. */
  readonly #blockedOn: BlockedOn;
  readonly #local = new LocalSteps();
  readonly #order: ReorderWatch;
  readonly #meter: StepMeter;
  readonly #faults: FaultNotices;
  readonly #commandShare: CommandShare;
  readonly #attempt: StepAttempt;
  readonly #execute: DecisionExecutor;
  #stuck: readonly MemberId[] = [];
  #records: ReadonlyMap<MemberId, HeaderRecord> = new Map();
  /** Peers named for sending again what was sent before, and in which generation: once each. */
  readonly #replayers = new Map<MemberId, number>();
  activity: Activity = { kind: 'idle' };

  constructor(
    readonly host: TrainerDeps,
    readonly hub: Hub,
    readonly replica: ReplicaState,
    readonly commands: HeldCommands,
  ) {
    super();
    const nameOf = (member: MemberId): string => host.nameOf(member);
    const onOffence = (peer: MemberId, message: string): void => this.#offence(peer, message);
    const notify: Notify = (level, text) => this.emit('notice', { level, text });
    this.#headers = new HeaderRounds({ host, hub, onOffence, onAhead: () => this.#wake.raise() });
    this.#meter = new StepMeter(host.clock, hub);
    this.#blockedOn = new BlockedOn(host.clock);
    this.#faults = new FaultNotices(nameOf, notify);
    this.#order = new ReorderWatch({ host, hub, notify });
    this.#commandShare = new CommandShare(host.clock, hub, commands, () => this.#wake.raise());
    this.catchUpDriver = new CatchUpDriver({
      ...host,
      nameOf,
      hub,
      replica,
      onChange: () => this.emit('change', undefined),
      onReady: () => this.#wake.raise(),
      onStep: (record) => this.emit('step', record),
      notice: notify,
    });
    this.#attempt = new StepAttempt({
      host,
      hub,
      replica,
      catchUpDriver: this.catchUpDriver,
      router: this.router,
      meter: this.#meter,
      local: this.#local,
      faults: this.#faults,
      onActivity: (activity) => this.#set(activity),
      onOffence,
      notify,
    });
    this.#execute = new DecisionExecutor({
      host,
      replica,
      commands,
      catchUpDriver: this.catchUpDriver,
      attempt: this.#attempt,
      local: this.#local,
      order: this.#order,
      blockedOn: this.#blockedOn,
      meter: this.#meter,
      faults: this.#faults,
      wake: this.#wake,
      notify,
      onActivity: (activity) => this.#set(activity),
      onRun: () => {
        this.router.newRun();
        this.emit('run', undefined);
      },
      onStuck: (members) => (this.#stuck = members),
    });
  }

  /** Decisions as this replica follows them: riding, or of what it holds. */
  get state(): RunState | undefined {
    return this.catchUpDriver.state ?? this.#trusted?.state;
  }

  /** Undefined when this replica does not ride. */
  get catchUp(): CatchUpProgress | undefined {
    return this.catchUpDriver.progress;
  }

  /** What other members may fetch from here. */
  get offers(): readonly Offered[] {
    const { offered } = this.catchUpDriver;
    const { held, frozen } = this.replica;
    const trusted = held ? [{ ...held, sum: this.replica.sumOf(held.digest) }] : [];
    return [...trusted, ...frozen, ...(offered ? [offered] : [])];
  }

  /** The ring waits for these to catch up. */
  get blockedOn(): BlockedOn['members'] {
    return this.#blockedOn.members;
  }

  /** A peer asks for admission, a command arrived, or the set of candidates changed: an idle ring takes a look. */
  wake(): void {
    this.#wake.raise();
  }

  /** Members whose records the current header still lacks. */
  missing(): readonly MemberId[] {
    return this.activity.kind === 'header' ? this.#headers.missing() : [];
  }

  /** Members that kept the last header or sum from completing. */
  stuckMembers(): readonly MemberId[] {
    return this.#stuck;
  }

  /** The last step is finished here and not yet committed (H4). */
  get isTentative(): boolean {
    return this.#local.finished !== undefined;
  }

  /** What each member said in the last header. */
  get records(): ReadonlyMap<MemberId, HeaderRecord> {
    return this.#records;
  }

  /** Lives in `view` until the signal aborts (a new view, or the end). Otherwise only returns by throwing: a
   *  failure of this attempt, which a new view must answer. */
  async live(view: View, signal: AbortSignal): Promise<never> {
    this.#headers.begin(view);
    this.#stuck = [];
    this.router.setView(view);
    const abort = (): void => this.#headers.abort(signal.reason as Error);
    signal.addEventListener('abort', abort);
    this.#meter.restart();
    try {
      let hasStepped = false;
      for (let round = 0; ; round++) {
        const { decision, records } = await this.#openRound(view, round, hasStepped, signal);
        this.emit('decision', { round, decision });
        await this.#execute.run(decision, records, view, signal);
        hasStepped ||= decision.kind === 'step';
        this.emit('change', undefined);
      }
    } finally {
      if (this.#stuck.length === 0)
        this.#stuck = this.missing().filter((member) => member !== this.host.self);
      signal.removeEventListener('abort', abort);
      this.#headers.end();
    }
  }

  /** A member's record. `false`: not of the view lived in; it may be of the next one, whose life begins soon. */
  takeRecord(from: MemberId, message: RecordMessage): boolean {
    return this.#headers.take(from, message);
  }

  /** A link opened, closed, fell silent or is heard again. */
  linkChanged(peer: MemberId): void {
    this.#headers.linkChanged(peer);
  }

  takeState(...[from, frame]: Parameters<CatchUpDriver['takeState']>): void {
    this.catchUpDriver.takeState(from, frame);
  }

  takeAnswer(from: MemberId, message: StateRequest & { kind: 'refused' | 'have' }): void {
    this.catchUpDriver.takeAnswer(from, message);
  }

  linkClosed(peer: MemberId): void {
    this.router.forget(peer);
    this.#replayers.delete(peer);
    this.catchUpDriver.linkClosed(peer);
  }

  /** Outside the ring nobody rides. */
  endCatchUp(why: string): void {
    this.catchUpDriver.forget(why);
  }

  async #openRound(
    view: View,
    round: number,
    hasStepped: boolean,
    signal: AbortSignal,
  ): Promise<{ readonly decision: Decision; readonly records: readonly HeaderRecord[] }> {
    const { replica, host, commands } = this;
    this.#set({ kind: 'preparing' });
    await this.#promote();
    const { ready } = replica;
    if (this.state) await replica.prepareFor(this.state.config, signal);
    if (replica.ready?.engine !== ready?.engine) this.emit('engine', undefined);
    signal.throwIfAborted();
    if (this.#trusted) await betweenSteps(replica, this.#local, this.#trusted.state, signal);
    await replica.settleContribution();
    signal.throwIfAborted();
    const sentMs = host.clock.now();
    this.#set({ kind: 'header', sinceMs: sentMs });
    const [catchUpDriver, local, attempt] = [this.catchUpDriver, this.#local, this.#attempt];
    const edge = this.#order.record(view, replica.ready?.engine.parameterCount);
    const record = localRecord({ host, replica, catchUpDriver, local, attempt, commands, edge });
    const told = commands.commands; // more may come before the header is whole
    const records = await this.#headers.open(round, record, signal);
    const { lastToCome } = this.#headers;
    if (lastToCome) this.#meter.waited(sentMs, lastToCome);
    this.#records = new Map(view.members.map((member, rank) => [member, records[rank]]));
    const agreed = compareStates(records);
    const isInStep = catchUpDriver.follow(view, records, agreed);
    replica.keepFrozen(new Set(records.flatMap((r) => (r.status === 'catching-up' ? [r.digest] : []))));
    if (!isInStep) {
      catchUpDriver.end('its log does not lead to what the ring holds');
      throw new AttemptError(host.self, 'nobody can tell how the last step ended');
    }
    const decision = decide(view, records, this.state, told, hasStepped);
    this.#commandShare.see(records);
    if (agreed?.targets.length === 0) {
      const committed = local.commit(view, records, agreed.digest, replica, (member) => host.nameOf(member));
      if (committed) this.emit('step', committed);
    }
    this.#blockedOn.see(decision, view, records);
    if (decision.kind !== 'reorder-ring') this.#order.see(view, records);
    this.#faults.withheld(view, records, (this.state?.step ?? 0) + 1);
    return { decision, records };
  }

  /** Has the ride come to its end? From now on this replica speaks for what it holds. */
  async #promote(): Promise<void> {
    const isFirstState = !this.replica.held?.state.initialized;
    const result = await this.catchUpDriver.promote();
    if (!result) return;
    if (!isFirstState) this.counters.catchUps++;
    const { finished } = result;
    this.#local.finished = finished;
    if (finished) this.#local.last = { ...this.#local.last, isSkipped: finished.isSkipped };
    this.emit('run', undefined);
    this.#meter.restart();
  }

  /** What this replica may speak for: nothing as long as it is a visitor. */
  get #trusted(): VersionedState | undefined {
    return this.replica.isStale || this.catchUpDriver.state ? undefined : this.replica.held;
  }

  #dropped(frame: ReduceFrame, why: DropReason): void {
    const { from, key } = frame;
    this.emit('dropped', { frame, why });
    const { generation } = this.router;
    if (why !== 'replayed' || this.#replayers.get(from) === generation) return;
    this.#replayers.set(from, generation);
    this.#offence(from, `again a frame of generation ${key.generation}, step ${key.step}`);
  }

  #offence(peer: MemberId, message: string): void {
    this.counters.offences++;
    this.emit('notice', {
      level: 'warning',
      text: `${this.host.nameOf(peer)} sent what it may not: ${message}`,
    });
  }

  #set(activity: Activity): void {
    this.activity = activity;
    this.emit('change', undefined);
  }
}
