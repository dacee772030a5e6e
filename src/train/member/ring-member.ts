// One replica as its peers see it: links, hello, membership and commands around the trainer. It founds the ring or
// asks to be admitted, lives in one view after another, and answers every failure with a new view, with healing, or
// by leaving. Invariant: the trainer lives in the installed view or not at all.
import { Emitter } from '../../base/emitter';
import { FlightRecorder } from '../../base/flight-recorder';
import { groupDigits } from '../../base/group-digits';
import type { MemberId } from '../../membership/view';
import { FrameLog } from '../../net/frame/frame-log';
import type { Link } from '../../net/link/link';
import { CompanyNotices } from './view-notices';
import { EdgeProbes } from './edge-probes';
import { FailedAttempt } from './failed-attempt';
import { HeldCommands } from '../commands/held-commands';
import { Hellos } from '../peers/hellos';
import type { Hello } from '../peers/hello';
import type { HostCommand } from '../commands/host-command';
import { Hub } from '../peers/hub';
import { Kicks } from './kicks';
import { LinkKeeper } from '../peers/link-policy';
import { MemberView, type Residence } from '../peers/membership-driver';
import { ownHello } from './local-hello';
import { PeerFrames } from './peer-frames';
import type { Phase, ReplicaErrorCode } from '../context/phase';
import { recordFlight } from './record-flight';
import { ReplicaState } from '../state/replica-state';
import type { RunConfig } from '../run/run-config';
import { SeekAdmission } from './seek-admission';
import type { StepRecord } from '../metrics/step-record';
import { SignalRelay } from '../peers/signal-relay';
import { Trainer } from '../loop/trainer';
import type { Notice } from '../context/trainer-deps';
import type { TrainerOptions } from '../context/trainer-options';
import { trainingPhase } from './training-phase';

export interface RingMemberEvents {
  readonly change: undefined;
  readonly step: StepRecord;
  readonly notice: Notice;
  /** Whoever owns connections should drop this one; it may try again. */
  readonly 'link-closed': { readonly peer: MemberId; readonly why: string };
}

const shunnedMs = 120_000;

export class RingMember extends Emitter<RingMemberEvents> {
  readonly recorder: FlightRecorder;
  readonly hub: Hub;
  readonly commands: HeldCommands;
  readonly replica: ReplicaState;
  readonly members: MemberView;
  readonly hellos: Hellos;
  readonly keeper: LinkKeeper;
  readonly signals: SignalRelay;
  readonly trainer: Trainer;
  /** Set while outside, and at the end; within a view the phase follows from the trainer. */
  #own: Phase = { kind: 'starting', doing: 'finding the device' };
  #isOver = false;
  #viewChanges = 0;
  readonly #end = new AbortController();
  readonly #names = new Map<MemberId, string>();
  /** Removed for making no progress while all waited: not admitted again at once, or all would wait for ever. */
  readonly #shunned = new Set<MemberId>();
  readonly #kicks: Kicks;
  readonly #company: CompanyNotices;
  readonly #admission: SeekAdmission;
  readonly #failures: FailedAttempt;
  readonly #frames: PeerFrames;
  readonly #probes: EdgeProbes;

