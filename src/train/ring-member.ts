// One replica as its peers see it: links, hello, membership and commands around the trainer. It founds the ring or
// asks to be admitted, lives in one view after another, and answers every failure with a new view, with healing, or
// by leaving. Invariant: the trainer lives in the installed view or not at all.
// Over 400 lines because every frame type and every failure has its one answer here, and they share the same state.
import * as v from 'valibot';
import { DeadlineError, waitFor } from '../base/deadline';
import { Emitter } from '../base/emitter';
import { FlightRecorder, type FlightFields } from '../base/flight-recorder';
import { readRecordFrame } from '../collectives/record-frame';
import { RefusedError } from '../collectives/ring-all-reduce';
import { readReduceFrame } from '../collectives/reduce-frame';
import { predecessorOf, rankOf, successorOf, type MemberId, type View } from '../membership/view';
import { EngineError } from '../model/engine';
import { FrameLog } from '../net/frame-log';
import { LinkClosedError, type Link } from '../net/link';
import { donate, stateRequest } from './heal-donor';
import { HealError } from './heal-manifest';
import { CommandLimit } from './command-limit';
import { HeldCommands } from './held-commands';
import { Hellos } from './hellos';
import { protocolVersion, type Hello } from './hello';
import { Hub, jsonOf, type Arrived } from './hub';
import { MemberView, type Residence } from './member-view';
import { ParkedRecords } from './parked-records';
import type { Phase, ReplicaErrorCode } from './phase';
import { recordFlight } from './record-flight';
import { WithheldError } from './reduce-step';
import { ReplicaState } from './replica-state';
import { hashConfig, type RunConfig } from './run-config';
import type { StepRecord } from './step-record';
import { SignalRelay } from './signal-relay';
import { Trainer } from './trainer';
import { PrepareError, type TrainerOptions } from './trainer-options';
import { trainingPhase } from './training-phase';
import { Wake } from './wake';

export interface RingMemberEvents {
  readonly change: undefined;
  readonly step: StepRecord;
  readonly notice: { readonly level: 'info' | 'good' | 'warning' | 'error'; readonly text: string };
  /** Whoever owns connections should drop this one; it may try again. */
  readonly 'link-closed': { readonly peer: MemberId; readonly why: string };
}

/** How long membership may take to notice what this replica ran into, before a new attempt is asked for. */
const noticeMs = 3_000;
const askAgainMs = 5_000;
const maxEngineFailures = 3;

export class RingMember extends Emitter<RingMemberEvents> {
  readonly recorder: FlightRecorder;
  readonly hub: Hub;
  readonly commands: HeldCommands;
  readonly replica: ReplicaState;
  readonly members: MemberView;
  readonly hellos: Hellos;
  readonly signals: SignalRelay;
  readonly trainer: Trainer;
  /** Set while outside, and at the end; within a view the phase follows from the trainer. */
  #own: Phase = { kind: 'starting', doing: 'finding the device' };
  #wantsIn = false;
  #founding: RunConfig | undefined;
  #isOver = false;
  readonly #commandLimit: CommandLimit;
  readonly #parked = new ParkedRecords();
  readonly #stirred = new Wake();
  readonly #end = new AbortController();
  /** By commands taken: a kick is never taken back. */
  readonly #kicked = new Set<MemberId>();
  #engineFailures = 0;
  #viewChanges = 0;

