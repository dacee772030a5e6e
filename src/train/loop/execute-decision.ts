// Carries out what the header came to, one verdict at a time. Every member does the same by the same records; who rides,
// who joins in, and who asks for a view or makes the first parameters follow from its rank. A verdict that cannot be
// carried out throws, and a new view must answer.
import { DeadlineError, waitFor } from '../../base/deadline';
import { rankOf, type MemberId, type View } from '../../membership/view';
import type { BlockedOn } from './blocked-on';
import type { Decision } from '../decide/decision';
import type { FaultNotices } from '../commit/fault-notices';
import type { HeaderRecord } from '../header/header-record';
import { headerStallMs } from '../header/header-rounds';
import { CatchUpError } from '../catch-up/manifest';
import type { HeldCommands } from '../commands/held-commands';
import type { ReorderWatch } from './reorder-watch';
import type { LocalSteps } from '../commit/local-steps';
import type { ReplicaState } from '../state/replica-state';
import type { CatchUpDriver } from '../catch-up/catch-up-driver';
import type { RunState } from '../run/run-state';
import type { StepAttempt } from './step-attempt';
import type { StepMeter } from '../metrics/step-meter';
import type { Activity, Notify, TrainerDeps } from '../context/trainer-deps';
import type { Wake } from './wake';

export interface DecisionExecutorOptions {
  readonly host: TrainerDeps;
  readonly replica: ReplicaState;
  readonly commands: HeldCommands;
  readonly catchUpDriver: CatchUpDriver;
  readonly attempt: StepAttempt;
  readonly local: LocalSteps;
  readonly order: ReorderWatch;
  /** Riders that the ring waits for. */
  readonly blockedOn: BlockedOn;
  readonly meter: StepMeter;
  readonly faults: FaultNotices;
  readonly wake: Wake;
  readonly notify: Notify;
  readonly onActivity: (activity: Activity) => void;
  /** Another run's state is held or ridden now. */
  readonly onRun: () => void;
  readonly onStuck: (members: readonly MemberId[]) => void;
}

const viewChangeMs = 10_000;
/** How often a rider that the ring waits for says how far it is. */
const progressEveryMs = 1_000;
/** Until it looks again whether a linked member has the state, or all whether those that are to ride do. */
const nextLookMs = 250;

export class DecisionExecutor {
  readonly #options: DecisionExecutorOptions;
  /** Since when this replica needs the state, and has no link to anyone who has it. */
  #withoutSourceMs: number | undefined;
  /** What the header before asked to be healed, and whom; empty: it asked for something else. */
  #askedToCatchUp = '';

  constructor(options: DecisionExecutorOptions) {
    this.#options = options;
  }

  async run(
    decision: Decision,
    records: readonly HeaderRecord[],
    view: View,
    signal: AbortSignal,
  ): Promise<void> {
    const { host, replica, catchUpDriver, attempt, blockedOn, meter, faults, wake, onActivity } =
      this.#options;
    const rank = rankOf(view, host.self);
    if (decision.kind !== 'catch-up') this.#askedToCatchUp = '';
    switch (decision.kind) {
      case 'catch-up':
        await this.#catchUp(view, decision, records, signal);
        return;
      case 'wait':
        this.#endIfStuck(blockedOn.stuck(headerStallMs));
        if (decision.catchingUp.includes(rank)) await this.#followAlong(signal);
        return;
      case 'create':
        if (rank === 0 && replica.held) replica.resume(catchUpDriver.lastState, host.lastRun());
        else if (rank === 0 && replica.ready)
          replica.begin(replica.ready.config, catchUpDriver.lastState, host.lastRun());
        return;
      case 'initialize':
        if (rank === 0) replica.initialize();
        return;
      case 'transition':
        await this.#transition(decision.state, signal);
        faults.offenders(decision);
        if (decision.offenders) attempt.accused = undefined;
        return;
      case 'change-view':
        onActivity({ kind: 'changing-view', sinceMs: host.clock.now() });
        // The most senior that stays asks: who is kicked has no say in that.
        if (host.self === view.members.find((member) => !decision.remove.includes(member)))
          host.requestView(decision.add, decision.remove, decision.reason);
        await waitFor<never>(host.clock, viewChangeMs, 'the new view', signal).promise;
        return;
      case 'reorder-ring':
        return this.#reorderRing(signal);
      case 'step':
        await attempt.run(view, decision, records, signal);
        return;
      case 'idle':
        onActivity({ kind: 'idle' });
        await wake.wait(signal);
        meter.restart();
        return;
      default:
        decision satisfies never;
    }
  }