  constructor(readonly options: TrainerOptions) {
    super();
    const { self, clock, room, seed, random } = options;
    this.recorder = new FlightRecorder(() => clock.now());
    this.hub = new Hub(clock, new FrameLog(() => clock.now()));
    this.commands = new HeldCommands(room.hostPublicKey, room.code);
    this.replica = new ReplicaState(self, options);
    this.members = new MemberView(self, this.hub, clock, seed, random);
    this.hellos = new Hellos(this.hub, () =>
      ownHello(options.name, this.replica, this.trainer, this.members, this.#admission.wantsIn),
    );
    this.signals = new SignalRelay(self, this.hub, clock);
    this.trainer = new Trainer(
      {
        self,
        clock,
        // Membership must be able to tell it of its view; and a link that opened long ago may be dead: one that wakes
        // from a sleep is admitted when it is heard again.
        candidates: () =>
          this.keeper
            .first(this.hellos.candidates(this.members.view))
            .filter((peer) => this.members.hears(peer) && !this.#shunned.has(peer)),
        requestView: (add, remove) => this.#requestView(add, remove),
        orderRing: (order) => this.members.input({ kind: 'order-ring', order }),
        isBroken: (a, b) => this.members.isBroken(a, b),
        nameOf: (member) => this.nameOf(member),
        lastRun: () => this.hellos.lastRun(this.members.view?.lineage ?? ''),
        isHeard: (member) => this.hub.has(member) && this.members.links.livenessOf(member) === 'live',
      },
      this.hub,
      this.replica,
      this.commands,
    );
    const { hub, members, replica, trainer, hellos, commands, recorder } = this;
    const parts = {
      ...{ options, clock, hub, members, replica, trainer, hellos, commands, recorder },
      nameOf: (member: MemberId) => this.nameOf(member),
      tell: (level: Notice['level'], text: string) => this.#notice(level, text),
      enter: (phase: Phase) => this.#enter(phase),
      fail: (code: ReplicaErrorCode, message: string) => this.#fail(code, message),
    };
    this.keeper = new LinkKeeper({
      ...{ self, clock, hub, hellos },
      view: () => members.view,
      mayClose: () => !trainer.ride && replica.frozen.length === 0,
    });
    this.#probes = new EdgeProbes({
      ...{ self, clock, hub },
      view: () => members.view,
      activity: () => trainer.activity,
      isFetching: () => trainer.ride !== undefined || replica.frozen.length > 0,
    });
    this.#kicks = new Kicks(self, () => trainer.state ?? replica.holding?.state);
    this.#company = new CompanyNotices({
      ...parts,
      self,
      removedBy: (member) => this.#kicks.by(member),
    });
    this.#admission = new SeekAdmission({
      ...parts,
      self,
      end: this.#end.signal,
      onFounded: (why) => this.#notice('info', why),
    });
    this.#failures = new FailedAttempt({
      ...parts,
      onStuck: (stuck) => this.#shun(stuck),
      isOver: () => this.#isOver,
    });
    this.#frames = new PeerFrames({
      ...parts,
      onHello: (from, hello, hadRing) => this.#heardHello(from, hello, hadRing),
      onCommand: (command) => this.#heardCommand(command),
    });
    this.#listen();
    recordFlight(this, recorder);
  }

  /** Runs until the replica has left or failed; never rejects. */
  async run(): Promise<void> {
    try {
      while (!this.#isOver) {
        const { residence } = this.members;
        if (residence) await this.#liveIn(residence);
        else await this.#admission.run();
      }
    } catch (error) {
      if (!this.#isOver)
        this.#fail('bug', error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }

  addLink(peer: MemberId, link: Link): void {
    if (this.#isOver) link.close('the replica has ended');
    else this.hub.add(peer, link);
  }

  /** Begins the ring with this configuration, unless a ring is in sight by the time it is prepared. */
  found(config: RunConfig): void {
    this.#admission.found(config);
    this.#stir();
  }

  /** A command signed on this device; passed on to every peer. */
  order(envelope: unknown): void {
    this.#frames.takeCommand(this.options.self, envelope);
  }

  /** What the user did may have mended what `prepare` missed. */
  prepareAgain(): void {
    this.#admission.stir();
  }

  get viewChanges(): number {
    return this.#viewChanges;
  }

  nameOf(member: MemberId): string {
    return member === this.options.self ? this.options.name : (this.hellos.of(member)?.name ?? this.#names.get(member) ?? member.slice(0, 6)); // prettier-ignore
  }

  get phase(): Phase {
    if (this.#isOver || !this.members.view) return this.#own;
    const { phase } = this.members;
    const names = (members: readonly MemberId[]): string[] => members.map((member) => this.nameOf(member));
    if (phase.kind === 'no-quorum') return { kind: 'no-quorum', why: phase.reason, sinceMs: phase.sinceMs };
    if (phase.kind === 'regrouping')
      return { kind: 'regrouping', lost: names(phase.gone), sinceMs: phase.sinceMs };
    return trainingPhase({
      trainer: this.trainer,
      state: this.trainer.state ?? this.replica.holding?.state,
      self: this.options.self,
      nowMs: this.options.clock.now(),
      nameOf: (member) => this.nameOf(member),
    });
  }

  /** Says goodbye and ends. */
  leave(): void {
    if (this.#isOver) return;
    this.members.leave();
    this.#finish({ kind: 'left' }, 'the replica left');
  }

  async #liveIn({ view, signal }: Residence): Promise<void> {
    this.#frames.unpark(view);
    try {
      await this.trainer.live(view, signal);
    } catch (error) {
      if (this.#isOver || signal.aborted) return;
      this.trainer.counters.retries++;
      await this.#failures.answer(error, { view, signal });
    }
  }

  #listen(): void {
    const { hub, members, trainer } = this;
    trainer.on('change', () => this.emit('change', undefined));
    trainer.on('step', (record) => {
      this.#failures.committed();
      this.emit('step', record);
    });
    trainer.on('run', () => this.hellos.tell());
    trainer.on('engine', () => this.hellos.tell());
    trainer.on('notice', (notice) => this.emit('notice', notice));
    hub.on('opened', ({ peer }) => {
      for (const envelope of this.commands.envelopes) hub.sendJson(peer, 'command', envelope);
      this.trainer.router.opened(peer);
      this.trainer.linkChanged(peer);
      this.emit('change', undefined);
    });
    hub.on('closed', ({ peer, reason }) => {
      this.trainer.linkClosed(peer);
      this.emit('link-closed', { peer, why: reason.message });
      this.#stir();
    });
    members.on('installed', (view) => {
      this.#viewChanges++;
      this.#admission.wantsIn = false;
      for (const member of view.members) this.#names.set(member, this.nameOf(member));
      this.hellos.tell();
      this.keeper.look();
      this.#endIfKickedAlone();
      this.#stir();
    });
    members.on('company', (change) => this.#company.installed(change));
    members.on('outside', ({ why }) => {
      if (this.#isOver) return;
      if (this.#kicks.has(this.options.self)) return this.#failRemoved();
      this.replica.isVisitor = true;
      this.trainer.endRide(why);
      this.#notice('warning', why);
      this.hellos.tell();
      this.keeper.look();
      this.#stir();
    });
    members.on('contact', ({ peer }) => {
      this.hellos.tell(); // how many examples each has trained on changes with every step
      this.#meetLineage(peer);
    });
    members.on('phase', () => this.emit('change', undefined));
    members.on('stepped', ({ input }) => {
      if (input.kind === 'heard') this.trainer.wake();
    });
    members.on('liveness', ({ peer }) => {
      this.trainer.linkChanged(peer);
      this.#admission.stir();
    });
  }

  #heardHello(from: MemberId, hello: Hello, hadRing: boolean): void {
    this.#names.set(from, hello.name);
    this.members.look();
    this.keeper.look();
    // A member that went outside by itself (its tab needs a file, say) is not waited for.
    if (hadRing && !hello.ring && this.members.view?.members.includes(from))
      this.members.input({ kind: 'kick', peers: [from] });
    this.#meetLineage(from);
    this.#stir();
  }

  #heardCommand(command: HostCommand): void {
    if (command.kind === 'go-on-with') this.members.input(command);
    if (command.kind === 'kick') {
      this.#kicks.note(command.peer);
      this.#endIfKickedAlone();
    }
    if (command.kind === 'let-in') this.#kicks.forgive(command.peer);
    this.trainer.wake();
  }

  #endIfKickedAlone(): void {
    if (!this.#isOver && this.#kicks.isAlone(this.members.view)) this.#failRemoved();
  }

  #failRemoved(): void {
    const { code, message } = this.#kicks.why;
    this.#fail(code, message);
  }

  /** Two lineages never merge: the one with more committed examples stays; tie: the smaller name (S4). */
  #meetLineage(peer: MemberId): void {
    const { view } = this.members;
    const theirs = this.hellos.of(peer)?.ring;
    const mine = this.trainer.state?.examples ?? 0;
    if (!view || !theirs || theirs.lineage === view.lineage) return;
    const isTheirs = theirs.examples > mine || (theirs.examples === mine && theirs.lineage < view.lineage);
    if (!isTheirs) return;
    this.#setAside(view.lineage);
    this.members.goOutside(`${this.nameOf(peer)}’s ring has trained on more examples: joining it`);
  }

  #setAside(lineage: string): void {
    const before = this.replica.aside;
    const aside = this.replica.setAside(lineage);
    if (!aside) return;
    const { step, examples } = aside.holding.state;
    const replaced = before ? `; it takes the place of the one of lineage ${before.lineage}` : '';
    this.#notice(
      'info',
      `set aside a checkpoint of lineage ${lineage}: step ${groupDigits(step)}, ${groupDigits(examples)} examples${replaced}`,
    );
  }

  #shun(stuck: readonly MemberId[]): void {
    const others = stuck.filter((member) => member !== this.options.self);
    for (const member of others) this.#shunned.add(member);
    this.options.clock.after(shunnedMs, () => {
      for (const member of others) this.#shunned.delete(member);
      this.#stir();
    });
  }

  #requestView(add: readonly MemberId[], remove: readonly MemberId[]): void {
    if (add.length > 0) this.members.input({ kind: 'admit', peers: add });
    if (remove.length > 0) this.members.input({ kind: 'kick', peers: remove });
  }

  /** Something a waiting newcomer or an idle ring should look at. */
  #stir(): void {
    this.#admission.stir();
    this.trainer.wake();
    this.emit('change', undefined);
  }

  #enter(phase: Phase): void {
    this.#own = phase;
    this.emit('change', undefined);
  }

  #fail(code: ReplicaErrorCode, message: string): void {
    this.members.leave();
    this.#notice('error', message);
    this.#finish({ kind: 'failed', error: { code, message } }, message);
  }

  #finish(phase: Phase, why: string): void {
    this.#isOver = true;
    this.#own = phase;
    this.#end.abort(new Error(why));
    this.keeper.end();
    this.#probes.end();
    this.hub.close(why);
    this.replica.destroy();
    this.emit('change', undefined);
  }

  #notice(level: Notice['level'], text: string): void {
    this.emit('notice', { level, text });
  }
}
