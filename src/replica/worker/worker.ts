// The Worker's half of a replica: WebGPU, collectives and the update. It runs in a Worker (worker-entry.ts), or in the
// one thread of a headless replica. Commands and channels come in; events go out (page-updates.ts).
import { say, type Saying } from '../../base/sayings';
import { notKept } from '../../base/storage-words';
import type { Clock } from '../../base/clock';
import { wireFromHandover } from '../../net/wires/channel-handover';
import { EmulatedWire } from '../../net/wires/emulated-wire';
import { PortWire } from '../../net/wires/port-wire';
import { RelayWire } from '../../net/relay/relay-wire';
import { prng } from '../../base/prng';
import type { Wire } from '../../net/link/wire';
import { WireLink } from '../../net/link/wire-link';
import { asDetail, ok, type Result } from '../../base/result';
import { spawnHere } from '../../model/simd/spawn-worker';
import { selfTest } from '../../optim/update/self-test';
import { flightRecord } from '../../train/member/flight-record';
import { RingMember } from '../../train/member/ring-member';
import type { ForkCheckpoint } from '../../train/participation/replica';
import type { RoomState } from '../../train/run/room-state';
import { parseRunConfig } from '../../train/run/run-config';
import { FileStore } from '../files/file-store';
import { Checkpoints } from './checkpoints';
import { CommandSigner } from './command-signer';
import { CommittedSteps } from './committed-steps';
import { DataSharing } from './data-sharing';
import { HostWatch } from './host-watch';
import { Hosting } from './hosting';
import { EngineChooser, enginesOn } from './engine-chooser';
import { prepare } from './prepare';
import { PageUpdates } from './page-updates';
import type { Command, HostCommand, RunConfig, Snapshot, StepRecord } from '../protocol';
import type { ReplicaParts } from './replica-parts';
import { takeSample } from './sample';
import { SampleRequests } from './sample-requests';
import { LeagueWatch } from './league-watch';
import { LineageWatch } from './lineage-watch';
import { ObservedAnswers } from './observed-answers';
import { QuestionWatch } from './question-watch';
import { failedFacts, ringFactsOf } from './ring-facts';
import { emptySnapshot } from './empty-snapshot';
import { takeSnapshot } from './snapshot';
import { withStartNotes } from './start-notes';
import { isOwnData } from '../../train/run/data-shape';
import { takeWeights } from './take-weights';
import type { DeviceReplicas } from './device-replicas';
import type { FromWorker, RoomPeer, ToWorker } from './worker-messages';

/** By how much the clocks of a room may differ: a host's command that its ring has not applied yet is no old one (H27a). */
const clocksDifferMs = 60_000;
/** A step on a slow machine may take many seconds, in which its buckets wait for credit. Dead members are evicted after
 *  4 s by other means. */
const sendDeadlineMs = 60_000;

export class WorkerReplica {
  readonly #member: RingMember;
  readonly #store: FileStore;
  /** Settles once the last given files are in the store, or are refused. */
  #adding: Promise<void> = Promise.resolve();
  readonly #checkpoints: Checkpoints;
  readonly #sharing: DataSharing;
  readonly #committedSteps = new CommittedSteps();
  readonly #questionWatch = new QuestionWatch();
  readonly #observedAnswers = new ObservedAnswers();
  readonly #leagueWatch: LeagueWatch;
  #roster: readonly RoomPeer[] = [];
  readonly #hostWatch = new HostWatch();
  #observers = 0;
  #sentFacts = '';
  #hasLetSelfIn = false;
  readonly #hosting: Hosting;
  readonly #signer: CommandSigner;
  #seenRoom: RoomState | undefined;
  readonly #samples: SampleRequests;
  readonly #lineage: LineageWatch;
  readonly #updates: PageUpdates;

