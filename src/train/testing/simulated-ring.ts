// A ring of whole replicas on the simulated network and a manual clock, for fault tests: what happens depends on the
// seed alone. Computing takes simulated time, and no timer runs while an engine really computes. Every committed
// step is checked as it comes (commit-checks.ts). The file is long because its faults, links and host commands all act on
// the one clock, network and list of members that it holds.
import { inEnglish } from '../../cli/english/in-english';
import { ManualClock } from '../../base/clock';
import { hashHex, hashWords } from '../../base/hash';
import { prng, type Prng, type RandomSource } from '../../base/prng';
import type { Dataset } from '../../data/dataset';
import { loadDataset, type BuiltInData } from '../../data/load-dataset';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import type { Engine } from '../../model/engine';
import { baseOf } from '../../model/testing/oracle';
import { macrotask, settled } from '../../base/testing/drive-clock';
import { claimPass } from '../../net/room/pass';
import {
  newHostKeys,
  signCommand,
  signHostClaim,
  type HostKeys,
  type SignedCommand,
} from '../../net/room/signed-command';
import { SimulatedNetwork } from '../../net/testing/simulated-network';
import type { PathConditions } from '../../net/testing/simulated-direction';
import { WireLink } from '../../net/link/wire-link';
import { EmulatedWire } from '../../net/wires/emulated-wire';
import type { RoomCommand } from '../../room/edit-room';
import type { RoomDocument } from '../../room/room-document';
import { signDocument, type SignedDocument } from '../../room/signed-document';
import type { HostSigner } from '../../room/waiting-edits';
import type { HostCommand } from '../commands/host-command';
import type { ReplicaErrorCode } from '../context/phase';
import { PrepareError } from '../context/trainer-options';
import { RingMember } from '../member/ring-member';
import type { RunConfig } from '../run/run-config';
import type { RunState } from '../run/run-state';
import { serialEngine } from '../reduce/serial-engine';
import type { StepRecord } from '../metrics/step-record';
import { isFileData } from '../run/data-shape';
import { ChoiceChecks } from './choice-checks';
import { CommitChecks } from './commit-checks';
import { testConfig } from './real-ring';
import { stateDifference } from './state-difference';

export interface SimulatedReplica {
  readonly id: string;
  readonly member: RingMember;
  readonly steps: StepRecord[];
  readonly notices: string[];
  readonly ended: Promise<void>;
}

export interface SimulatedRingOptions {
  readonly seed: number;
  /** The source of every stream that affects the course; by default `prng`. */
  readonly random?: RandomSource;
  readonly config?: RunConfig;
  /** What its person typed; by default “replica” and its index. */
  readonly nameOf?: (index: number) => string;
  readonly dataset?: Dataset | ((config: RunConfig, index: number) => Dataset);
  readonly conditions?: Partial<PathConditions>;
  /** The time of one gradient of so many micro-batches, simulated. */
  readonly computeMs?: (random: Prng, index: number, microBatches: number) => number;
  readonly wrapEngine?: (engine: Engine, index: number, config: RunConfig) => Engine;
  /** Only poisoned gradients are outliers or not finite. None may enter a sum (S11). */
  readonly hasSoundGradients?: boolean;
  /** As pages do: the room's members are known, and only the links that a replica wants are opened. Otherwise all are
   *  opened. */
  readonly isSparse?: boolean;
  /** The replicas that a replica finds in its browser (H18), by index; by default none. */
  readonly besides?: (index: number) => readonly number[];
  /** The machine of a replica, by index, which it shares with others of the same number; undefined: its own. */
  readonly machineOf?: (index: number) => number | undefined;
  /** This replica's device lacks the room's file, for now. */
  readonly lacksFile?: (index: number) => boolean;
}

/** Ends that a test may cause. All others are bugs. */
const removed: readonly ReplicaErrorCode[] = [
  'kicked',
  'unplugged',
  'evicted',
  'turned-away',
  'not-let-in',
  'host-silent',
];

const neededFile = { kind: 'needs-file', what: 'text', name: 'a text', sha256: 'ab'.repeat(32) } as const;

/** How long the owner of connections takes to open a lost one again. */
const reconnectMs = 400;
/** How often the room's members are sent, and missing links that are wanted are tried again. */
const roomEveryMs = 500;

