// One replica as its peers see it: links, hello, membership and commands around the trainer. It creates the ring or asks
// to be admitted, and lives in one view after another. It answers a failure with a new view or by going outside.
// Invariant: the trainer lives in the installed view or not at all.
// Over 400 lines: it only joins parts that have files of their own, and who hears of what is read in one place.
import { doing } from '../context/phase';
import { say, type Saying } from '../../base/sayings';
import { Emitter } from '../../base/emitter';
import { FlightRecorder } from '../../base/flight-recorder';
import { prng } from '../../base/prng';
import type { MemberId } from '../../membership/view';
import { FrameLog } from '../../net/frame/frame-log';
import type { RefusingDoor } from '../../net/room/room-messages';
import type { Link } from '../../net/link/link';
import { ViewNotices } from './view-notices';
import { EdgeEmulation } from './edge-emulation';
import { EdgeProbes } from './edge-probes';
import { FailedAttempt } from './failed-attempt';
import { HeldCommands } from '../commands/held-commands';
import { Hellos } from '../peers/hellos';
import type { Hello } from '../peers/hello';
import { commandArrived } from '../commands/command-meaning';
import type { HostCommand } from '../commands/host-command';
import { Hub } from '../peers/hub';
import { Cooldown } from './cooldown';
import { Kicks } from './kicks';
import { LineageContact } from './lineage-contact';
import type { MemberScreen } from './member-screen';
import { LinkPolicy } from '../peers/link-policy';
import { Passes } from '../peers/passes';
import { sharedDevices } from '../peers/shared-devices';
import { MembershipDriver, type ViewSession } from '../peers/membership-driver';
import { localHello } from './local-hello';
import { MemberNames } from './member-names';
import { LoneTrials } from './lone-trials';
import { PeerFrames } from './peer-frames';
import type { Phase, ReplicaErrorCode } from '../context/phase';
import { recordFlight } from './record-flight';
import { Replica, type ForkCheckpoint } from '../participation/replica';
import { enterView, leaveView } from '../participation/participation';
import { mayEnter } from '../run/room-state';
import type { RunConfig } from '../run/run-config';
import type { RunState } from '../run/run-state';
import { RoomEnd } from './room-end';
import { SeekAdmission } from './seek-admission';
import { DataShare } from '../share/data-share';
import type { StepRecord } from '../metrics/step-record';
import { SignalRelay } from '../peers/signal-relay';
import { Timeline } from '../timeline/timeline';
import { Trainer } from '../loop/trainer';
import type { Notice } from '../context/trainer-deps';
import type { TrainerOptions } from '../context/trainer-options';
import { trainingPhase } from './training-phase';

/** A hello that says only which command was applied waits for the next ones. */
const appliedLaterMs = 500;

export interface RingMemberEvents {
  readonly change: undefined;
  readonly step: StepRecord;
  readonly notice: Notice;
  /** It is out of a lineage in which it trained: what it holds is kept (J8). */
  readonly fork: ForkCheckpoint;
  /** The owner of the connections should drop this one, and may open it again. */
  readonly 'link-closed': { readonly peer: MemberId; readonly why: string };
}

export class RingMember extends Emitter<RingMemberEvents> {
  readonly recorder: FlightRecorder;
  readonly hub: Hub;
  readonly commands: HeldCommands;
  readonly replica: Replica;
  readonly membership: MembershipDriver;
  readonly hellos: Hellos;
  readonly passes: Passes;
  readonly linkPolicy: LinkPolicy;
  readonly signals: SignalRelay;
  readonly trainer: Trainer;
  readonly share: DataShare;
  readonly timeline: Timeline;
  readonly names: MemberNames;
  readonly loneTrials: LoneTrials;
  /** Set while outside, and at the end; within a view the phase follows from the trainer. */
  #phaseOutside: Phase = { kind: 'starting', ...doing('finding-device') };
  #isOver = false;
  #viewChanges = 0;
  /** Of the last view. */
  #lineage = '';
  #lastRoom: RunState['room'];
  #lastApplied: number | undefined;
  #appliedIsDue = false;
  #saidPercent: number | undefined;
  readonly #end = new AbortController();
  readonly #kicks: Kicks;
  readonly #viewNotices: ViewNotices;
  readonly #admission: SeekAdmission;
  readonly #failures: FailedAttempt;
  readonly #frames: PeerFrames;
  readonly #probes: EdgeProbes;
  readonly #emulation: EdgeEmulation;
  readonly #lineages: LineageContact;
  readonly #cooldown: Cooldown;
  readonly #roomEnd: RoomEnd;

