// A ring of whole replicas in one thread for tests: CPU backend, real links over message ports, real commands.
import { inEnglish } from '../../cli/english/in-english';
import { hashHex, hashWords } from '../../base/hash';
import { realClock, type Clock } from '../../base/clock';
import { prng } from '../../base/prng';
import { waitFor } from '../../base/deadline';
import { loadDataset } from '../../data/load-dataset';
import type { Dataset } from '../../data/dataset';
import { baseOf } from '../../model/testing/oracle';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import type { Engine } from '../../model/engine';
import { EmulatedWire } from '../../net/wires/emulated-wire';
import { PortWire } from '../../net/wires/port-wire';
import { newHostKeys, signCommand } from '../../net/room/signed-command';
import { WireLink } from '../../net/link/wire-link';
import type { HostCommand } from '../commands/host-command';
import { moonsRun } from './moons-run';
import type { Prepared } from '../context/trainer-options';
import { RingMember } from '../member/ring-member';
import { isFileData } from '../run/data-shape';
import type { RunConfig } from '../run/run-config';
import type { StepRecord } from '../metrics/step-record';
import { serialEngine } from '../reduce/serial-engine';

export const testConfig: RunConfig = {
  ...moonsRun([16], 300),
  validationExamples: 60,
  localBatch: 8,
  microBatch: 4,
  optimizer: { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 },
  learningRate: 0.01,
  steps: 20,
  evaluateEvery: 5,
  buckets: {
    mode: 'bucketed',
    topology: 'ring',
    codec: { kind: 'f32' },
    firstBytes: 4096,
    capBytes: 4096,
    overlap: true,
  },
};

export interface TestReplica {
  readonly id: string;
  readonly member: RingMember;
  readonly steps: StepRecord[];
  readonly notices: string[];
  readonly ended: Promise<void>;
  /** Parameters after each finished step, by step. */
  readonly engines: Engine[];
}

export class TestRing {
  readonly replicas: TestReplica[] = [];
  readonly #keys = newHostKeys();
  readonly #dead = new Set<TestReplica>();
  #sequence = 1;

  constructor(
    readonly config: RunConfig = testConfig,
    /** Undefined: built-in data. */
    readonly datasetOf?: (replica: number) => Dataset,
    readonly wrapEngine: (engine: Engine, replica: number) => Engine = (engine) => engine,
    /** How a replica chooses its engine; undefined: it takes the plain loops. */
    readonly choose?: (config: RunConfig, replica: number) => Promise<Omit<Prepared, 'dataset'>>,
    /** Whether a replica has its device alone; undefined: nobody knows. */
    readonly isAlone?: (replica: number) => boolean,
    /** The members' clock. */
    readonly clock: Clock = realClock,
  ) {}

  /** Adds a replica, linked to all living ones. The first creates the ring. */
  add(): TestReplica {
    const index = this.replicas.length;
    const { lo, hi } = hashWords(new Uint32Array([index, 77]));
    const id = hashHex({ lo, hi });
    const engines: Engine[] = [];
    const member = new RingMember({
      self: id,
      name: `replica ${index}`,
      clock: this.clock,
      seed: index,
      room: { code: 'TEST', hostPublicKey: this.#keys.hostPublicKey },
      ...(this.isAlone && { isAlone: () => Promise.resolve(this.isAlone!(index)) }),
      prepare: async (config) => {
        const chosen = (await this.choose?.(config, index)) ?? {
          engine: serialEngine(createCpuEngine(config.model, config.microBatch)),
        };
        chosen.engine.setBase(baseOf(config.model));
        const engine = this.wrapEngine(chosen.engine, index);
        engines.push(engine);
        return { ...chosen, engine, dataset: this.datasetOf?.(index) ?? builtIn(config) };
      },
    });
    if (index === 0) member.createRing(this.config);
    const replica = {
      id,
      member,
      steps: [] as StepRecord[],
      notices: [] as string[],
      ended: member.run(),
      engines,
    };
    member.on('step', (record) => replica.steps.push(record));
    member.on('notice', ({ says }) => replica.notices.push(inEnglish(says)));
    for (const other of this.replicas) if (!this.#dead.has(other)) this.link(replica, other);
    this.replicas.push(replica);
    return replica;
  }

  link(a: TestReplica, b: TestReplica): void {
    const channel = new MessageChannel();
    const open = (port: MessagePort, peer: TestReplica): WireLink => {
      const wire = new EmulatedWire(new PortWire(port), realClock, prng('line', peer.id));
      return new WireLink({ clock: realClock, wire, peer: peer.member.options.name });
    };
    const linkA = open(channel.port1, b);
    const linkB = open(channel.port2, a);
    a.member.addLink(b.id, linkA);
    b.member.addLink(a.id, linkB);
  }

  submit(command: HostCommand): void {
    const envelope = signCommand(this.#keys.hostToken, 'TEST', this.#sequence++, JSON.stringify(command));
    this.living[0].member.submit(envelope);
  }

  /** Gone without a goodbye: its links close, as a killed tab's do. */
  kill(replica: TestReplica): void {
    this.#dead.add(replica);
    replica.member.membership.end();
    replica.member.leave();
  }

  get living(): TestReplica[] {
    return this.replicas.filter((replica) => !this.#dead.has(replica));
  }

  /** Resolves when the condition holds, looked at whenever anything changes. */
  async until(what: string, condition: () => boolean, deadlineMs = 20_000): Promise<void> {
    const wait = waitFor<void>(realClock, deadlineMs, what);
    const look = (): void => (condition() ? wait.settle() : undefined);
    const stop = this.replicas.flatMap(({ member }) => [
      member.on('change', look),
      member.on('step', look),
      member.on('notice', look),
    ]);
    look();
    try {
      await wait.promise;
    } catch (error) {
      const state = this.replicas.map(
        ({ member, steps, notices }) =>
          `${member.options.name}: ${JSON.stringify(member.phase)} ${steps.length} steps, view ${JSON.stringify(member.membership.view)}, activity ${JSON.stringify(member.trainer.status.activity)}; ${notices.join(' | ')}`,
      );
      throw new Error(`${String(error)}\n${state.join('\n')}`, { cause: error });
    } finally {
      for (const remove of stop) remove();
    }
  }

  async end(): Promise<void> {
    for (const { member } of this.replicas) member.leave();
    await Promise.all(this.replicas.map(({ ended }) => ended));
  }
}

function builtIn({ data, seed }: RunConfig): Dataset {
  if (isFileData(data)) throw new Error('a test on files brings its dataset');
  return loadDataset(data, seed);
}