export class SimulatedRing {
  readonly clock = new ManualClock();
  readonly network: SimulatedNetwork;
  readonly replicas: SimulatedReplica[] = [];
  readonly config: RunConfig;
  readonly #checks: CommitChecks;
  readonly #choices: ChoiceChecks;
  readonly #options: SimulatedRingOptions;
  readonly #source: RandomSource;
  readonly #random: Prng;
  readonly #keys: HostKeys;
  /** Those to whom hosting was offered, by their public keys. */
  readonly #heirs = new Map<string, HostKeys>();
  readonly #cut = new Set<string>();
  readonly #wanted = new Map<string, readonly string[]>();
  readonly #opening = new Set<string>();
  /** Every commit and every view entered, in order, with replica and time. */
  readonly course: string[] = [];
  /** The most links that a replica had at a time. */
  mostLinks = 0;
  #computing = 0;
  #sequence = 1;

  constructor(options: SimulatedRingOptions) {
    this.#options = options;
    this.config = options.config ?? testConfig;
    this.#source = options.random ?? prng;
    this.#random = this.#source('ring', options.seed);
    this.#keys = this.#newKeys(this.#random);
    this.#checks = new CommitChecks(() => this.replicas, options.hasSoundGradients ?? false);
    this.#choices = new ChoiceChecks(this.#checks.violations);
    const { seed, conditions, random } = options;
    this.network = new SimulatedNetwork({
      ...{ clock: this.clock, seed, random },
      ...(conditions ? { conditions } : {}),
    });
  }

