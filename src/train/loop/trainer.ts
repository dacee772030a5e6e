// One replica's life in a view: prepare, gather the records, commit, decide, act, again and again (PROTOCOL.md H and S).
// A new view aborts what is in flight, and the same step starts again from the kept gradient.
// Invariants: A state changes only by a decision that all members computed from the same records. A step is finished only
// from sums over exactly the members of the view. A failure ends the loop, and a new view answers it.
import { inFull, say } from '../../base/sayings';
import { Emitter } from '../../base/emitter';
import type { RecordMessage } from '../../collectives/all-gather-records';
import { FrameRouter } from '../../collectives/frame-router';
import { rankOf, type MemberId, type View } from '../../membership/view';
import type { Offered } from '../catch-up/state-source';
import { CommandShare } from '../commands/command-share';
import type { HeldCommands } from '../commands/held-commands';
import { FaultNotices } from './fault-notices';
import { LocalSteps } from '../commit/local-steps';
import type { Phase } from '../context/phase';
import type { Activity, Notify, TrainerDeps } from '../context/trainer-deps';
import { decide } from '../decide/decide';
import { OverdueCommand } from '../decide/overdue-command';
import type { Header } from '../header/header';
import { HeaderRounds } from '../header/header-rounds';
import { StepMeter } from '../metrics/step-meter';
import type { Replica } from '../participation/replica';
import { StateFrames } from '../participation/state-frames';
import type { Hub } from '../peers/hub';
import { Offences } from '../peers/offences';
import { membersChanged } from '../run/changed';
import type { RunState } from '../run/run-state';
import { StepAccounts } from '../metrics/timeline/step-accounts';
import { SumRecorder } from '../metrics/transfers/sum-recorder';
import { act } from './act';
import { BlockedOn } from './blocked-on';
import { CatchUpRequests } from './catch-up-requests';
import { commitHeader } from './commit-header';
import { DroppedFrames } from './dropped-frames';
import { failureOf, type Failure } from './failure';
import { gather } from './gather';
import type { LoopParts } from './loop-parts';
import { LoopStatus } from './loop-status';
import { prepare } from './prepare';
import { ReorderWatch } from './reorder-watch';
import { isLocal } from '../run/sync';
import { StallWatch } from './stall-watch';
import type { TrainerEvents } from './trainer-events';
import { Wake } from './wake';

/** The progress for the screen. */
type CatchUpProgress = Omit<Extract<Phase, { kind: 'catching-up' }>, 'kind'>;

export class Trainer extends Emitter<TrainerEvents> {
  readonly router: FrameRouter;
  /** Parts of another member's state go here. */
  readonly stateFrames: StateFrames;
  readonly local = new LocalSteps();
  /** Where the time of its last steps went. */
  readonly accounts = new StepAccounts();
  /** What travelled in its last sums, while somebody looks. */
  readonly sumRecorder: SumRecorder;
  readonly #parts: LoopParts;
  readonly #droppedFrames: DroppedFrames;
  /** The last view whose members were announced. */
  #announcedView: View | undefined;
  /** The last command of which it was named who withholds it. */
  #vetoed = '';
  #retries = 0;
  #catchUps = 0;