  constructor(readonly options: TrainerOptions) {
    super();
    const { self, clock, room, seed } = options;
    this.recorder = new FlightRecorder(() => clock.now());
    this.hub = new Hub(clock, new FrameLog(() => clock.now()));
    this.commands = new HeldCommands(room.hostPublicKey, room.code);
    this.#commandLimit = new CommandLimit(() => clock.now());
    this.replica = new ReplicaState(self, options);
    this.members = new MemberView(self, this.hub, clock, seed);
    this.hellos = new Hellos(this.hub, () => this.#hello());
    this.signals = new SignalRelay(self, this.hub, clock);
    this.trainer = new Trainer(
      {
        self,
        clock,
        // A link that opened long ago may be dead: one that wakes from a sleep is admitted when it is heard again.
        candidates: () =>
          this.hellos
            .candidates(this.members.view)
            .filter((peer) => this.members.links.livenessOf(peer) === 'live'),
        requestView: (add, remove) => this.#requestView(add, remove),
        nameOf: (member) => this.nameOf(member),
        isHeard: (member) => this.hub.has(member) && this.members.links.livenessOf(member) === 'live',
      },
      this.hub,
      this.replica,
      this.commands,
    );
    this.trainer.on('change', () => this.emit('change', undefined));
    this.trainer.on('step', (record) => {
      this.#engineFailures = 0;
      this.emit('step', record);
    });
    this.trainer.on('run', () => this.hellos.tell());
    this.trainer.on('notice', (notice) => this.emit('notice', notice));
    this.#listen();
    recordFlight(this, this.recorder);
  }

  /** Runs until the replica has left or failed; never rejects. */
  async run(): Promise<void> {
    try {
      while (!this.#isOver) {
        const { residence } = this.members;
        if (residence) await this.#liveIn(residence);
        else await this.#seekAdmission();
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
    this.#founding = config;
    this.#stir();
  }

  /** A command signed on this device; passed on to every peer. */
  order(envelope: unknown): void {
    this.#takeCommand(this.options.self, envelope);
  }

  /** What the user did may have mended what `prepare` missed. */
  prepareAgain(): void {
    this.#stirred.raise();
  }

  get viewChanges(): number {
    return this.#viewChanges;
  }

  nameOf(member: MemberId): string {
    return member === this.options.self ? this.options.name : (this.hellos.of(member)?.name ?? this.#names.get(member) ?? member.slice(0, 6)); // prettier-ignore
  }

  readonly #names = new Map<MemberId, string>();

  get phase(): Phase {
    if (this.#isOver || !this.members.view) return this.#own;
    const { phase } = this.members;
    const names = (members: readonly MemberId[]): string[] => members.map((member) => this.nameOf(member));
    if (phase.kind === 'no-quorum') return { kind: 'no-quorum', why: phase.reason, sinceMs: phase.sinceMs };
    if (phase.kind === 'regrouping')
      return { kind: 'regrouping', lost: names(phase.lost), sinceMs: phase.sinceMs };
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
    for (const { from, message } of this.#parked.take(view))
      queueMicrotask(() => this.trainer.takeRecord(from, message));
    try {
      await this.trainer.live(view, signal);
    } catch (error) {
      if (this.#isOver || signal.aborted) return;
      this.trainer.counters.retries++;
      await this.#answer(error, { view, signal });
    }
  }

  /** A failed attempt: everything ends in a new generation, or outside. */
  async #answer(error: unknown, { view, signal }: Residence): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    const name = error instanceof Error ? error.name : 'Error';
    this.recorder.note('attempt failed', { error: name, message, generation: view.generation });
    if (error instanceof PrepareError) {
      this.#own = error.phase;
      this.#notice('warning', message);
      return this.members.goOutside(message);
    }
    if (error instanceof EngineError) {
      this.#notice('warning', `the device failed: ${message}; starting it again`);
      if (++this.#engineFailures > maxEngineFailures) return this.#fail(engineCode(error), message);
      await this.replica.dropEngine();
    } else if (error instanceof HealError) {
      this.#notice('warning', `healing failed: ${message}`);
    } else if (error instanceof WithheldError || error instanceof RefusedError) {
      // Nobody was lost, and only this replica knows: it asks for the new attempt at once. All are told with the next header.
    } else {
      // Most likely a member was lost: membership is about to say so by itself. An edge that is back says it was not.
      const isMended = error instanceof LinkClosedError && (await this.#edgesOpen(view, signal));
      if (!isMended && (await this.#aborted(signal, noticeMs))) return;
      if (signal.aborted) return;
      this.#notice('warning', `step retried: ${message}`);
      if (error instanceof DeadlineError) {
        const stuck = this.trainer.stuckMembers();
        if (stuck.length > 0) this.members.input({ kind: 'kick', peers: stuck });
      }
    }
    do this.members.input({ kind: 'new-attempt', generation: view.generation });
    while (!this.#isOver && !(await this.#aborted(signal, askAgainMs)));
  }

  /** Waits until both edges of this replica in the ring are open; false when they are not in time. */
  async #edgesOpen(view: View, signal: AbortSignal): Promise<boolean> {
    const { clock, self } = this.options;
    const ends = [predecessorOf(view, self), successorOf(view, self)];
    const wait = waitFor<void>(clock, noticeMs, 'the edges of the ring', signal);
    const look = (): void => {
      if (ends.every((peer) => this.hub.link(peer))) wait.settle(); // one still opening keeps what is sent
    };
    const stop = this.hub.on('opened', look);
    look();
    return wait.promise.then(() => true, () => false).finally(stop); // prettier-ignore
  }

  async #aborted(signal: AbortSignal, withinMs: number): Promise<boolean> {
    await waitFor<never>(this.options.clock, withinMs, 'a new view', signal).promise.catch(() => undefined);
    return signal.aborted;
  }

  /** Outside: learn of a ring, prepare for its run, ask to be admitted, and wait until a view names this replica. */
  async #seekAdmission(): Promise<void> {
    const { clock } = this.options;
    const sinceMs = clock.now();
    const abort = new AbortController();
    const stop = [
      this.members.on('installed', () => abort.abort(new Error('admitted'))),
      onAbort(this.#end.signal, () => abort.abort(new Error('the replica ended'))),
    ];
    try {
      while (!abort.signal.aborted) {
        const config = this.hellos.ring()?.config ?? undefined;
        const founding = config ? undefined : this.#founding;
        this.#wantsIn = config !== undefined && (await this.#prepare(config));
        if (abort.signal.aborted) return;
        if (founding && (await this.#prepare(founding)) && !this.hellos.ring())
          return this.#beginRing(founding);
        if (abort.signal.aborted) return;
        this.hellos.tell();
        if (this.#wantsIn || !config) {
          const waitingFor = this.hub.peers().map((peer) => this.nameOf(peer));
          this.#enter({ kind: 'connecting', waitingFor, sinceMs });
        }
        await this.#stirred.wait(abort.signal);
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      this.#wantsIn = false;
      for (const remove of stop) remove();
    }
  }

  #beginRing(config: RunConfig): void {
    this.#founding = undefined;
    this.replica.begin(config);
    this.members.input({ kind: 'found' });
    this.#notice('info', 'opened the ring');
  }

  /** False: not possible on this device for now; the phase says why. */
  async #prepare(config: RunConfig): Promise<boolean> {
    if (this.replica.ready?.configHash !== hashConfig(config))
      this.#enter({ kind: 'starting', doing: 'compiling the model' });
    try {
      await this.replica.prepareFor(config, this.#end.signal);
      return true;
    } catch (error) {
      if (this.#isOver) return false;
      if (error instanceof PrepareError && error.phase.kind === 'needs-file') this.#enter(error.phase);
      else if (error instanceof PrepareError && error.phase.kind === 'failed')
        this.#fail(error.phase.error.code, error.phase.error.message);
      else if (error instanceof EngineError) this.#fail(engineCode(error), error.message);
      else throw error;
      return false;
    }
  }

  #hello(): Hello {
    const { name } = this.options;
    const { ready } = this.replica;
    const { state } = this.trainer;
    const view = this.members.view;
    return {
      protocol: protocolVersion,
      name,
      backend: ready?.engine.backend ?? 'unknown',
      device: ready?.engine.device.slice(0, 120) ?? '',
      isSoftware: ready?.engine.isSoftware ?? false,
      config: state?.config ?? ready?.config ?? null,
      plan: ready?.planHash ?? null,
      ring: view ? { lineage: view.lineage, examples: state?.examples ?? 0 } : null,
      wantsIn: this.#wantsIn && !view,
    };
  }

  #listen(): void {
    const { hub, members } = this;
    hub.handle('reduce', (arrived) => this.#takeReduce(arrived));
    hub.handle('record', ({ from, frame, consume }) => {
      const message = readRecordFrame(from, frame);
      if (!message.ok) hub.link(from)?.close(message.error.message);
      else if (!this.trainer.takeRecord(from, message.value))
        this.#parked.park(from, message.value, members.view);
      consume();
    });
    hub.handle('state', ({ from, frame, consume }) => {
      this.trainer.takeState(from, frame);
      consume();
    });
    hub.handle('request', ({ from, frame, consume }) => {
      consume();
      this.#takeRequest(from, jsonOf(frame));
    });
    hub.handle('membership', ({ from, frame, consume }) => {
      consume();
      members.take(from, frame);
    });
    hub.handle('hello', ({ from, frame, consume }) => {
      consume();
      this.#takeHello(from, frame);
    });
    hub.handle('command', ({ from, frame, consume }) => {
      consume();
      this.#takeCommand(from, jsonOf(frame));
    });
    hub.on('opened', ({ peer }) => {
      for (const envelope of this.commands.envelopes) hub.sendJson(peer, 'command', envelope);
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
      this.#wantsIn = false;
      for (const member of view.members) this.#names.set(member, this.nameOf(member));
      this.hellos.tell();
      this.#endIfKickedAlone();
      this.#stir();
    });
    members.on('outside', ({ why }) => {
      if (this.#isOver) return;
      if (this.#isKicked(this.options.self)) return this.#fail('kicked', this.#whyKicked);
      this.replica.isVisitor = true;
      this.trainer.endRide(why);
      this.#notice('warning', why);
      this.hellos.tell();
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
    members.on('liveness', ({ peer }) => this.trainer.linkChanged(peer));
  }

  #takeReduce({ from, frame, consume }: Arrived): void {
    const read = readReduceFrame(from, frame, consume);
    if (read.ok) return this.trainer.router.receive(read.value);
    consume();
    this.hub.link(from)?.close(read.error.message);
  }

  #takeHello(from: MemberId, frame: Arrived['frame']): void {
    const wasMember = this.hellos.of(from)?.ring;
    const hello = this.hellos.take(from, frame);
    this.recorder.routine(
      'hello',
      hello.ok ? helloFields(from, hello.value) : { from, refused: hello.error.message },
    );
    if (!hello.ok) {
      this.#notice('error', `${this.nameOf(from)} cannot train here: ${hello.error.message}`);
      if (hello.error.code !== 'wrong-config') this.hub.link(from)?.close(hello.error.message);
      return;
    }
    this.#names.set(from, hello.value.name);
    // A member that went outside by itself (its tab needs a file, say) is not waited for.
    if (wasMember && !hello.value.ring && this.members.view?.members.includes(from))
      this.members.input({ kind: 'kick', peers: [from] });
    this.#meetLineage(from);
    this.#stir();
  }

  /** Two lineages never merge: the one with more committed examples stays; tie: the smaller name (S4). */
  #meetLineage(peer: MemberId): void {
    const { view } = this.members;
    const theirs = this.hellos.of(peer)?.ring;
    const mine = this.trainer.state?.examples ?? 0;
    if (!view || !theirs || theirs.lineage === view.lineage) return;
    const isTheirs = theirs.examples > mine || (theirs.examples === mine && theirs.lineage < view.lineage);
    if (isTheirs)
      this.members.goOutside(`${this.nameOf(peer)}’s ring has trained on more examples: joining it`);
  }

  #takeCommand(from: MemberId, envelope: unknown): void {
    const taken = this.commands.take(envelope);
    const command = taken.ok ? taken.value.command.kind : undefined;
    const sequence = taken.ok ? taken.value.sequence : undefined;
    const refused = taken.ok ? undefined : taken.error.code;
    this.recorder.note('command', { from, command, sequence, refused });
    if (!taken.ok) {
      if (taken.error.code !== 'replayed')
        this.#notice(
          'warning',
          `${this.nameOf(from)} sent a command that is not the host’s: ${taken.error.message}`,
        );
      if (from !== this.options.self && !this.#commandLimit.allows(from, taken.error.code)) {
        this.#notice('error', `${this.nameOf(from)} keeps sending commands that are not the host’s: cut off`);
        this.hub.link(from)?.close('too many commands that are not the host’s');
      }
      return;
    }
    for (const peer of this.hub.peers()) if (peer !== from) this.hub.sendJson(peer, 'command', envelope);
    const order = taken.value.command;
    if (order.kind === 'go-on-with') this.members.input(order);
    if (order.kind === 'kick') this.#noteKick(order.peer);
    this.trainer.wake();
  }

  #takeRequest(from: MemberId, json: unknown): void {
    const request = v.safeParse(stateRequest, json);
    if (!request.success) return this.hub.link(from)?.close('a malformed request for state');
    const { view } = this.members;
    const isMember = view !== undefined && rankOf(view, from) >= 0;
    const { output } = request;
    if (output.kind === 'refused' || output.kind === 'have')
      return isMember ? this.trainer.takeAnswer(from, output) : undefined;
    donate(isMember ? this.trainer.offers : [], from, output, {
      json: (to, message) => this.hub.sendJson(to, 'request', message),
      state: (to, bytes) => this.hub.send(to, 'state', bytes),
    }).catch(() => undefined); // its link closed: it asks somebody else
  }

  #requestView(add: readonly MemberId[], remove: readonly MemberId[]): void {
    if (add.length > 0) this.members.input({ kind: 'admit', peers: add });
    if (remove.length > 0) this.members.input({ kind: 'kick', peers: remove });
  }

  /** H6. In a view with others, these see to it: the next view is without this replica. */
  #noteKick(peer: MemberId): void {
    this.#kicked.add(peer);
    this.#endIfKickedAlone();
  }

  #endIfKickedAlone(): void {
    const { view } = this.members;
    const stays = view?.members.filter((member) => !this.#isKicked(member)) ?? [];
    if (!this.#isOver && this.#isKicked(this.options.self) && stays.length === 0)
      this.#fail('kicked', this.#whyKicked);
  }

  /** By the host's word, whether or not this replica has applied it, or by what the ring found out. */
  #isKicked(member: MemberId): boolean {
    const state = this.trainer.state ?? this.replica.holding?.state; // a rider follows decisions it does not hold
    return this.#kicked.has(member) || (state?.kicked.includes(member) ?? false);
  }

  get #whyKicked(): string {
    const { self } = this.options;
    const isOffender = this.replica.holding?.state.offences.some(({ member }) => member === self);
    return isOffender
      ? 'the ring removed this replica: what it sent was refused again and again'
      : 'the host removed this replica from the ring';
  }

  /** Something a waiting newcomer or an idle ring should look at. */
  #stir(): void {
    this.#stirred.raise();
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
    this.hub.close(why);
    this.replica.destroy();
    this.emit('change', undefined);
  }

  #notice(level: RingMemberEvents['notice']['level'], text: string): void {
    this.emit('notice', { level, text });
  }
}

function engineCode({ code }: EngineError): ReplicaErrorCode {
  return code === 'aborted' ? 'gpu-error' : code;
}

function helloFields(
  from: MemberId,
  { name, protocol, backend, device, ring, wantsIn }: Hello,
): FlightFields {
  const { lineage, examples } = ring ?? {};
  return { from, name, protocol, backend, device, lineage, examples, wantsIn };
}

function onAbort(signal: AbortSignal, action: () => void): () => void {
  signal.addEventListener('abort', action);
  if (signal.aborted) action();
  return () => signal.removeEventListener('abort', action);
}