  /** Adds a replica, linked to all living ones. The first creates the ring. `pass`: for rooms with a door (R22).
   *  `olderCommands`: the host gave commands up to this number before it came (H27a). `hostToken`: it claims to host. */
  add(pass?: string, olderCommands = 0, hostToken?: string): SimulatedReplica {
    const options = this.#options;
    const index = this.replicas.length;
    const id = hashHex(hashWords(new Uint32Array([index, 77])));
    const machine = options.machineOf?.(index);
    if (machine !== undefined) this.network.placeOn(machine, id);
    const member = new RingMember({
      self: id,
      name: options.nameOf?.(index) ?? `replica ${index}`,
      clock: this.network.clockOf(id),
      seed: index,
      random: this.#source,
      room: { code: 'TEST', hostPublicKey: this.#keys.hostPublicKey },
      olderCommands,
      pass: pass === undefined ? undefined : claimPass(pass, 'TEST', id),
      passSecret: pass,
      hostClaim: hostToken && signHostClaim(hostToken, 'TEST', id),
      beside: () => this.#options.besides?.(index)?.map((each) => this.replicas[each]?.id ?? '') ?? [],
      prepare: (config) => {
        if (this.#options.lacksFile?.(index)) throw new PrepareError(neededFile, 'the file is not here');
        const plain = this.#timed(createCpuEngine(config.model, config.microBatch), index);
        plain.setBase(baseOf(config.model));
        const engine = serialEngine(this.#options.wrapEngine?.(plain, index, config) ?? plain);
        const { dataset } = this.#options;
        const given = typeof dataset === 'function' ? dataset(config, index) : dataset;
        if (!given && isFileData(config.data))
          throw new Error('tests give the dataset, or use built-in data');
        return Promise.resolve({
          engine,
          dataset: given ?? loadDataset(config.data as BuiltInData, config.seed),
        });
      },
    });
    if (index === 0) member.createRing(this.config);
    this.#choices.watch(member);
    const replica = { id, member, steps: [] as StepRecord[], notices: [] as string[], ended: member.run() };
    const states = new Map<string, RunState>();
    member.on('change', () => {
      const { state } = member.trainer; // a member that catches up may be the first to commit its last step
      if (state) states.set(`${state.run}/${state.step}`, state);
    });
    member.on('step', (record) => {
      if (!this.network.isAlive(id)) return;
      replica.steps.push(record);
      this.#note(`${index} commits ${record.run}/${record.step} ${record.digest}`);
      this.#checks.see(replica, record, states);
    });
    member.on('notice', ({ says }) => {
      const text = inEnglish(says);
      replica.notices.push(`${Math.round(this.clock.now())} ${text}`);
      // None of these members attacks.
      if (says.code === 'sent-forbidden') this.violations.push(`${member.options.name}: ${text}`);
    });
    member.membership.on('installed', (view) => this.#note(`${index} enters ${JSON.stringify(view)}`));
    member.on('link-closed', ({ peer }) => this.#reconnectLater(replica, peer));
    if (options.isSparse) member.linkPolicy.on('wanted', (peers) => this.#wanted.set(id, peers));
    else for (const other of this.living) this.connect(replica, other);
    this.replicas.push(replica);
    if (options.isSparse && index === 0) this.#tendLinks();
    return replica;
  }

  connect(a: SimulatedReplica, b: SimulatedReplica): void {
    const [wireA, wireB] = this.network.connect(a.id, b.id);
    const link = (of: SimulatedReplica, plain: typeof wireA, peer: SimulatedReplica): void => {
      const clock = this.network.clockOf(of.id);
      const wire = new EmulatedWire(plain, clock, this.#source('line', this.#options.seed, of.id, peer.id));
      of.member.addLink(peer.id, new WireLink({ clock, wire, peer: peer.member.options.name }));
    };
    link(a, wireA, b);
    link(b, wireB, a);
  }

  /** Signed by who hosts, as this replica knows, and given to it. */
  submit(command: HostCommand, to = this.living[0]): void {
    to.member.submit(this.sign(JSON.stringify(command), this.#tokenAt(to)));
  }

  /** The host offers hosting to the page of this replica, which takes it over once the room's document names it. */
  offerHosting(heir: SimulatedReplica, to = this.living[0]): HostKeys {
    const keys = this.#newKeys(this.#source('heir', this.#options.seed, this.#heirs.size));
    const { hostPublicKey } = keys;
    this.#heirs.set(hostPublicKey, keys);
    this.publish({ kind: 'hand-over', heir: hostPublicKey }, to);
    let [hasAsked, hosts] = [false, false];
    heir.member.on('change', () => {
      const { board, state } = heir.member;
      if (board.heir === hostPublicKey && !hasAsked) {
        hasAsked = true;
        heir.member.submit(
          this.sign(JSON.stringify({ kind: 'take-over', host: hostPublicKey }), keys.hostToken),
        );
      }
      if (hosts === (state?.room?.host === hostPublicKey)) return;
      hosts = !hosts;
      if (hosts) heir.member.board.sign(this.#signer(keys.hostToken));
    });
    return keys;
  }

  /** As a page of the host does: the run stands still, and the room's document says that all leave. */
  endRoom(to = this.living[0]): void {
    this.submit({ kind: 'pause' }, to);
    this.publish({ kind: 'end' }, to);
  }

  /** The room's creator signs it. */
  signDocument(document: RoomDocument, version: number): SignedDocument {
    return signDocument(this.#keys.hostToken, 'TEST', version, JSON.stringify(document));
  }

  get hostToken(): string {
    return this.#keys.hostToken;
  }

  /** The host changes the room's document at one replica. */
  publish(command: RoomCommand, to = this.living[0]): void {
    to.member.board.edit(command, this.#signer(this.#tokenAt(to)));
  }

  /** The room's creator signs it, unless another token is given. */
  sign(body: string, hostToken = this.#keys.hostToken): SignedCommand {
    return signCommand(hostToken, 'TEST', this.#sequence++, body);
  }

  #signer(hostToken: string): HostSigner {
    return { hostToken, nextVersion: () => this.#sequence++ };
  }

  /** The signer of who hosts, as this replica knows. */
  #tokenAt({ member }: SimulatedReplica): string {
    const { hostToken } = this.#heirs.get(member.state?.room?.host ?? '') ?? this.#keys;
    return hostToken;
  }

  #newKeys(random: Prng): HostKeys {
    return newHostKeys((length) => Uint8Array.from({ length }, () => random.below(256)));
  }

  /** It goes with notice: its links close at once, as a killed tab's do. Without: it falls silent. */
  kill(replica: SimulatedReplica, { notice }: { readonly notice: boolean } = { notice: true }): void {
    this.network.kill(replica.id, { notice });
  }

  /** Nothing passes between the two, and no new link opens, until `mend`. */
  cut(a: SimulatedReplica, b: SimulatedReplica): void {
    this.#cut.add(pair(a.id, b.id));
    this.network.cut(a.id, b.id);
  }

  /** Nothing comes from `a` to `b`, and no new link opens between them, until `mend`. */
  silence(a: SimulatedReplica, b: SimulatedReplica): void {
    this.#cut.add(pair(a.id, b.id));
    this.network.cutOneWay(a.id, b.id);
  }

  mend(a: SimulatedReplica, b: SimulatedReplica): void {
    this.#cut.delete(pair(a.id, b.id));
    this.network.restore(a.id, b.id);
    if (!a.member.hub.has(b.id)) this.#reconnectLater(a, b.id);
  }

  /** Both are awake, and no cut between them is in force. */
  canHear(a: SimulatedReplica, b: SimulatedReplica): boolean {
    const isAwake = [a, b].every(({ id }) => this.network.isAwake(id));
    return isAwake && !this.#cut.has(pair(a.id, b.id));
  }

  /** `lineage/run/step` → digest and contributions, of every committed step of any replica. */
  get history(): ReadonlyMap<string, string> {
    return this.#checks.history;
  }

  /** The number of times that measurement chose another way of sums (S18b), and a step was committed by it. */
  get changedWays(): number {
    return this.#choices.changedWays;
  }

  /** The number of committed steps whose sums went first within machines, then between them (C2g). */
  get groupedSteps(): number {
    return this.#choices.groupedSteps;
  }

  /** What broke a rule so far. */
  get violations(): string[] {
    return this.#checks.violations;
  }

  get living(): SimulatedReplica[] {
    return this.replicas.filter(({ id, member }) => !member.isOver && this.network.isAlive(id));
  }

  /** Runs simulated time until the condition holds. */
  async until(what: string, condition: () => boolean, limitMs = 120_000): Promise<void> {
    const endMs = this.clock.now() + limitMs;
    for (;;) {
      await this.#settle();
      if (condition()) return;
      if (this.clock.now() > endMs || !this.clock.runNext())
        throw new Error(`seed ${this.#options.seed}: ${what} did not come\n${this.describe()}`);
    }
  }

  runFor(ms: number): Promise<void> {
    const endMs = this.clock.now() + ms;
    this.clock.after(ms, () => undefined);
    return this.until(`${ms} ms`, () => this.clock.now() >= endMs, ms + 1);
  }

  /** All living replicas are members of one view of exactly these. */
  isOneRing(size = this.living.length): boolean {
    const [first, ...others] = this.living.map(({ member }) => member.membership.view);
    return (
      first?.members.length === size &&
      others.every((view) => view?.lineage === first.lineage && view.generation === first.generation)
    );
  }

  async formed(size = this.living.length): Promise<void> {
    await this.until(
      `a ring of ${size}`,
      () =>
        this.isOneRing(size) &&
        this.living.every(({ member }) => member.replica.held?.state.initialized === true) &&
        new Set(this.living.map(({ member }) => member.replica.held?.digest)).size === 1,
    );
  }

  /** S1, S2 and that no replica ended in a bug. */
  verify(): void {
    for (const { member } of this.replicas)
      if (member.phase.kind === 'failed' && !removed.includes(member.phase.error.code))
        this.violations.push(`failed: ${JSON.stringify(member.phase)}`);
    this.#checks.seeWhole();
    if (this.violations.length > 0)
      throw new Error(`seed ${this.#options.seed}\n${this.violations.join('\n')}\n${this.describe()}`);
  }

  describe(): string {
    return [...this.#describeAll(), ...this.#differences()].join('\n');
  }

  /** Living replicas that hold the same version of a run with different digests: where their states differ. */
  #differences(): string[] {
    return this.living.flatMap(({ member }, i) =>
      this.living.slice(0, i).flatMap(({ member: other }) => {
        const [a, b] = [other.replica.held, member.replica.held];
        const isSameVersion = a?.state.version === b?.state.version && a?.state.run === b?.state.run;
        if (!a || !b || !isSameVersion || a.digest === b.digest) return [];
        return [`${other.options.name} and ${member.options.name} differ: ${stateDifference(a, b)}`];
      }),
    );
  }

  #describeAll(): string[] {
    return this.replicas.map(({ id, member, steps, notices }) => {
      const { held } = member.replica;
      return [
        `${member.options.name} ${id.slice(0, 4)} ${this.network.isAlive(id) ? 'alive' : 'dead'} at ${Math.round(this.clock.now())} ms: ${JSON.stringify(member.phase)}`,
        `  ${steps.length} steps to ${steps.at(-1)?.step}, holds step ${held?.state.step} version ${held?.state.version} ${held?.digest} (${held?.state.status})`,
        `  view ${JSON.stringify(member.membership.view)} links ${member.hub
          .peers()
          .map((p) => p.slice(0, 4))
          .join(' ')} phase ${JSON.stringify(member.membership.phase)}`,
        `  activity ${JSON.stringify(member.trainer.status.activity)} router ${JSON.stringify(member.trainer.router.counters)}`,
        `  ${notices.slice(-12).join(' | ')}`,
      ].join('\n');
    });
  }

  async end(): Promise<void> {
    for (const { id, member } of this.replicas) if (this.network.isAlive(id)) member.leave();
    await Promise.all(this.replicas.filter(({ id }) => this.network.isAlive(id)).map(({ ended }) => ended));
  }

  #note(what: string): void {
    this.course.push(`${this.clock.now().toFixed(6)} ${what}`);
  }

  #reconnectLater(replica: SimulatedReplica, peer: string): void {
    this.clock.after(reconnectMs, () => {
      const other = this.living.find(({ id }) => id === peer);
      if (!other || !this.living.includes(replica) || this.#cut.has(pair(replica.id, peer))) return;
      if (replica.member.hub.link(peer) && other.member.hub.link(replica.id)) return; // open or opening
      if (!this.#options.isSparse) this.connect(replica, other);
    });
  }

  /** The room server's and the pages' part. */
  #tendLinks(): void {
    this.clock.after(roomEveryMs, () => this.#tendLinks());
    const room = this.living.map(({ id }) => id);
    for (const { id, member } of this.living) {
      member.linkPolicy.room(room);
      this.mostLinks = Math.max(this.mostLinks, member.hub.peers().length);
      for (const peer of this.#wanted.get(id) ?? []) this.#openLater(id, peer);
    }
  }

  #openLater(id: string, peer: string): void {
    const name = pair(id, peer);
    const ends = (): SimulatedReplica[] => this.living.filter((each) => each.id === id || each.id === peer);
    const isLinked = ([a, b]: SimulatedReplica[]): boolean =>
      a.member.hub.link(b.id) !== undefined && b.member.hub.link(a.id) !== undefined;
    if (this.#opening.has(name) || this.#cut.has(name) || ends().length < 2 || isLinked(ends())) return;
    this.#opening.add(name);
    this.clock.after(this.#random.below(reconnectMs), () => {
      this.#opening.delete(name);
      const [a, b] = ends();
      if (b !== undefined && !this.#cut.has(name) && !isLinked([a, b])) this.connect(a, b);
    });
  }

  /** Promises settle and engines come to their next timer. */
  async #settle(): Promise<void> {
    // Data that members share is read from Blobs, which takes turns of the event loop.
    await (this.#options.lacksFile ? macrotask() : settled());
    while (this.#computing > 0) await macrotask();
  }

  #timed(engine: Engine, index: number): Engine {
    const random = this.#source('compute', this.#options.seed, index);
    const computeMs = this.#options.computeMs ?? (() => 4 + random.below(4));
    const counted = async <T>(call: () => Promise<T>): Promise<T> => {
      this.#computing++;
      try {
        return await call();
      } finally {
        this.#computing--;
      }
    };
    return {
      ...engine,
      gradient: async (...call) => {
        await new Promise<void>((resolve) =>
          this.clock.after(computeMs(random, index, call[0].length), resolve),
        );
        return counted(() => engine.gradient(...call));
      },
      evaluate: (...call) => counted(() => engine.evaluate(...call)),
      predict: (...call) => counted(() => engine.predict(...call)),
      readParameters: () => counted(() => engine.readParameters()),
    };
  }
}

function pair(a: string, b: string): string {
  return [a, b].sort().join(' ');
}
