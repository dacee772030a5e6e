// The Worker's half of a replica: WebGPU, collectives and the update. It runs in a Worker (worker-entry.ts), or in the
// one thread of a headless replica. Commands and channels come in; events go out in at most ten batches a second,
// and at once when the phase changes.
import { say, type Saying } from '../../base/sayings';
import { notKept } from '../../base/storage-words';
import type { Clock } from '../../base/clock';
import { wireFromHandover } from '../../net/wires/channel-handover';
import { EmulatedWire } from '../../net/wires/emulated-wire';
import { PortWire } from '../../net/wires/port-wire';
import { RelayWire } from '../../net/relay/relay-wire';
import { unknownDoor } from '../../net/room/door';
import { signCommand } from '../../net/room/signed-command';
import { prng } from '../../base/prng';
import type { Wire } from '../../net/link/wire';
import { WireLink } from '../../net/link/wire-link';
import { asDetail, ok, type Result } from '../../base/result';
import type { ProcessorOptions } from '../../model/simd/processor-engine';
import { spawnHere } from '../../model/simd/spawn-worker';
import { selfTest } from '../../optim/update/self-test';
import { flightRecord } from '../../train/member/flight-record';
import { RingMember } from '../../train/member/ring-member';
import type { RoomState } from '../../train/run/room-state';
import { FileStore, type TextPlaces } from '../files/file-store';
import { Checkpoints } from './checkpoints';
import { DataSharing } from './data-sharing';
import { Hosting } from './hosting';
import type { ChoiceMemory } from './choice-memory';
import { EngineChooser, enginesOn } from './engine-chooser';
import { prepare } from './prepare';
import type { Command, HostCommand, Sample, Snapshot, StepRecord } from '../protocol';
import { takeSample } from './sample';
import { LeagueWatch } from './league-watch';
import { ObservedAnswers } from './observed-answers';
import { QuestionWatch } from './question-watch';
import { ringFactsOf } from './ring-facts';
import { emptySnapshot } from './empty-snapshot';
import { takeSnapshot } from './snapshot';
import { withStartNotes } from './start-notes';
import { StepRates } from './step-rates';
import { isOwnData } from '../../train/run/data-shape';
import { takeWeights } from './take-weights';
import type { DeviceReplicas } from './device-replicas';
import type { FromWorker, RoomPeer, ToWorker } from './worker-messages';

const flushEveryMs = 100;
/** A wait grows while nothing else changes: the page is updated this often. */
const waitShownEveryMs = 500;
/** A step on a slow machine may take many seconds, in which its buckets wait for credit. Dead members are evicted after
 *  4 s by other means. */
const sendDeadlineMs = 60_000;

/** What a replica outside a browser does in its own way. */
export interface ReplicaParts {
  /** Another way to an engine and a dataset. */
  readonly prepareOn?: typeof prepare;
  /** Of the engine on the processor. */
  readonly processor?: Partial<Pick<ProcessorOptions, 'threads' | 'spawn' | 'replicasOnDevice'>>;
  /** The replicas of this browser. */
  readonly device?: Pick<DeviceReplicas, 'others' | 'look'>;
  /** What this device remembers of its engines. */
  readonly memory?: ChoiceMemory | undefined;
  /** Where the tokens of texts are; undefined: as in a browser. */
  readonly texts?: TextPlaces | undefined;
}