  constructor(
    readonly begun: ToWorker & { kind: 'begin' },
    readonly send: (message: FromWorker) => void,
    readonly clock: Clock,
    { prepareOn = prepare, processor = {}, memory, device, texts }: ReplicaParts = {},
  ) {
    this.#store = new FileStore(texts);
    const { self, name, seed, code, hostPublicKey, engine, replicasHere, pass } = begun;
    const engines = enginesOn({ replicas: replicasHere, spawn: spawnHere, ...processor });
    const warn = (text: string, says?: Saying): void => {
      this.#member.recorder.note('notice', { level: 'warning', text });
      this.#notice('warning', text, says);
    };
    const chooser = new EngineChooser(engine, clock, engines, warn, memory);
    this.#member = new RingMember({
      self,
      name,
      clock,
      seed,
      room: { code, hostPublicKey },
      olderCommands: clock.epochMs() - clocksDifferMs,
      pass,
      beside: () => device?.others ?? [],
      ...(device && { isAlone: () => device.isAlone() }),
      prepare: (config) =>
        withStartNotes(this.#member.recorder, clock, () => prepareOn(config, this.#store, chooser)),
    });
    this.#samples = new SampleRequests(
      (request, show) => takeSample(this.#member.replica, request, show),
      (sample) => this.send({ kind: 'event', event: { kind: 'sample', sample } }),
    );
    this.#updates = new PageUpdates(clock, {
      phase: () => this.#member.phase.kind,
      isOver: () => this.#member.isOver,
      send: () => this.#sendAll(),
    });
    this.#leagueWatch = new LeagueWatch(self);
    this.#checkpoints = new Checkpoints(this.#member, clock, () => this.#committedSteps.last);
    this.#signer = new CommandSigner(code, this.#member, clock, this.#observedAnswers);
    this.#sharing = new DataSharing(
      this.#member,
      this.#store,
      () => this.#signer.nextSequence(),
      () => this.#updates.changed(),
    );
    this.#hosting = new Hosting(
      begun,
      () => this.#member.state?.room,
      (command) => this.#submit(command),
      (level, text, says) => this.#notice(level, text, says),
    );
    this.#member.on('change', () => {
      this.#hosting.look();
      this.#letSelfIn();
      if (this.#member.state?.room !== this.#seenRoom) this.#lookAtRoom();
      this.#updates.changed();
    });
    this.#lineage = new LineageWatch(this.#member);
    if (device) this.#followDevice(device);
    this.#member.on('step', (record) => this.#committed(record));
    this.#member.on('fork', (fork) => void this.#keepFork(fork));
    this.#member.on('notice', ({ level, text, says }) => this.#notice(level, text, says));
    this.#member.timeline.on('accounts', (accounts) =>
      this.send({ kind: 'event', event: { kind: 'timeline', accounts } }),
    );
    this.#member.linkPolicy.on('wanted', (wanted) => this.send({ kind: 'links', wanted }));
    this.#member.signals.on('arrived', (signal) => this.send({ kind: 'signal', signal }));
    void this.#member.run().then(() => this.#updates.flush());
  }

  /** A peer whose link opens has its lock already, if it runs in this browser. */
  #followDevice(device: Pick<DeviceReplicas, 'look'>): void {
    this.#member.hub.on('opened', () => void device.look().then(() => this.#member.besideChanged()));
  }

  receive(message: Exclude<ToWorker, { kind: 'begin' | 'ask' }>): void {
    switch (message.kind) {
      case 'create-ring':
        return this.#createRing(message.config);
      case 'roster':
        this.#roster = message.peers;
        this.#observers = message.observers;
        for (const { id, pass } of message.peers) this.#member.passes.note(id, pass);
        this.#member.names.room(message.peers);
        this.#lookAtRoom();
        return this.#updates.changed();
      case 'observed-answer': {
        const { question } = this.#member.state?.room ?? {};
        if (this.#observedAnswers.take(message.from, message.answer, question)) this.#updates.changed();
        return;
      }
      case 'at-door':
        return this.#member.atDoor(message.door);
      case 'link':
        return this.#link(message, wireFromHandover(message.handover, this.clock));
      case 'relay':
        return this.#link(message, new RelayWire(message));
      case 'port':
        return this.#link({ ...message, call: 0 }, new PortWire(message.port));
      case 'signal':
        return this.#member.signals.send(message.signal);
      case 'command':
        return this.#execute(message.command);
      default:
        message satisfies never;
    }
  }

  #createRing(stored: RunConfig): void {
    const config = parseRunConfig(stored);
    if (config.ok) this.#member.createRing(config.value);
    else this.#member.recorder.note('no ring created', { why: config.error.message });
  }

  #link({ peer, name, call }: { peer: string; name: string; call: number }, plain: Wire): void {
    const { seed, self } = this.begun;
    const wire = new EmulatedWire(plain, this.clock, prng('line', seed, self, peer, call));
    const link = new WireLink({ clock: this.clock, wire, peer: name, sendDeadlineMs });
    void link.opened.then(() => {
      if (link.isOpen) this.#member.addLink(peer, link);
    });
    void link.closed.then(({ message }) => this.send({ kind: 'link-closed', peer, call, why: message }));
  }

  #execute(command: Command): void {
    switch (command.kind) {
      case 'host':
        return this.#submit(command.command);
      case 'provide-files':
        return void (this.#adding = this.#addFile(
          this.#store.add(command.images, command.labels, command.name),
        ));
      case 'provide-text':
        this.#adding = this.#addFile(this.#store.addText(command.text));
        return this.#member.prepareAgain(); // it waits for a text that is being read
      case 'offer-data':
        return void this.#offerData(command.isOpen);
      case 'receive-data':
        return void this.#sharing.receive();
      case 'stop-data':
        return this.#sharing.stop();
      case 'sample':
        return this.#samples.ask(command);
      case 'weights': {
        const weights = takeWeights(this.#member.replica, this.#lineage.now ?? '', command.wantsHeldOut);
        const { isForObservers = false } = command;
        return this.send({ kind: 'event', event: { kind: 'weights', weights, isForObservers } });
      }
      case 'timeline':
        return this.#member.timeline.watch(command.isWatched);
      case 'answer':
        return this.#member.answer(command.question, command.value);
      case 'flight-record':
        return this.send({ kind: 'flight-record', record: flightRecord(this.#member, this.clock.epochMs()) });
      case 'hand-over':
        return this.#submit({ kind: 'hand-over', heir: this.#hosting.offer(command.isOffered) });
      case 'checkpoint':
        return void this.#save(command.what);
      case 'resume':
        return void this.#resume(command);
      case 'leave':
        return this.#member.leave();
      default:
        command satisfies never;
    }
  }

  async #addFile(adding: Promise<Result<string, 'bad-file'>>): Promise<void> {
    const added = await adding;
    if (!added.ok) this.#notice('error', added.error.message, added.error.says);
    this.#member.prepareAgain();
  }

  async #save(what: 'run' | 'fork'): Promise<void> {
    const saved = await this.#checkpoints.save(what);
    const answer = saved.ok ? ok({ ...saved.value, data: this.#dataFiles() }) : saved;
    this.send({ kind: 'event', event: { kind: 'checkpoint', what, answer } });
  }

  /** Those that the run trains on; undefined: it has none, or each member keeps its own to itself. */
  #dataFiles(): readonly Blob[] | undefined {
    const data = this.#member.replica.held?.state.config.data;
    if (!data || isOwnData(data) || (data.kind !== 'idx' && data.kind !== 'text')) return undefined;
    return this.#store.given(data.sha256);
  }

  async #resume(command: Command & { kind: 'resume' }): Promise<void> {
    if (!this.#hosting.isHost) return this.#notice('warning', ...say('only-host'));
    const read = await this.#checkpoints.read(command);
    if (!read.ok) return this.#notice('error', ...say('run-unusable', asDetail(read.error)));
    // Without the data every member would leave the ring for it, also this one. A new room has no ring, and asks.
    const lacking =
      this.#member.state && read.value.kind === 'resume' && (await this.#lacks(read.value.config));
    if (lacking) return this.#notice('error', ...say('run-lacks-data', lacking));
    this.#submit(read.value);
  }

  /** The name of the data that this device has to be given first. */
  async #lacks({ data }: RunConfig): Promise<string | undefined> {
    if (data.kind !== 'idx' && data.kind !== 'text') return undefined;
    await this.#adding;
    const isHere = isOwnData(data) ? this.#store.last(data.kind) !== undefined : this.#store.has(data.sha256);
    return isHere ? undefined : data.name;
  }

  /** Of several replicas of one page, which hold the same bits, the host's writes. */
  async #keep(write: () => Promise<number | undefined>): Promise<void> {
    if (this.begun.replicasHere > 1 && !this.begun.hostToken) return;
    await write().then(
      (step) => {
        if (step === undefined) return;
        this.send({ kind: 'event', event: { kind: 'kept', step, atMs: this.clock.epochMs() } });
      },
      (error: unknown) => this.#notice('warning', ...notKept(error)),
    );
  }

  async #keepFork(fork: ForkCheckpoint): Promise<void> {
    this.#updates.holdEnd();
    await this.#keep(() => this.#checkpoints.keepFork(fork));
    this.#updates.releaseEnd();
  }

  /** Links are wanted with those that hold the key and whom the door does not shut out (H14). */
  #lookAtRoom(): void {
    this.#seenRoom = this.#member.state?.room;
    const welcome = this.#roster.filter(
      ({ id, hasKey, isHost }) => hasKey && (isHost || this.#member.admittance.isWelcome(id)),
    );
    this.#member.linkPolicy.room(welcome.map(({ id }) => id));
  }

  /** A host that comes back, after a reload for example, opens its own door (H14). */
  #letSelfIn(): void {
    const { self } = this.begun;
    if (this.#hasLetSelfIn || !this.#hosting.isHost || !this.#member.hellos.doorAgainst(self)) return;
    this.#hasLetSelfIn = true;
    this.#submit({ kind: 'let-in', peer: self });
  }

  #submit(command: HostCommand): void {
    const { hostToken } = this.begun;
    if (!hostToken || !(this.#hosting.isHost || command.kind === 'take-over'))
      return this.#notice('warning', ...say('only-host'));
    this.#member.submit(this.#signer.sign(hostToken, command));
  }

  async #offerData(isOpen: boolean): Promise<void> {
    const { hostToken } = this.begun;
    const offered =
      hostToken && this.#hosting.isHost
        ? await this.#sharing.offer(hostToken, isOpen)
        : await this.#sharing.help(isOpen);
    if (!offered.ok) this.#notice('error', ...say('data-not-sent', asDetail(offered.error)));
  }

  #committed(record: StepRecord): void {
    this.#committedSteps.add(record);
    this.#watchForHost(record);
    this.#updates.changed();
  }

  /** What the host's replica says by itself (H16b, H17a). */
  #watchForHost(record: StepRecord): void {
    const { state, replica } = this.#member;
    const engine = replica.ready?.engine;
    if (!state || !engine) return;
    const came = this.#questionWatch.see(record, state.room?.question);
    const sized = { ...state, parameters: engine.parameterCount, terms: engine.terms };
    const reached = this.#leagueWatch.see(record, sized, state.room?.league);
    if (!this.#hosting.isHost) return;
    if (came) this.#submit(came);
    if (reached) this.#submit(reached);
  }

  #notice(level: 'info' | 'good' | 'warning' | 'error', text: string, says?: Saying): void {
    this.send({
      kind: 'event',
      event: { kind: 'notice', notice: { atMs: this.clock.epochMs(), level, text, says } },
    });
  }

  #hostNow(): Snapshot['host'] {
    const { membership, hub } = this.#member;
    const present = new Set([...(membership.view?.members ?? []), ...hub.peers()]);
    const { isHost } = this.#hosting;
    return this.#hostWatch.look({ isHost, roster: this.#roster, present, nowMs: this.clock.now() });
  }

  #sendAll(): void {
    const steps = this.#committedSteps.take();
    if (steps.length > 0) this.send({ kind: 'event', event: { kind: 'steps', steps } });
    const snapshot = takeSnapshot({
      member: this.#member,
      isHost: this.#hosting.isHost,
      heirToken: this.#hosting.heirToken,
      hasHostMoved: this.#hosting.hasMoved,
      host: this.#hostNow(),
      roster: this.#roster,
      observers: this.#observers,
      observed: this.#observedAnswers.to(this.#member.state?.room?.question),
      rates: this.#committedSteps.rates,
      lastStep: this.#committedSteps.last,
      lastValidation: this.#committedSteps.validation,
      examplesBy: this.#committedSteps.examplesBy,
      forkedAfterStep: this.#lineage.forkedAfterStep,
      sharing: this.#sharing.now,
    });
    void this.#keep(() => this.#checkpoints.autosave());
    this.send({ kind: 'event', event: { kind: 'snapshot', snapshot } });
    if (isRemovedByHost(snapshot.phase)) void this.#sharing.forget();
    const facts = ringFactsOf(this.#member);
    const text = JSON.stringify(facts);
    if (text !== this.#sentFacts) this.send({ kind: 'ring', facts });
    this.#sentFacts = text;
  }
}

/** From the room, or at its door. */
function isRemovedByHost(phase: Snapshot['phase']): boolean {
  return phase.kind === 'failed' && (phase.error.code === 'kicked' || phase.error.code === 'not-let-in');
}

/** Begins the replica. undefined: this engine does not compute exactly, and the page learns that it failed. */
export function beginReplica(
  begun: ToWorker & { kind: 'begin' },
  send: (message: FromWorker) => void,
  clock: Clock,
  parts?: ReplicaParts,
  tested: ReturnType<typeof selfTest> = selfTest(),
): WorkerReplica | undefined {
  send({ kind: 'begun' });
  if (tested.ok) return new WorkerReplica(begun, send, clock, parts);
  const message = `This engine does not compute exactly: ${tested.error.message}`;
  const error = { code: 'bug', message } as const;
  const snapshot = emptySnapshot(begun.self, { kind: 'failed', error }, begun.hostToken !== undefined);
  send({ kind: 'event', event: { kind: 'snapshot', snapshot } });
  send({ kind: 'ring', facts: failedFacts });
  return undefined;
}
