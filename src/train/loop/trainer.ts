// One replica's life in the ring: header, verdict, and what the verdict says, again and again, within one view at
// a time (03-exact-step.md). A new view aborts what is in flight and starts the same step over from kept gradients.
// Invariants: a holding changes only by a verdict that all members computed from the same records; a step is
// finished only from sums over exactly the members of the view; what fails ends in a new view, healing, or leaving.
import { Emitter } from '../../base/emitter';
import type { RecordMessage } from '../../collectives/all-gather-records';
import { FrameRouter, type DropReason } from '../../collectives/frame-router';
import type { ReduceFrame } from '../../collectives/reduce-frame';
import type { MemberId, View } from '../../membership/view';
import { Awaited } from './blocked-on';
import { betweenSteps } from './between-steps';
import { CommandShare } from '../commands/command-share';
import { compareHoldings } from '../decide/compare-states';
import { decide } from '../decide/decide';
import type { Verdict } from '../decide/decision';
import { FaultNotices } from '../commit/fault-notices';
import type { HeaderRecord } from '../header/header-record';
import { HeaderRounds } from '../header/header-rounds';
import type { Offered, StateRequest } from '../catch-up/state-source';
import type { HeldCommands } from '../commands/held-commands';
import type { Holding } from '../state/versioned-state';
import type { Hub } from '../peers/hub';
import { Obey } from './execute-decision';
import { OrderWatch } from './reorder-watch';
import { ownRecord } from './local-record';
import { OwnSteps } from '../commit/local-steps';
import type { ReplicaState } from '../state/replica-state';
import { Rider, type RideProgress } from '../catch-up/catching-up';
import type { RunState } from '../run/run-state';
import { StepAttempt } from './step-attempt';
import { StepMeter } from '../metrics/step-meter';
import type { StepRecord } from '../metrics/step-record';
import {
  AttemptError,
  type Activity,
  type Notice,
  type Tell,
  type TrainerHost,
} from '../context/trainer-deps';
import { Wake } from './wake';

export interface TrainerEvents {
  readonly change: undefined;
  /** Another run's state is held now. */
  readonly run: undefined;
  readonly step: StepRecord;
  /** What the header of this round came to. */
  readonly verdict: { readonly round: number; readonly verdict: Verdict };
  readonly notice: Notice;
  /** A peer's part of a sum that is none of this view's. */
  readonly dropped: { readonly frame: ReduceFrame; readonly why: DropReason };
  /** Another engine computes here now. */
  readonly engine: undefined;
}