  constructor(
    deps: TrainerDeps,
    hub: Hub,
    readonly replica: Replica,
    commands: HeldCommands,
    readonly status = new LoopStatus(),
  ) {
    super();
    const { clock } = deps;
    this.sumRecorder = new SumRecorder(clock);
    const wake = new Wake();
    const nameOf = (member: MemberId): string => deps.nameOf(member);
    const notify: Notify = (level, says) => this.emit('notice', { level, says });
    const offences = new Offences(nameOf, (says) => notify('warning', says));
    const droppedFrames = new DroppedFrames(clock, hub, offences);
    const router = new FrameRouter((frame, why) => {
      this.emit('dropped', { frame, why });
      droppedFrames.note(frame, why);
    });
    this.router = router;
    this.stateFrames = new StateFrames(replica);
    this.#droppedFrames = droppedFrames;
    const headers = new HeaderRounds({
      host: deps,
      hub,
      mayHaveAmounts: () => replica.followed?.config.model.loss !== 'softmax-cross-entropy',
      onOffence: (peer, what) => offences.report(peer, what),
      onAhead: () => wake.raise(),
    });
    const areLong = (): boolean => replica.followed !== undefined && isLocal(replica.followed.sync);
    const stalls = new StallWatch({ self: deps.self, clock, headers, areLong });
    headers.on('doubt', () => stalls.doubt());
    this.#parts = {
      deps,
      hub,
      replica,
      commands,
      router,
      wake,
      notify,
      offences,
      events: this,
      commandShare: new CommandShare(clock, hub, commands, () => wake.raise()),
      headers,
      stalls,
      stateFrames: this.stateFrames,
      local: this.local,
      meter: new StepMeter(clock, hub),
      accounts: this.accounts,
      sumRecorder: this.sumRecorder,
      blockedOn: new BlockedOn(clock),
      catchUpRequests: new CatchUpRequests(),
      reorder: new ReorderWatch({ host: deps, hub, notify }),
      faults: new FaultNotices(nameOf, notify),
      enter: (activity) => this.#enter(activity),
      status,
    };
    this.on('caught-up', () => this.#catchUps++);
  }