  /** Without the new order, the old one will do. */
  async #reorderRing(signal: AbortSignal): Promise<void> {
    const { host, order, onActivity } = this.#options;
    onActivity({ kind: 'changing-view', sinceMs: host.clock.now() });
    const asked = order.ordered();
    if (asked) host.reorderRing(asked);
    await waitFor<never>(host.clock, viewChangeMs, 'the new order', signal).promise.catch(
      (error: unknown) => {
        if (!(error instanceof DeadlineError)) throw error;
      },
    );
  }

  async #transition(next: RunState, signal: AbortSignal): Promise<void> {
    const { host, replica, catchUpDriver, commands, local, meter, faults, onActivity, onRun } = this.#options;
    const before = catchUpDriver.state ?? (replica.isStale ? undefined : replica.held?.state);
    const isNewRun = next.run !== before?.run;
    if (isNewRun) {
      onActivity({ kind: 'preparing' });
      await replica.prepareFor(next.config, signal);
      catchUpDriver.forget('a new run begins');
      await replica.beginRun(next);
    } else if (catchUpDriver.state) catchUpDriver.decided(next);
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
    local.forget();
    onRun();
  }

  /** The targets begin to ride. One that says again and again that it holds another state is no rider and gets no
   *  further, and the ring ends its wait for it as for one. */
  async #catchUp(
    view: View,
    decision: Decision & { kind: 'catch-up' },
    records: readonly HeaderRecord[],
    signal: AbortSignal,
  ): Promise<void> {
    const { host, blockedOn, notify } = this.#options;
    const heal = `${decision.digest} ${decision.targets.join()}`;
    const isAgain = heal === this.#askedToCatchUp;
    this.#askedToCatchUp = heal;
    if (decision.isDisagreement && !isAgain) notify('error', decision.reason);
    const stuck = blockedOn.stuck(headerStallMs);
    if (!stuck.includes(host.self)) this.#endIfStuck(stuck);
    if (decision.targets.includes(rankOf(view, host.self)))
      await this.#joinIn(view, decision, records, signal);
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
    decision: Decision & { kind: 'catch-up' },
    records: readonly HeaderRecord[],
    signal: AbortSignal,
  ): Promise<void> {
    const { host, replica, catchUpDriver, attempt, commands, local, meter, onActivity, onRun } =
      this.#options;
    const nowMs = host.clock.now();
    onActivity({ kind: 'catching-up', sinceMs: nowMs });
    const how = await catchUpDriver.begin(view, decision, records, attempt.attempted, signal);
    if (how === 'no link yet') return this.#awaitSource(nowMs, signal);
    this.#withoutSourceMs = undefined;
    local.finished = undefined;
    if (how !== 'catching up') local.forget();
    if (catchUpDriver.state) commands.follow(catchUpDriver.state.appliedCommand);
    if (catchUpDriver.state) replica.norms.follow(catchUpDriver.state);
    onRun();
    meter.restart();
  }

  /** Above 8 members the state comes nearer from neighbour to neighbour: the next header shows who rides by now. */
  async #awaitSource(nowMs: number, signal: AbortSignal): Promise<void> {
    this.#withoutSourceMs ??= nowMs;
    if (nowMs - this.#withoutSourceMs >= headerStallMs) {
      this.#withoutSourceMs = undefined;
      throw new CatchUpError('no linked member offers the state');
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
  async #followAlong(signal: AbortSignal): Promise<void> {
    const { host, catchUpDriver, wake } = this.#options;
    const untilMs = host.clock.now() + progressEveryMs;
    const cancel = host.clock.after(progressEveryMs, () => wake.raise());
    try {
      while (!catchUpDriver.isReady && host.clock.now() < untilMs) await wake.wait(signal);
    } finally {
      cancel();
    }
  }
}
