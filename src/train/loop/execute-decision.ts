// Carries out what the header came to, one verdict at a time. Every member does the same by the same records; who rides,
// who joins in, and who asks for a view or makes the first parameters follow from its rank. A verdict that cannot be
// carried out throws, and a new view must answer.
import { DeadlineError, waitFor } from '../../base/deadline';
import { rankOf, type MemberId, type View } from '../../membership/view';
import type { Awaited } from './blocked-on';
import type { Verdict } from '../decide/decision';
import type { FaultNotices } from '../commit/fault-notices';
import type { HeaderRecord } from '../header/header-record';
import { headerStallMs } from '../header/header-rounds';
import { HealError } from '../catch-up/manifest';
import type { HeldCommands } from '../commands/held-commands';
import type { OrderWatch } from './reorder-watch';
import type { OwnSteps } from '../commit/local-steps';
import type { ReplicaState } from '../state/replica-state';
import type { Rider } from '../catch-up/catching-up';
import type { RunState } from '../run/run-state';
import type { StepAttempt } from './step-attempt';
import type { StepMeter } from '../metrics/step-meter';
import type { Activity, Tell, TrainerHost } from '../context/trainer-deps';
import type { Wake } from './wake';

export interface ObeyOptions {
  readonly host: TrainerHost;
  readonly replica: ReplicaState;
  readonly commands: HeldCommands;
  readonly rider: Rider;
  readonly attempt: StepAttempt;
  readonly own: OwnSteps;
  readonly order: OrderWatch;
  /** Riders that the ring waits for. */
  readonly awaited: Awaited;
  readonly meter: StepMeter;
  readonly faults: FaultNotices;
  readonly wake: Wake;
  readonly tell: Tell;
  readonly onActivity: (activity: Activity) => void;
  /** Another run's state is held or ridden now. */
  readonly onRun: () => void;
  readonly onStuck: (members: readonly MemberId[]) => void;
}

const viewChangeMs = 10_000;
/** How often a rider that the ring waits for says how far it is. */
const tellEveryMs = 1_000;
/** Until it looks again whether a linked member has the state, or all whether those that are to ride do. */
const nextLookMs = 250;

export class Obey {
  readonly #options: ObeyOptions;
  /** Since when this replica needs the state, and has no link to anyone who has it. */
  #withoutSourceMs: number | undefined;
  /** What the header before asked to be healed, and whom; empty: it asked for something else. */
  #healed = '';

  constructor(options: ObeyOptions) {
    this.#options = options;
  }

  async run(
    verdict: Verdict,
    records: readonly HeaderRecord[],
    view: View,
    signal: AbortSignal,
  ): Promise<void> {
    const { host, replica, rider, attempt, awaited, meter, faults, wake, onActivity } = this.#options;
    const rank = rankOf(view, host.self);
    if (verdict.kind !== 'heal') this.#healed = '';
    switch (verdict.kind) {
      case 'heal':
        await this.#heal(view, verdict, records, signal);
        return;
      case 'wait':
        this.#endIfStuck(awaited.stuck(headerStallMs));
        if (verdict.riders.includes(rank)) await this.#rideOn(signal);
        return;
      case 'found':
        if (rank === 0 && replica.holding) replica.resume(rider.lastState, host.lastRun());
        else if (rank === 0 && replica.ready)
          replica.begin(replica.ready.config, rider.lastState, host.lastRun());
        return;
      case 'initialize':
        if (rank === 0) replica.initialize();
        return;
      case 'transition':
        await this.#transition(verdict.state, signal);
        faults.offenders(verdict);
        if (verdict.offenders) attempt.accused = undefined;
        return;
      case 'change-view':
        onActivity({ kind: 'changing-view', sinceMs: host.clock.now() });
        // The most senior that stays asks: who is kicked has no say in that.
        if (host.self === view.members.find((member) => !verdict.remove.includes(member)))
          host.requestView(verdict.add, verdict.remove, verdict.reason);
        await waitFor<never>(host.clock, viewChangeMs, 'the new view', signal).promise;
        return;
      case 'order-ring':
        return this.#orderRing(signal);
      case 'step':
        await attempt.run(view, verdict, records, signal);
        return;
      case 'idle':
        onActivity({ kind: 'idle' });
        await wake.wait(signal);
        meter.restart();
        return;
      default:
        verdict satisfies never;
    }
  }

