// This replica's participation, which changes only through `become`. Beside it stand the device that computes and the
// checkpoint of a lineage that this replica is out of.
import type { MemberId } from '../../membership/view';
import type { TrainerOptions } from '../context/trainer-options';
import { Residual } from '../reduce/residual';
import { hashConfig, type RunConfig } from '../run/run-config';
import type { RunState } from '../run/run-state';
import { outlierLimit } from '../run/usual-norms';
import { Device, type Ready } from '../state/device';
import type { VersionedState } from '../state/versioned-state';
import { followedState, type Participation } from './participation';
import { storeState } from './stored-state';

/** What this replica held of a lineage that yielded to another (S4a), or that it was taken out of (J8). */
export interface ForkCheckpoint {
  readonly lineage: string;
  readonly held: VersionedState;
}

export class Replica {
  readonly device: Device;
  readonly residual = new Residual();
  #participation: Participation = { kind: 'outside', stored: undefined };
  #forkCheckpoint: ForkCheckpoint | undefined;
  readonly #saving = new Set<VersionedState>();
  #best: { readonly version: VersionedState; readonly loss: number } | undefined;
  /** Read from a file of this device: the ring's next run begins with it, if the host's command names it (E0). */
  savedRun: VersionedState | undefined;

  constructor(self: MemberId, options: Pick<TrainerOptions, 'prepare' | 'clock' | 'random'>) {
    this.device = new Device(self, options, () => outlierLimit(this.followed?.usualNorms ?? [], 'source'));
  }

  get participation(): Participation {
    return this.#participation;
  }

  /** The device follows what is stored. */
  become(next: Participation): void {
    const before = this.held?.tensors;
    this.#participation = next;
    const { held } = this;
    if (this.#best?.version.state.run !== held?.state.run) this.#best = undefined;
    if (held && held.tensors !== before) this.device.setParameters(held.tensors.parameters);
  }

  get isCatchingUp(): boolean {
    return this.#participation.kind === 'catching-up';
  }

  get ready(): Ready | undefined {
    return this.device.ready;
  }

  /** The stored version, stale or not. */
  get held(): VersionedState | undefined {
    return this.#participation.stored?.held;
  }

  get frozen(): readonly VersionedState[] {
    return this.#participation.stored?.frozen ?? [];
  }

  /** No header has shown yet that its last decision happened (T13a). */
  get mayGoBack(): boolean {
    return this.#participation.stored?.before !== undefined;
  }

  /** Decisions as this replica follows them; undefined: it follows none. */
  get followed(): RunState | undefined {
    return followedState(this.#participation);
  }

  /** The state by the latest decisions that this replica knows; undefined: it knows none. */
  get known(): RunState | undefined {
    return this.followed ?? this.held?.state;
  }

  /** The checkpoint of the lineage that trained most, of those that it is out of. */
  get forkCheckpoint(): ForkCheckpoint | undefined {
    return this.#forkCheckpoint;
  }

  /** Versions beside the held one whose tensors no update may take. */
  get kept(): readonly VersionedState[] {
    const fork = this.#forkCheckpoint?.held;
    return [
      ...this.frozen,
      ...(fork ? [fork] : []),
      ...(this.#best ? [this.#best.version] : []),
      ...this.#saving,
    ];
  }

  /** The state of the run's lowest held-out loss; undefined: nothing was evaluated here, or it was lowest before this
   *  replica came. */
  get best(): VersionedState | undefined {
    const { loss, step } = this.held?.state.best ?? {};
    // A ring that went on without this replica may have another best.
    return this.#best?.version.state.step === step && this.#best?.loss === loss
      ? this.#best?.version
      : undefined;
  }

  /** The held version is the best of its run so far (S27a). */
  keepBest(loss: number): void {
    this.#best = this.held && { version: { ...this.held }, loss };
  }

  /** The version stays as it is until `write` has settled, while this replica trains on. */
  async whileKept<T>(version: VersionedState, write: (version: VersionedState) => Promise<T>): Promise<T> {
    const saving = { ...version };
    this.#saving.add(saving);
    try {
      return await write(saving);
    } finally {
      this.#saving.delete(saving);
    }
  }

  /** It is out of its lineage: what it holds is kept beside what it will hold, unless what is kept already was trained on
   *  more (J8a). Undefined: it holds nothing that was trained. */
  keepForkCheckpoint(lineage: string): ForkCheckpoint | undefined {
    const participation = this.#participation;
    if (participation.kind !== 'current' || participation.stored.held.state.step === 0) return undefined;
    const { held } = participation.stored;
    const before = this.#forkCheckpoint;
    const left = { lineage, held };
    if (!before || before.lineage === lineage || before.held.state.examples <= held.state.examples)
      this.#forkCheckpoint = left;
    return left;
  }

  /** The ring of this lineage has committed a step here: a checkpoint of an earlier step of it holds nothing more. */
  committed(lineage: string, { run, step }: Pick<RunState, 'run' | 'step'>): void {
    const fork = this.#forkCheckpoint;
    const state = fork?.held.state;
    if (state && fork.lineage === lineage && state.run === run && state.step <= step)
      this.#forkCheckpoint = undefined;
  }

  /** What it goes on from alone (J8b): what it stores or what it kept, by which was trained on more. */
  get brought(): VersionedState | undefined {
    const held = this.held?.state.initialized ? this.held : undefined;
    const kept = this.#forkCheckpoint?.held;
    return kept && kept.state.examples > (held?.state.examples ?? 0) ? kept : held;
  }

  /** Stores what it brings. False: nothing. */
  bring(): boolean {
    const { brought, held } = this;
    if (!brought || brought === held) return brought !== undefined;
    this.#forkCheckpoint = undefined;
    this.become({ kind: 'outside', stored: storeState(brought.state, brought.tensors, brought.hashes) });
    return true;
  }

  /** The engine and data for this configuration; at once when they are there already. Rejects with PrepareError or
   *  EngineError. */
  async prepareFor(config: RunConfig, signal: AbortSignal): Promise<Ready> {
    if (await this.device.prepareFor(config, signal)) this.giveParameters();
    return this.device.ready!;
  }

  /** The engine may hold others than those of the stored version. */
  giveParameters(): void {
    const { held, ready } = this;
    if (held && ready?.configHash === hashConfig(held.state.config))
      this.device.setParameters(held.tensors.parameters);
  }
}