  /** Lives in `view` until the signal aborts or an attempt fails. Undefined: a new view or the end aborted it. */
  async live(view: View, signal: AbortSignal): Promise<Failure | undefined> {
    const { headers, meter, replica, stalls } = this.#parts;
    headers.begin(view);
    this.router.setView(view);
    this.#droppedFrames.begin(view);
    const attempt = new AbortController();
    const abort = (): void => attempt.abort(signal.reason);
    signal.addEventListener('abort', abort);
    attempt.signal.addEventListener('abort', () => headers.abort(attempt.signal.reason as Error));
    const watched = stalls.begin(
      view,
      () => this.status.activity,
      (error) => attempt.abort(error),
    );
    meter.restart();
    try {
      let hasStepped = false;
      let hasReordered = false; // once a view (M20b)
      const overdueCommand = new OverdueCommand();
      for (let round = 0; ; round++) {
        await prepare(this.#parts, attempt.signal);
        const { header, commands } = await gather(this.#parts, view, round, attempt.signal);
        this.#show(header);
        commitHeader(this.#parts, header);
        this.#announceMembers(view);
        const overdue = overdueCommand.see(header.records);
        const isHeld = header.records[rankOf(view, this.#parts.deps.self)].firstCommand === overdue;
        // Whether hosting may be taken over, members know by the room's document, which may still be on its way (H15).
        if (overdue && isHeld && commands[0]?.command.kind !== 'take-over')
          this.#nameVetoers(header, overdue);
        const decision = decide(header, replica.followed, commands, {
          hasStepped,
          hasReordered,
          overdue: overdue ? { isHeld } : undefined,
          mayGoBack: replica.mayGoBack,
        });
        this.#observe(header, decision);
        await act(this.#parts, header, decision, attempt.signal);
        hasStepped ||= decision.kind === 'step';
        hasReordered ||= decision.kind === 'reorder-ring';
        this.emit('change', undefined);
      }
    } catch (error) {
      if (signal.aborted) return undefined;
      this.#retries++;
      return failureOf(
        error,
        this.missing().filter((member) => member !== this.#parts.deps.self),
      );
    } finally {
      signal.removeEventListener('abort', abort);
      watched();
      headers.end();
    }
  }

  /** Decisions as this replica follows them. */
  get state(): RunState | undefined {
    return this.replica.followed;
  }

  /** Undefined when this replica does not catch up. */
  get catchUp(): CatchUpProgress | undefined {
    const { participation } = this.replica;
    if (participation.kind !== 'catching-up') return undefined;
    const { why, traffic, log } = participation.catchUp;
    const { receivedBytes, totalBytes, asked } = traffic;
    return { why, receivedBytes, totalBytes, behindSteps: log.pending, donors: asked };
  }

  /** What other members may fetch from here. */
  get offers(): readonly Offered[] {
    const { participation } = this.replica;
    const { stored } = participation;
    const offered = participation.kind === 'catching-up' ? participation.catchUp.offered : undefined;
    const held = stored && {
      ...stored.held,
      sum: stored.summedDigest === stored.held.digest ? stored.sum : undefined,
    };
    return [...(held ? [held] : []), ...this.replica.frozen, ...(offered ? [offered] : [])];
  }

  get counters(): { readonly retries: number; readonly catchUps: number; readonly offences: number } {
    return { retries: this.#retries, catchUps: this.#catchUps, offences: this.#parts.offences.count };
  }

  /** The ring waits for these to catch up. */
  get blockedOn(): BlockedOn['members'] {
    return this.#parts.blockedOn.members;
  }

  /** Members whose records the current header still lacks. */
  missing(): readonly MemberId[] {
    return this.status.activity.kind === 'header' ? this.#parts.headers.missing() : [];
  }

  /** The last step is finished here and not yet committed (H4). */
  get isTentative(): boolean {
    return this.replica.participation.stored?.tentative !== undefined;
  }

  /** An idle ring looks again: a peer asks for admission, a command arrived, or the candidates changed. */
  wake(): void {
    this.#parts.wake.raise();
  }

  /** A member's record. False: it is not of this view, and may be of the next one. */
  takeRecord(from: MemberId, message: RecordMessage): boolean {
    return this.#parts.headers.take(from, message);
  }

  linkOpened(peer: MemberId): void {
    this.#parts.headers.linkOpened(peer);
  }

  /** The peer is heard, or heard no more. */
  linkChanged(peer: MemberId): void {
    this.#parts.headers.linkChanged(peer);
  }

  linkClosed(peer: MemberId): void {
    this.router.forget(peer);
    this.#droppedFrames.forget(peer);
    this.stateFrames.linkClosed(peer);
  }

  #show({ view, records }: Header): void {
    this.status.records = new Map(view.members.map((member, rank) => [member, records[rank]]));
  }

  /** It is called at the first header of a view, which says how the step before it ended. */
  #announceMembers(view: View): void {
    const { state } = this;
    const before = this.#announcedView;
    if (!state || before === view) return;
    this.#announcedView = view;
    for (const changed of before ? membersChanged(before, view, state) : []) this.emit('changed', changed);
  }

  /** A command goes before the record that shows it, over the same links. So where none is missing everybody has it, and
   *  who does not show it withholds it (H29). */
  #nameVetoers({ view, records }: Header, overdue: string): void {
    if (records.some(({ lacksLink }) => lacksLink) || this.#vetoed === overdue) return;
    this.#vetoed = overdue;
    for (const [rank, { firstCommand, status }] of records.entries())
      if (firstCommand !== overdue && status === 'current' && view.members[rank] !== this.#parts.deps.self)
        this.#parts.offences.report(
          view.members[rank],
          inFull(say('bad-record'), 'its records do not show the command of the host that most show'),
        );
  }

  /** What watches the headers without deciding anything. */
  #observe(header: Header, decision: ReturnType<typeof decide>): void {
    const { commandShare, blockedOn, reorder, faults } = this.#parts;
    commandShare.see(header.records);
    blockedOn.see(decision, header);
    if (decision.kind !== 'reorder-ring') reorder.see(header);
    faults.withheld(header, (this.state?.step ?? 0) + 1);
    this.emit('decision', { round: header.round, decision });
  }

  #enter(activity: Activity): void {
    this.status.activity = activity;
    this.emit('change', undefined);
  }
}