  /** Without the new order, the old one will do. */
  async #orderRing(signal: AbortSignal): Promise<void> {
    const { host, order, onActivity } = this.#options;
    onActivity({ kind: 'changing-view', sinceMs: host.clock.now() });
    const asked = order.ordered();
    if (asked) host.orderRing(asked);
    await waitFor<never>(host.clock, viewChangeMs, 'the new order', signal).promise.catch(
      (error: unknown) => {
        if (!(error instanceof DeadlineError)) throw error;
      },
    );
  }

  async #transition(next: RunState, signal: AbortSignal): Promise<void> {
    const { host, replica, rider, commands, own, meter, faults, onActivity, onRun } = this.#options;
    const before = rider.state ?? (replica.isVisitor ? undefined : replica.holding?.state);
    const isNewRun = next.run !== before?.run;
    if (isNewRun) {
      onActivity({ kind: 'preparing' });
      await replica.prepareFor(next.config, signal);
      rider.forget('a new run begins');
      await replica.beginRun(next);
    } else if (rider.state) rider.decided(next);
    else await replica.transition(next);
    const appliedBefore = before?.appliedCommand ?? 0;
    for (const { sequence, command } of commands.commands) {
      if (command.kind !== 'poison' || sequence <= appliedBefore || sequence > next.appliedCommand) continue;
      faults.poisoned(command);
      if (command.peer !== host.self) continue;
      await replica.dropGradient();
      replica.poison = command;
    }
    commands.follow(next.appliedCommand);
    replica.norms.follow(next);
    meter.restart();
    if (!isNewRun) return;
    own.forget();
    onRun();
  }

  /** The targets begin to ride. One that says again and again that it holds another state is no rider and gets no
   *  further, and the ring ends its wait for it as for one. */
  async #heal(
    view: View,
    verdict: Verdict & { kind: 'heal' },
    records: readonly HeaderRecord[],
    signal: AbortSignal,
  ): Promise<void> {
    const { host, awaited, tell } = this.#options;
    const heal = `${verdict.digest} ${verdict.targets.join()}`;
    const isAgain = heal === this.#healed;
    this.#healed = heal;
    if (verdict.isDisagreement && !isAgain) tell('error', verdict.reason);
    const stuck = awaited.stuck(headerStallMs);
    if (!stuck.includes(host.self)) this.#endIfStuck(stuck);
    if (verdict.targets.includes(rankOf(view, host.self))) await this.#joinIn(view, verdict, records, signal);
    else if (isAgain) await this.#nextLook(signal);
  }

  /** Throws when there are any: the view is to end, and the next to be without them. */
  #endIfStuck(stuck: readonly MemberId[]): void {
    const { host, onStuck } = this.#options;
    onStuck(stuck);
    if (stuck.length === 0) return;
    const names = stuck.map((member) => host.nameOf(member)).join(', ');
    throw new DeadlineError(`${names} to catch up`, headerStallMs);
  }

  /** This member holds nothing, or another state than the ring: it begins to ride. */
  async #joinIn(
    view: View,
    verdict: Verdict & { kind: 'heal' },
    records: readonly HeaderRecord[],
    signal: AbortSignal,
  ): Promise<void> {
    const { host, replica, rider, attempt, commands, own, meter, onActivity, onRun } = this.#options;
    const nowMs = host.clock.now();
    onActivity({ kind: 'joining-in', sinceMs: nowMs });
    const how = await rider.begin(view, verdict, records, attempt.tried, signal);
    if (how === 'no link yet') return this.#awaitSource(nowMs, signal);
    this.#withoutSourceMs = undefined;
    own.finished = undefined;
    if (how !== 'catching up') own.forget();
    if (rider.state) commands.follow(rider.state.appliedCommand);
    if (rider.state) replica.norms.follow(rider.state);
    onRun();
    meter.restart();
  }

  /** Above 8 members the state comes nearer from neighbour to neighbour: the next header shows who rides by now. */
  async #awaitSource(nowMs: number, signal: AbortSignal): Promise<void> {
    this.#withoutSourceMs ??= nowMs;
    if (nowMs - this.#withoutSourceMs >= headerStallMs) {
      this.#withoutSourceMs = undefined;
      throw new HealError('no linked member offers the state');
    }
    await this.#nextLook(signal);
  }

  async #nextLook(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options.host;
    const wait = waitFor<void>(clock, headerStallMs, 'the next header', signal);
    const cancel = clock.after(nextLookMs, () => wait.settle());
    await wait.promise.finally(cancel);
  }

  /** The others wait: they see how far this rider is at least every second. */
  async #rideOn(signal: AbortSignal): Promise<void> {
    const { host, rider, wake } = this.#options;
    const untilMs = host.clock.now() + tellEveryMs;
    const cancel = host.clock.after(tellEveryMs, () => wake.raise());
    try {
      while (!rider.isReady && host.clock.now() < untilMs) await wake.wait(signal);
    } finally {
      cancel();
    }
  }
}