export class WorkerReplica {
  readonly #member: RingMember;
  readonly #store: FileStore;
  readonly #checkpoints: Checkpoints;
  readonly #sharing: DataSharing;
  readonly #rates = new StepRates();
  readonly #questionWatch = new QuestionWatch();
  readonly #observedAnswers = new ObservedAnswers();
  readonly #leagueWatch: LeagueWatch;
  readonly #examplesBy = new Map<string, number>();
  #roster: readonly RoomPeer[] = [];
  #observers = 0;
  #steps: StepRecord[] = [];
  #lastStep: StepRecord | undefined;
  #validation: Snapshot['validation'];
  #cancelFlush: (() => void) | undefined;
  #cancelRefresh: (() => void) | undefined;
  #flushedMs = -Infinity;
  #shownPhase: Snapshot['phase']['kind'] | undefined;
  #isPhaseDue = false;
  #sentFacts = '';
  #sequence = 0;
  #hasLetSelfIn = false;
  readonly #hosting: Hosting;
  #seenRoom: RoomState | undefined;
  #isSampling = false;
  #lineage: string | undefined;
  #forkedAfterStep: number | undefined;

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
      pass,
      beside: () => device?.others ?? [],
      prepare: (config) =>
        withStartNotes(this.#member.recorder, clock, () => prepareOn(config, this.#store, chooser)),
    });
    this.#leagueWatch = new LeagueWatch(self);
    this.#checkpoints = new Checkpoints(this.#member, clock, () => this.#lastStep);
    this.#sharing = new DataSharing(
      this.#member,
      this.#store,
      () => this.#nextSequence(),
      () => this.#changed(),
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
      this.#changed();
    });
    this.#followLineage();
    if (device) this.#followDevice(device);
    this.#member.on('step', (record) => this.#committed(record));
    this.#member.on('notice', ({ level, text, says }) => this.#notice(level, text, says));
    this.#member.timeline.on('accounts', (accounts) =>
      this.send({ kind: 'event', event: { kind: 'timeline', accounts } }),
    );
    this.#member.linkPolicy.on('wanted', (wanted) => this.send({ kind: 'links', wanted }));
    this.#member.signals.on('arrived', (signal) => this.send({ kind: 'signal', signal }));
    void this.#member.run().then(() => this.#flush());
  }

  /** A peer whose link opens has its lock already, if it runs in this browser. */
  #followDevice(device: Pick<DeviceReplicas, 'look'>): void {
    this.#member.hub.on('opened', () => void device.look().then(() => this.#member.besideChanged()));
  }

  /** A new lineage without a time outside any view is a fork of the last one. */
  #followLineage(): void {
    const { membership, replica } = this.#member;
    membership.on('installed', ({ lineage }) => {
      if (this.#lineage !== undefined && this.#lineage !== lineage)
        this.#forkedAfterStep = replica.held?.state.step;
      this.#lineage = lineage;
    });
    membership.on('outside', () => {
      this.#lineage = undefined;
      this.#forkedAfterStep = undefined;
    });
  }

  receive(message: Exclude<ToWorker, { kind: 'begin' }>): void {
    switch (message.kind) {
      case 'create-ring':
        return this.#member.createRing(message.config);
      case 'roster':
        this.#roster = message.peers;
        this.#observers = message.observers;
        for (const { id, pass } of message.peers) this.#member.passes.note(id, pass);
        this.#lookAtRoom();
        return this.#changed();
      case 'observed-answer': {
        const { question } = this.#member.state?.room ?? {};
        if (this.#observedAnswers.take(message.from, message.answer, question)) this.#changed();
        return;
      }
      case 'at-door':
        return this.#member.atDoor(message.door, message.host);
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
        return void this.#addFile(this.#store.add(command.images, command.labels, command.name));
      case 'provide-text':
        void this.#addFile(this.#store.addText(command.text));
        return this.#member.prepareAgain(); // it waits for a text that is being read
      case 'offer-data':
        return void this.#offerData(command.isOpen);
      case 'receive-data':
        return void this.#sharing.receive();
      case 'stop-data':
        return this.#sharing.stop();
      case 'sample':
        return this.#sample(command);
      case 'weights': {
        const weights = takeWeights(this.#member.replica, this.#lineage ?? '', command.wantsHeldOut);
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

  /** One at a time: a text takes seconds, and more of them must not queue before the gradients. */
  #sample(request: Command & { kind: 'sample' }): void {
    if (this.#isSampling) return;
    this.#isSampling = true;
    const show = (sample: Sample | undefined): void =>
      sample && this.send({ kind: 'event', event: { kind: 'sample', sample } });
    takeSample(this.#member.replica, request, show)
      .then(show, () => undefined) // the device is failing: the next gradient reports it
      .finally(() => (this.#isSampling = false));
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
    if (read.ok) this.#submit(read.value);
    else this.#notice('error', ...say('run-unusable', asDetail(read.error)));
  }

  /** Of several replicas of one page, which hold the same bits, the host's writes. */
  #autosave(): void {
    if (this.begun.replicasHere > 1 && !this.begun.hostToken) return;
    this.#checkpoints.autosave().then(
      (step) => {
        if (step === undefined) return;
        this.send({ kind: 'event', event: { kind: 'kept', step, atMs: this.clock.epochMs() } });
      },
      (error: unknown) => this.#notice('warning', ...notKept(error)),
    );
  }

  /** Links are wanted with those that hold the key and whom the door does not shut out (H14). */
  #lookAtRoom(): void {
    this.#seenRoom = this.#member.state?.room;
    const welcome = this.#roster.filter(
      ({ id, hasKey, isHost }) => hasKey && (isHost || this.#member.isWelcome(id)),
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
    const { hostToken, code } = this.begun;
    if (!hostToken || !(this.#hosting.isHost || command.kind === 'take-over'))
      return this.#notice('warning', ...say('only-host'));
    const body = JSON.stringify(this.#completed(command));
    this.#member.submit(signCommand(hostToken, code, this.#nextSequence(), body));
  }

  /** The door knows people by their passes (R22), which screens do not show. Only the host's device can say for all what
   *  those who watch have answered. */
  #completed(command: HostCommand): HostCommand {
    const { passes, membership, state } = this.#member;
    if (command.kind === 'close-question' || command.kind === 'reveal')
      return { ...command, observed: [...this.#observedAnswers.to(state?.room?.question)] };
    if (command.kind === 'kick' || command.kind === 'let-in') {
      const pass = passes.of(command.peer);
      return pass === undefined ? command : { ...command, pass };
    }
    if (command.kind !== 'set-door') return command;
    const inside = (membership.view?.members ?? []).map((member) => passes.of(member));
    return { ...command, inside: inside.filter((pass) => pass !== undefined) };
  }

  async #offerData(isOpen: boolean): Promise<void> {
    const { hostToken } = this.begun;
    const offered =
      hostToken && this.#hosting.isHost
        ? await this.#sharing.offer(hostToken, isOpen)
        : await this.#sharing.help(isOpen);
    if (!offered.ok) this.#notice('error', ...say('data-not-sent', asDetail(offered.error)));
  }

  /** It rises over reloads of the host's page too. */
  #nextSequence(): number {
    const applied = this.#member.state?.appliedCommand ?? 0; // another host's clock may be ahead
    return (this.#sequence = Math.max(this.#sequence + 1, this.clock.epochMs(), applied + 1));
  }

  #committed(record: StepRecord): void {
    // A new run begins at step 1.
    if (this.#lastStep && record.step <= this.#lastStep.step) this.#validation = undefined;
    this.#lastStep = record;
    this.#rates.add(record);
    this.#steps.push(record);
    if (record.validation) this.#validation = { step: record.step, ...record.validation };
    for (const [id, count] of Object.entries(record.contributions))
      this.#examplesBy.set(id, (this.#examplesBy.get(id) ?? 0) + count);
    this.#watchForHost(record);
    this.#changed();
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

  #changed(): void {
    if (this.#member.phase.kind !== this.#shownPhase && !this.#isPhaseDue) {
      this.#isPhaseDue = true;
      this.#cancelFlush?.();
      this.#cancelFlush = this.clock.after(0, () => this.#flush());
    }
    const dueMs = Math.max(0, this.#flushedMs + flushEveryMs - this.clock.now());
    this.#cancelFlush ??= this.clock.after(dueMs, () => this.#flush());
  }

  #flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    this.#cancelRefresh?.();
    this.#flushedMs = this.clock.now();
    if (this.#steps.length > 0) this.send({ kind: 'event', event: { kind: 'steps', steps: this.#steps } });
    this.#steps = [];
    const snapshot = takeSnapshot({
      member: this.#member,
      isHost: this.#hosting.isHost,
      heirToken: this.#hosting.heirToken,
      hasHostMoved: this.#hosting.hasMoved,
      roster: this.#roster,
      observers: this.#observers,
      observed: this.#observedAnswers.to(this.#member.state?.room?.question),
      rates: this.#rates,
      lastStep: this.#lastStep,
      lastValidation: this.#validation,
      examplesBy: this.#examplesBy,
      forkedAfterStep: this.#forkedAfterStep,
      sharing: this.#sharing.now,
    });
    this.#shownPhase = snapshot.phase.kind;
    this.#isPhaseDue = false;
    this.#autosave();
    this.send({ kind: 'event', event: { kind: 'snapshot', snapshot } });
    const isOver = snapshot.phase.kind === 'left' || snapshot.phase.kind === 'failed';
    this.#cancelRefresh = isOver ? undefined : this.clock.after(waitShownEveryMs, () => this.#flush());
    const facts = ringFactsOf(this.#member);
    const text = JSON.stringify(facts);
    if (text !== this.#sentFacts) this.send({ kind: 'ring', facts });
    this.#sentFacts = text;
  }
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
  send({ kind: 'ring', facts: { members: [], linked: [], phase: 'failed', step: 0, door: unknownDoor } });
  return undefined;
}