  constructor(readonly options: TrainerOptions) {
    super();
    const { self, clock, room, seed, random } = options;
    this.recorder = new FlightRecorder(() => clock.now());
    this.hub = new Hub(clock, new FrameLog(() => clock.now()));
    this.commands = new HeldCommands(room.hostPublicKey, room.code, options.olderCommands);
    this.replica = new Replica(self, options);
    this.membership = new MembershipDriver(self, this.hub, clock, seed, random);
    this.passes = new Passes(room.code);
    this.passes.note(self, options.pass);
    this.hellos = new Hellos(this.hub, () =>
      localHello(
        ...([options, this.names.announced, this.passes, this.replica] as const),
        ...([this.trainer, this.membership] as const),
        ...([this.#admission.wantsIn, this.share.fetchedPercent] as const),
      ),
    );
    this.names = new MemberNames({
      ...{ self, typed: options.name },
      view: () => this.membership.view,
      state: () => this.state,
      linked: () => this.hub.peers(),
      hello: (peer) => this.hellos.of(peer),
      follows: () => this.replica.followed !== undefined,
      rings: (among) => this.hellos.rings(among),
      isSameGuest: (a, b) => {
        const pass = this.passes.of(a);
        return pass !== undefined && pass === this.passes.of(b);
      },
      changed: () => {
        if (!this.#isOver) this.hellos.sendToAll();
      },
    });
    this.signals = new SignalRelay(self, this.hub, clock);
    this.trainer = new Trainer(
      {
        self,
        clock,
        // Membership must be able to send it its view. A link that opened long ago may be dead: a peer that wakes from
        // sleep is admitted once it is heard again.
        candidates: () =>
          this.linkPolicy
            .first(this.hellos.candidates(this.membership.view))
            .filter(
              (peer) => this.membership.hears(peer) && !this.#cooldown.has(peer) && this.mayEnter(peer),
            ),
        requestView: (add, remove) => this.#requestView(add, remove),
        reorderRing: (order) => {
          this.membership.input({ kind: 'may-reorder' });
          if (order) this.membership.input({ kind: 'reorder-ring', order });
        },
        isBroken: (a, b) => this.membership.isBroken(a, b),
        nameOf: (member) => this.nameOf(member),
        lastRun: () => this.hellos.lastRun(this.membership.view?.lineage ?? ''),
        isHeard: (member) => this.hub.has(member) && this.membership.links.livenessOf(member) === 'live',
        givesData: () => this.share.givesAll,
        whileIdle: (signal) => this.loneTrials.whileIdle(signal),
      },
      this.hub,
      this.replica,
      this.commands,
    );
    const { hub, membership: members, replica, trainer, hellos, commands, recorder } = this;
    const { device } = replica;
    const parts = { self, clock, hub, members, hellos, commands, trainer, replica, device, recorder };
    const screen: MemberScreen = {
      nameOf: (member) => this.nameOf(member),
      notify: (level, text, says) => this.#notice(level, text, says),
      enter: (phase) => this.#enter(phase),
      fail: (code, message, says) => this.#fail(code, message, says),
    };
    this.share = new DataShare({
      ...{ self, hub, clock, nameOf: screen.nameOf },
      ring: () => members.view && { members: members.view.members, givers: this.#givers() },
      room: { ...room, host: () => this.state?.room?.host },
      random: prng('share', self, seed),
      isTraining: () => this.phase.kind === 'training',
      isWelcome: (peer) => !this.#kicks.has(peer) && this.isWelcome(peer),
      warn: (text, says) => this.#notice('warning', text, says),
    });
    this.timeline = new Timeline({
      ...{ self, clock, hub, accounts: () => trainer.accounts },
      isMember: (peer) => this.#mayHear(peer),
      view: () => members.view,
    });
    this.linkPolicy = new LinkPolicy({
      ...{ self, clock, hub, hellos },
      view: () => members.view,
      mayClose: () => !trainer.catchUp && replica.frozen.length === 0 && !this.share.isBusy,
      sources: () => this.share.sources,
    });
    this.#probes = new EdgeProbes({
      ...{ self, clock, hub },
      view: () => members.view,
      activity: () => trainer.activity,
      isFetching: () => trainer.catchUp !== undefined || replica.frozen.length > 0,
    });
    this.#emulation = new EdgeEmulation(self, hub, () => this.state);
    this.#kicks = new Kicks(self, () => this.state);
    this.#roomEnd = new RoomEnd(clock, {
      isEnded: () => this.state?.room?.isEnded === true,
      isInView: () => members.view !== undefined,
      leave: (why, says) => this.#leave(why, says),
    });
    this.#viewNotices = new ViewNotices({ ...screen, self, removedBy: (member) => this.#kicks.by(member) });
    this.#lineages = new LineageContact(clock, members, hellos, replica, screen, () => this.#wakeAll());
    this.#cooldown = new Cooldown(clock, () => this.#wakeAll());
    this.loneTrials = new LoneTrials(this.replica, this.recorder, options, () =>
      this.emit('change', undefined),
    );
    this.#admission = new SeekAdmission(parts, screen, this.#end.signal, this.#roomEnd, (config, signal) =>
      this.loneTrials.beforeAsking(config, signal, () =>
        screen.enter({ kind: 'starting', ...doing('measuring-speed') }),
      ),
    );
    this.#failures = new FailedAttempt(parts, screen, {
      stuck: (stuck) => this.#cooldown.start(stuck.filter((member) => member !== self)),
      isOver: () => this.#isOver,
    });
    this.#frames = new PeerFrames(parts, screen, {
      hello: (from, hello, hadRing) => this.#receiveHello(from, hello, hadRing),
      command: (command, isNews) => this.#receiveCommand(command, isNews),
      mayHear: (peer) => this.#mayHear(peer),
    });
    this.#listen();
    recordFlight(this, recorder);
  }

  /** Runs until the replica has left or failed; never rejects. */
  async run(): Promise<void> {
    try {
      while (!this.#isOver) {
        const { session } = this.membership;
        if (session) await this.#liveIn(session);
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

  /** Creates the ring with this configuration, unless a ring is in sight once the run is prepared. */
  createRing(config: RunConfig): void {
    this.#admission.createRing(config);
    this.#wakeAll();
  }

  /** A command signed on this device. It is passed on to every peer. */
  submit(envelope: unknown): void {
    this.#frames.takeCommand(this.options.self, envelope);
  }

  /** The person answers the host's question (H16). */
  answer(question: number, value: number): void {
    this.trainer.answer(question, value);
  }

  /** The person may have given the file that `prepare` missed. */
  prepareAgain(): void {
    this.#admission.wake();
  }

  /** It left or failed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get viewChanges(): number {
    return this.#viewChanges;
  }

  /** What screens call it (H12). */
  nameOf(member: MemberId): string {
    return this.names.of(member);
  }

  /** The host says that its door shuts this replica out (R21). */
  atDoor(door: RefusingDoor): void {
    if (this.#isOver || this.membership.view) return;
    if (door === 'refused') this.#fail('not-let-in', ...say('refused-at-door'));
    else if (door !== 'unknown') this.#admission.atDoor(door);
  }

  /** H14: as far as this replica knows, its door does not shut this one out. */
  mayEnter(replica: MemberId): boolean {
    return mayEnter(this.state?.room, () => this.passes.of(replica));
  }

  /** It is in the ring, or may enter. */
  isWelcome(replica: MemberId): boolean {
    return this.membership.view?.members.includes(replica) === true || this.mayEnter(replica);
  }

  /** It is in the view, and was not removed for good (J8): what the ring holds is given to no other. */
  #mayHear(peer: MemberId): boolean {
    return this.membership.view?.members.includes(peer) === true && !this.#kicks.has(peer);
  }

  /** By the latest decisions that it knows. */
  get state(): RunState | undefined {
    return this.trainer.state ?? this.replica.held?.state;
  }

  get phase(): Phase {
    if (this.#isOver || !this.membership.view) return this.#phaseOutside;
    const { phase } = this.membership;
    const names = (members: readonly MemberId[]): string[] => members.map((member) => this.nameOf(member));
    if (phase.kind === 'no-quorum') return { kind: 'no-quorum', why: phase.reason, sinceMs: phase.sinceMs };
    if (phase.kind === 'regrouping')
      return { kind: 'regrouping', lost: names(phase.gone), sinceMs: phase.sinceMs };
    return trainingPhase({
      trainer: this.trainer,
      state: this.state,
      self: this.options.self,
      nowMs: this.options.clock.now(),
      nameOf: (member) => this.nameOf(member),
    });
  }

  /** Says goodbye and ends. */
  leave(): void {
    if (this.#isOver) return;
    this.membership.leave();
    this.#finish({ kind: 'left' }, 'the replica left');
  }

  #leave(why: string, says: Saying): void {
    if (this.#isOver) return;
    this.membership.leave();
    this.#finish({ kind: 'left', why, says }, why);
  }

  async #liveIn({ view, signal }: ViewSession): Promise<void> {
    this.#frames.unpark(view);
    const failure = await this.trainer.live(view, signal);
    if (failure && !this.#isOver) await this.#failures.answer(failure, { view, signal });
  }

  #listen(): void {
    const { hub, membership: members, trainer } = this;
    trainer.on('change', () => {
      this.#emulation.look();
      this.#roomEnd.look();
      this.#lookAtRoom();
      this.names.look();
      this.share.tellGivers();
      this.emit('change', undefined);
    });
    trainer.on('step', (record) => {
      this.#failures.committed();
      this.replica.committed(record.lineage, record);
      this.emit('step', record);
    });
    trainer.on('run', () => this.hellos.sendToAll());
    trainer.on('engine', () => this.hellos.sendToAll());
    trainer.on('notice', (notice) => this.emit('notice', notice));
    this.share.on('change', () => {
      const { fetchedPercent } = this.share;
      if (fetchedPercent === this.#saidPercent) return;
      this.#saidPercent = fetchedPercent;
      this.hellos.sendToAll();
    });
    hub.on('opened', ({ peer }) => {
      this.#emulation.opened(peer);
      for (const envelope of this.commands.envelopes) hub.sendJson(peer, 'command', envelope);
      this.trainer.router.opened(peer);
      this.trainer.linkOpened(peer);
      this.emit('change', undefined);
    });
    hub.on('flooded', ({ peer }) => this.#notice('warning', ...say('floods', this.nameOf(peer))));
    hub.on('closed', ({ peer, reason }) => {
      this.trainer.linkClosed(peer);
      this.#nameSponsors();
      this.names.peersChanged();
      this.emit('link-closed', { peer, why: reason.message });
      // Of a link that a large ring does not need there is nothing to decide.
      const isMember = this.membership.view?.members.includes(peer) ?? false;
      if (isMember && !this.linkPolicy.wants(peer)) this.emit('change', undefined);
      else this.#wakeAll();
    });
    members.on('installed', (view) => {
      this.#viewChanges++;
      this.#lineage = view.lineage;
      this.#lineages.installed(view);
      this.replica.become(enterView(this.replica.participation));
      this.#admission.admitted();
      this.names.look();
      this.hellos.sendToAll();
      this.linkPolicy.look();
      this.#endIfKickedAlone();
      this.#wakeAll();
    });
    members.on('view-change', (change) => this.#viewNotices.installed(change));
    members.on('outside', ({ why, says, without }) => {
      if (this.#isOver) return;
      if (this.#kicks.has(this.options.self)) return this.#failRemoved();
      const { participation } = this.replica;
      if (participation.kind === 'catching-up') participation.catchUp.stop(why);
      this.#keepTrained();
      this.replica.become(leaveView(participation));
      this.commands.leave();
      const names = without?.members.map((one) => this.nameOf(one)).join(', ') ?? '';
      this.#notice(
        'warning',
        ...(without ? say('went-on-without-this', without.generation, names) : ([why, says] as const)),
      );
      this.#nameSponsors();
      this.names.look();
      this.hellos.sendToAll();
      this.linkPolicy.look();
      this.#wakeAll();
    });
    members.on('contact', ({ peer }) => {
      this.hellos.sendToAll(); // the examples trained on change with every step
      this.#lineages.compare(peer);
    });
    members.on('offence', ({ peer, what }) => this.#notice('warning', ...say(what, this.nameOf(peer))));
    members.on('phase', () => this.emit('change', undefined));
    members.on('stepped', ({ input }) => {
      if (input.kind === 'heard') this.trainer.wake();
    });
    members.on('liveness', ({ peer }) => {
      this.trainer.linkChanged(peer);
      this.#admission.wake();
    });
  }

  /** Groups of members and linked peers that run in one browser (H18). */
  get devices(): readonly (readonly MemberId[])[] {
    const { self, beside } = this.options;
    const ids = new Set([self, ...(this.membership.view?.members ?? []), ...this.hub.peers()]);
    return sharedDevices([...ids], self, (id) =>
      id === self ? (beside?.() ?? []) : (this.hellos.of(id)?.beside ?? []),
    );
  }

  /** Other replicas share this browser than at the last hello. */
  besideChanged(): void {
    if (this.#isOver) return;
    this.hellos.sendToAll();
    this.emit('change', undefined);
  }

  /** By the last header. */
  #givers(): MemberId[] {
    return [...this.trainer.records].flatMap(([member, { givesData }]) => (givesData ? [member] : []));
  }

  /** Linked peers learn of a door that opens or shuts (H14), and which commands are old (H28). */
  #lookAtRoom(): void {
    const { room, appliedCommand } = this.state ?? {};
    if (appliedCommand !== this.#lastApplied) this.#sayApplied(this.#lastApplied === undefined);
    this.#lastApplied = appliedCommand;
    if (room === this.#lastRoom) return;
    this.#lastRoom = room;
    this.hellos.sendToAll();
    this.share.look();
  }

  /** Commands may come in a row: their hellos would use up the budget of hellos (L19). */
  #sayApplied(isFirst: boolean): void {
    if (isFirst) return this.hellos.sendToAll();
    if (this.#appliedIsDue) return;
    this.#appliedIsDue = true;
    this.options.clock.after(appliedLaterMs, () => {
      this.#appliedIsDue = false;
      if (!this.#isOver) this.hellos.sendToAll();
    });
  }

  #receiveHello(from: MemberId, hello: Hello, hadRing: boolean): void {
    this.passes.note(from, hello.pass);
    this.names.peersChanged();
    this.#nameSponsors();
    this.membership.look();
    this.linkPolicy.look();
    // The ring does not wait for a member that went outside by itself: its tab needs a file, for example.
    if (hadRing && !hello.ring && this.membership.view?.members.includes(from))
      this.membership.input({ kind: 'kick', peers: [from] });
    this.#lineages.compare(from);
    this.#wakeAll();
  }

  /** M15: whose word a replica outside takes for its view. */
  #nameSponsors(): void {
    if (!this.membership.view) this.membership.input({ kind: 'sponsors', peers: this.hellos.sponsors() });
  }

  #receiveCommand(command: HostCommand, isNews: boolean): void {
    if (isNews) this.#commandArrived(command);
    this.trainer.wake();
  }

  #commandArrived(command: HostCommand): void {
    commandArrived(command, {
      goOnWith: (input) => this.membership.input(input),
      removed: (peer) => {
        this.#kicks.note(peer);
        this.#endIfKickedAlone();
        // At once, so that a member which stalls the headers is removed all the same (M20).
        this.membership.input({ kind: 'kick', peers: [peer], isForGood: true });
      },
      letIn: (peer) => {
        this.#kicks.forgive(peer);
        this.membership.input({ kind: 'forgive', peers: [peer] });
      },
      unplugged: (peer) => {
        if (peer === this.options.self) this.#unplug();
      },
      ended: () => this.#roomEnd.told(),
    });
  }

  #endIfKickedAlone(): void {
    if (!this.#isOver && this.#kicks.isAlone(this.membership.view)) this.#failRemoved();
  }

  #failRemoved(): void {
    const { code, message, says } = this.#kicks.why;
    // A device that waits at a shut door was never in the ring.
    if (code === 'kicked' && this.#viewChanges === 0 && this.hellos.doorAgainst(this.options.self))
      return this.#fail('not-let-in', ...say('refused-at-door'));
    this.#fail(code, message, says);
  }

  /** H8a. Two have no quorum without each other, so the one of two says goodbye. */
  #unplug(): void {
    if (this.#isOver) return;
    this.#keepTrained();
    if ((this.membership.view?.members.length ?? 0) <= 2) this.membership.leave();
    const [message, says] = say('unplugged-by-host');
    this.#finish({ kind: 'failed', error: { code: 'unplugged', message, says } }, message);
  }

  #requestView(add: readonly MemberId[], remove: readonly MemberId[]): void {
    if (add.length > 0) this.membership.input({ kind: 'admit', peers: add });
    if (remove.length > 0) this.membership.input({ kind: 'kick', peers: remove });
  }

  /** Something a waiting newcomer or an idle ring should look at. */
  #wakeAll(): void {
    this.#admission.wake();
    this.trainer.wake();
    this.emit('change', undefined);
  }

  #enter(phase: Phase): void {
    if (this.#isOver) return;
    this.#phaseOutside = phase;
    this.emit('change', undefined);
  }

  #fail(code: ReplicaErrorCode, message: string, says?: Saying): void {
    if (this.#isOver) return;
    this.#keepTrained();
    this.membership.leave();
    this.#notice('error', message, says);
    this.#finish({ kind: 'failed', error: { code, message, ...(says && { says }) } }, message);
  }

  /** This replica leaves the lineage of its last view, and not by its person's wish (J8). */
  #keepTrained(): void {
    const before = this.replica.forkCheckpoint;
    const kept = this.replica.keepForkCheckpoint(this.#lineage);
    if (!kept) return;
    const { step, examples } = kept.held.state;
    const isOther = before && before !== this.replica.forkCheckpoint && before.lineage !== kept.lineage;
    this.#notice('info', ...say('fork-kept', kept.lineage, step, examples, isOther ? before.lineage : ''));
    this.emit('fork', kept);
  }

  #finish(phase: Phase, why: string): void {
    this.#isOver = true;
    this.#phaseOutside = phase;
    this.#end.abort(new Error(why));
    this.linkPolicy.end();
    this.#probes.end();
    this.#roomEnd.stop();
    this.share.end(why);
    this.timeline.end();
    this.hub.close(why);
    this.replica.device.destroy();
    this.emit('change', undefined);
  }

  #notice(level: Notice['level'], text: string, says?: Saying): void {
    this.emit('notice', { level, text, says });
  }
}