export class Trainer extends Emitter<TrainerEvents> {
  readonly router = new FrameRouter((frame, why) => this.#dropped(frame, why));
  readonly counters = { retries: 0, heals: 0, offences: 0 };
  readonly #wake = new Wake();
  readonly #headers: HeaderRounds;
  readonly rider: Rider;
  /** Riders that the ring waits for. */
  readonly #awaited: Awaited;
  readonly #own = new OwnSteps();
  readonly #order: OrderWatch;
  readonly #meter: StepMeter;
  readonly #faults: FaultNotices;
  readonly #commandShare: CommandShare;
  readonly #attempt: StepAttempt;
  readonly #obey: Obey;
  #stuck: readonly MemberId[] = [];
  #records: ReadonlyMap<MemberId, HeaderRecord> = new Map();
  /** Peers named for sending again what was sent before, and in which generation: once each. */
  readonly #replayers = new Map<MemberId, number>();
  activity: Activity = { kind: 'idle' };

  constructor(
    readonly host: TrainerHost,
    readonly hub: Hub,
    readonly replica: ReplicaState,
    readonly commands: HeldCommands,
  ) {
    super();
    const nameOf = (member: MemberId): string => host.nameOf(member);
    const onOffence = (peer: MemberId, message: string): void => this.#offence(peer, message);
    const tell: Tell = (level, text) => this.emit('notice', { level, text });
    this.#headers = new HeaderRounds({ host, hub, onOffence, onAhead: () => this.#wake.raise() });
    this.#meter = new StepMeter(host.clock, hub);
    this.#awaited = new Awaited(host.clock);
    this.#faults = new FaultNotices(nameOf, tell);
    this.#order = new OrderWatch({ host, hub, tell });
    this.#commandShare = new CommandShare(host.clock, hub, commands, () => this.#wake.raise());
    this.rider = new Rider({
      ...host,
      nameOf,
      hub,
      replica,
      onChange: () => this.emit('change', undefined),
      onReady: () => this.#wake.raise(),
      onStep: (record) => this.emit('step', record),
      notice: tell,
    });
    this.#attempt = new StepAttempt({
      host,
      hub,
      replica,
      rider: this.rider,
      router: this.router,
      meter: this.#meter,
      own: this.#own,
      faults: this.#faults,
      onActivity: (activity) => this.#set(activity),
      onOffence,
      tell,
    });
    this.#obey = new Obey({
      host,
      replica,
      commands,
      rider: this.rider,
      attempt: this.#attempt,
      own: this.#own,
      order: this.#order,
      awaited: this.#awaited,
      meter: this.#meter,
      faults: this.#faults,
      wake: this.#wake,
      tell,
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
    return this.rider.state ?? this.#held?.state;
  }

  /** Undefined when this replica does not ride. */
  get ride(): RideProgress | undefined {
    return this.rider.progress;
  }

  /** What other members may fetch from here. */
  get offers(): readonly Offered[] {
    const { offered } = this.rider;
    const { holding, frozen } = this.replica;
    const held = holding ? [{ ...holding, sum: this.replica.sumOf(holding.digest) }] : [];
    return [...held, ...frozen, ...(offered ? [offered] : [])];
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
    return this.activity.kind === 'header' ? this.#headers.missing() : [];
  }

  /** Members that kept the last header or sum from completing. */
  stuckMembers(): readonly MemberId[] {
    return this.#stuck;
  }

  /** The last step is finished here and not yet committed (H4). */
  get isTentative(): boolean {
    return this.#own.finished !== undefined;
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
        const { verdict, records } = await this.#openRound(view, round, hasStepped, signal);
        this.emit('verdict', { round, verdict });
        await this.#obey.run(verdict, records, view, signal);
        hasStepped ||= verdict.kind === 'step';
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

  takeState(...[from, frame]: Parameters<Rider['takeState']>): void {
    this.rider.takeState(from, frame);
  }

  takeAnswer(from: MemberId, message: StateRequest & { kind: 'refused' | 'have' }): void {
    this.rider.takeAnswer(from, message);
  }

  linkClosed(peer: MemberId): void {
    this.router.forget(peer);
    this.#replayers.delete(peer);
    this.rider.linkClosed(peer);
  }

  /** Outside the ring nobody rides. */
  endRide(why: string): void {
    this.rider.forget(why);
  }

  async #openRound(
    view: View,
    round: number,
    hasStepped: boolean,
    signal: AbortSignal,
  ): Promise<{ readonly verdict: Verdict; readonly records: readonly HeaderRecord[] }> {
    const { replica, host, commands } = this;
    this.#set({ kind: 'preparing' });
    await this.#land();
    const { ready } = replica;
    if (this.state) await replica.prepareFor(this.state.config, signal);
    if (replica.ready?.engine !== ready?.engine) this.emit('engine', undefined);
    signal.throwIfAborted();
    if (this.#held) await betweenSteps(replica, this.#own, this.#held.state, signal);
    await replica.settleContribution();
    signal.throwIfAborted();
    const sentMs = host.clock.now();
    this.#set({ kind: 'header', sinceMs: sentMs });
    const [rider, own, attempt] = [this.rider, this.#own, this.#attempt];
    const edge = this.#order.record(view, replica.ready?.engine.parameterCount);
    const record = ownRecord({ host, replica, rider, own, attempt, commands, edge });
    const told = commands.commands; // more may come before the header is whole
    const records = await this.#headers.open(round, record, signal);
    const { lastToCome } = this.#headers;
    if (lastToCome) this.#meter.waited(sentMs, lastToCome);
    this.#records = new Map(view.members.map((member, rank) => [member, records[rank]]));
    const agreed = compareHoldings(records);
    const isInStep = rider.follow(view, records, agreed);
    replica.keepFrozen(new Set(records.flatMap((r) => (r.standing === 'rides' ? [r.digest] : []))));
    if (!isInStep) {
      rider.end('its log does not lead to what the ring holds');
      throw new AttemptError(host.self, 'nobody can tell how the last step ended');
    }
    const verdict = decide(view, records, this.state, told, hasStepped);
    this.#commandShare.see(records);
    if (agreed?.targets.length === 0) {
      const committed = own.commit(view, records, agreed.digest, replica, (member) => host.nameOf(member));
      if (committed) this.emit('step', committed);
    }
    this.#awaited.see(verdict, view, records);
    if (verdict.kind !== 'order-ring') this.#order.see(view, records);
    this.#faults.withheld(view, records, (this.state?.step ?? 0) + 1);
    return { verdict, records };
  }

  /** Has the ride come to its end? From now on this replica speaks for what it holds. */
  async #land(): Promise<void> {
    const isFirstState = !this.replica.holding?.state.initialized;
    const landing = await this.rider.land();
    if (!landing) return;
    if (!isFirstState) this.counters.heals++;
    const { finished } = landing;
    this.#own.finished = finished;
    if (finished) this.#own.last = { ...this.#own.last, isSkipped: finished.isSkipped };
    this.emit('run', undefined);
    this.#meter.restart();
  }

  /** What this replica may speak for: nothing as long as it is a visitor. */
  get #held(): Holding | undefined {
    return this.replica.isVisitor || this.rider.state ? undefined : this.replica.holding;
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
