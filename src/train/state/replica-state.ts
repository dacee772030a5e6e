// The tensors and decisions of this replica, its engine, and the gradient it is computing. A step is computed from
// the holding into shadow tensors, which then swap (03-exact-step.md, "Finish"); nothing else writes the holding.
import { assert } from '../../base/assert';
import { hashHex, hashWords } from '../../base/hash';
import { dropoutKeys, microBatches } from '../../data/micro-batches';
import { cutPositions } from '../../data/positions';
import { createSampler, type Sampler } from '../../data/sampler';
import { splitDataset, type Split } from '../../data/split';
import type { MemberId } from '../../membership/view';
import type { LossSums } from '../../model/engine';
import { hashBlocks } from '../../optim/state/digest';
import { tensorRanges, type TensorRange } from '../../optim/state/tensor-ranges';
import {
  copyTrainState,
  createGradientSum,
  createTrainState,
  type TrainState,
} from '../../optim/state/train-state';
import { assignBuckets } from '../reduce/buckets';
import type { Decision } from '../decide/decision';
import { versionedState, type VersionedState } from './versioned-state';
import { LocalGradient, type Poison } from '../reduce/local-gradient';
import { NormWatch } from '../reduce/norm-watch';
import { canonical, hashConfig, hashText, type RunConfig } from '../run/run-config';
import { afterStep } from '../schedule/plan-step';
import { newRun, type RunState } from '../run/run-state';
import { ShadowUpdate } from './shadow-update';
import { TensorSets } from './tensor-sets';
import type { Prepared, TrainerOptions } from '../context/trainer-options';

interface Ready extends Prepared {
  readonly configHash: string;
  /** Over parameter slots and dataset: equal on replicas that can train together. */
  readonly planHash: string;
  readonly config: RunConfig;
  readonly split: Split;
  readonly sampler: Sampler;
  readonly tensors: readonly TensorRange[];
}

/** What this replica held of a lineage that yielded to another (S4). */
export interface ForkCheckpoint {
  readonly lineage: string;
  readonly held: VersionedState;
}

export class ReplicaState {
  held: VersionedState | undefined;
  /** Since it was last outside the ring: what it holds is of another time or lineage. Worth its bytes, where they
   *  spare a healer some blocks, but not its word: however high its version, it must not heal others. */
  isStale = false;
  ready: Ready | undefined;
  /** Of step `holding.state.step + 1`, when this replica has a shard in its plan. */
  gradient: LocalGradient | undefined;
  /** Norms of contributions lately seen; by them a contribution is absurd. */
  readonly norms = new NormWatch();
  /** By the host's word: what happens to the next gradient begun. */
  poison: Poison | undefined;
  /** What others ride from, of earlier steps than `holding`; at most two (J2). */
  frozen: readonly VersionedState[] = [];
  /** Only of the lineage that yielded last. */
  forkCheckpoint: ForkCheckpoint | undefined;
  #sets: TensorSets | undefined;
  #shadow: TrainState | undefined;
  #localSum = new Float32Array();
  /** (P): the all-reduce writes here. */
  sum: Float32Array = new Float32Array();
  /** Digest of the holding that `sum` led to, until the next one is written. */
  #summed: string | undefined;
  #gradientAbort = new AbortController();

  constructor(
    readonly self: MemberId,
    readonly options: Pick<TrainerOptions, 'prepare' | 'clock' | 'random'>,
  ) {}

  /** The engine and data for this configuration; at once when they are there already. */
  async prepareFor(config: RunConfig, signal: AbortSignal): Promise<Ready> {
    const configHash = hashConfig(config);
    if (this.ready?.configHash === configHash) return this.ready;
    await this.dropGradient();
    this.ready?.engine.destroy();
    this.ready = undefined;
    const { engine, dataset } = await this.options.prepare(config, signal);
    const slots = engine.slots.map(({ name, shape, offset }) => ({ name, shape, offset }));
    const { random } = this.options;
    const split = splitDataset(dataset, config.validationExamples, config.seed, random);
    this.ready = {
      engine,
      dataset,
      configHash,
      planHash: hashText(JSON.stringify(slots) + dataset.hash),
      config,
      split,
      sampler: createSampler(config.seed, split.train, random),
      tensors: tensorRanges(engine.slots),
    };
    this.#localSum = new Float32Array(engine.parameterCount);
    if (this.held && hashConfig(this.held.state.config) === configHash)
      engine.setParameters(this.held.tensors.parameters);
    return this.ready;
  }

  /** The engine failed: the next prepareFor builds a new one. */
  async dropEngine(): Promise<void> {
    await this.dropGradient();
    this.ready?.engine.destroy();
    this.ready = undefined;
  }

  /** Begins a run from nothing: all zero until rank 0 initializes. After a run that was lost it is another one. */
  begin(config: RunConfig, lost?: RunState, told = 0): void {
    this.#hold(newRun(config, lost, told), this.#zeroTensors(config));
  }

  /** Nobody else holds anything: what this visitor brought is the best there is. Where a later state of the run is
   *  known to be lost (`lost`), or the lineage is known to have had a run (`told`, its number), it goes on as another
   *  run: steps are not committed twice (S1). */
  resume(lost?: RunState, told = 0): void {
    const { held } = this;
    assert(held, 'it brought something');
    const { tensors, hashes, state } = held;
    if (lost || told > 0) {
      const run = Math.max(lost?.run ?? 0, state.run, told) + 1;
      const version = Math.max(lost?.version ?? 0, state.version) + 1;
      this.held = versionedState({ ...state, run, version }, tensors, hashes);
    }
    this.isStale = false;
  }

  /** Its lineage yields: what it holds is kept beside what it will hold. Undefined: it holds nothing that was trained. */
  keepForkCheckpoint(lineage: string): ForkCheckpoint | undefined {
    const { held } = this;
    if (!held || this.isStale || held.state.step === 0) return undefined;
    return (this.forkCheckpoint = { lineage, held });
  }

  /** A decision without a step. */
  async transition(next: RunState): Promise<void> {
    const { held } = this;
    assert(held, 'a transition follows a state');
    if (canonical(next.plan) !== canonical(held.state.plan)) await this.dropGradient();
    this.held = versionedState(next, held.tensors, held.hashes);
  }

  /** A new run (configure), prepared before: all zero, for everyone. */
  async beginRun(next: RunState): Promise<void> {
    await this.dropGradient();
    this.#hold(next, this.#zeroTensors(next.config));
  }

  /** Rank 0: the run's first parameters (E0). */
  initialize(): void {
    const { held, ready } = this;
    assert(held && ready, 'a prepared run');
    const { state } = held;
    const tensors = this.#zeroTensors(state.config);
    tensors.parameters.set(ready.engine.initialParameters(state.config.seed));
    this.#hold({ ...state, version: state.version + 1, initialized: true }, tensors);
  }

  /** Tensors to ride in: a copy of what is held where the shape is the same, else zero. */
  tensorsToCatchUpIn(config: RunConfig): TrainState {
    const tensors = this.#zeroTensors(config);
    const heldNow = this.held?.tensors;
    const isSameShape =
      heldNow?.parameters.length === tensors.parameters.length &&
      heldNow.vectors.length === tensors.vectors.length &&
      heldNow.scalars.length === tensors.scalars.length;
    if (isSameShape) copyTrainState(heldNow, tensors);
    return tensors;
  }

  /** Takes over a verified holding, with the sets it was replayed in, and what others may still ride from. */
  async adopt(
    promoted: VersionedState,
    sets: TensorSets,
    snapshot: VersionedState | undefined,
  ): Promise<void> {
    await this.dropGradient();
    this.#hold(promoted.state, promoted.tensors, promoted.hashes, sets);
    this.frozen = snapshot ? [snapshot] : [];
  }

  /** What is held stays frozen while somebody rides from it, for as long as all see it in the records (J2). */
  keepFrozen(fetched: ReadonlySet<string>): void {
    const { held } = this;
    const kept = this.frozen.filter(({ digest }) => fetched.has(digest));
    const isNew = held && fetched.has(held.digest) && !kept.some(({ digest }) => digest === held.digest);
    this.frozen = isNew && kept.length < maxFrozen ? [...kept, held] : kept;
  }

  /** Starts the gradient of the planned step, if there is one and none is under way. */
  beginGradient(): void {
    const { held, ready } = this;
    if (this.gradient || !held?.state.plan || !ready || held.state.status !== 'running') return;
    const { plan, config } = held.state;
    const rank = plan.shards.findIndex(({ member }) => member === this.self);
    const sizes = plan.shards.map(({ count }) => count);
    const positions = rank < 0 ? [] : cutPositions(plan.positions, sizes)[rank];
    const indices = ready.sampler.examples(positions);
    this.#gradientAbort = new AbortController();
    this.gradient = new LocalGradient(
      ready.engine,
      microBatches(ready.dataset, indices, config.microBatch, dropoutKeys(config.seed, positions)),
      assignBuckets(ready.engine.slots, plan.buckets),
      this.#localSum,
      plan.buckets.overlap,
      this.options.clock,
      this.#gradientAbort.signal,
      { limit: () => this.norms.limit('source'), poison: this.poison },
    );
    this.poison = undefined;
  }

  /** Loss terms this replica contributes to the planned step. */
  get contribution(): number {
    const counted = this.gradient?.count;
    if (counted !== undefined) return counted;
    const plan = this.held?.state.plan;
    const shard = plan?.shards.find(({ member }) => member === this.self);
    return shard && this.ready ? shard.count * this.ready.dataset.terms : 0;
  }

  /** Before this replica announces its contribution: in mixed precision only the whole gradient says whether there is
   *  one. Rejects with EngineError. */
  async settleContribution(): Promise<void> {
    if (this.ready?.engine.precision === 'mixed') await this.gradient?.done;
    await this.gradient?.settle();
  }

  /** Awaits the end of the gradient under way, so that the engine and the buffer are free. */
  async dropGradient(): Promise<void> {
    const { gradient } = this;
    if (!gradient) return;
    this.#gradientAbort.abort(new Error('the gradient is no longer wanted'));
    await gradient.done.catch(() => undefined);
    this.gradient = undefined;
  }

  /** One attempt at the exact update, into the shadow. */
  beginUpdate({ plan, totalCount }: Decision & { kind: 'step' }): ShadowUpdate {
    const { held, ready, sum } = this;
    assert(held && ready && this.#sets, 'a prepared run');
    const { optimizer, clipNorm } = held.state.config;
    this.#summed = undefined;
    const kept = [held, ...this.frozen, ...(this.forkCheckpoint ? [this.forkCheckpoint.held] : [])];
    this.#shadow = this.#sets.spare(kept.map(({ tensors }) => tensors));
    return new ShadowUpdate({
      optimizer,
      clipNorm,
      learningRate: plan.learningRate,
      exampleCount: totalCount,
      tensors: ready.tensors,
      from: held.tensors,
      to: this.#shadow,
      sum,
    });
  }

  /** The whole sum has been announced to `update`: swap. ‖ḡ‖ is of the mean gradient. */
  async finish(
    decision: Decision & { kind: 'step' },
    update: ShadowUpdate,
  ): Promise<{ gradientNorm: number; isSkipped: boolean }> {
    const { held, ready } = this;
    assert(held && ready && this.#shadow, 'a prepared run, and an update begun');
    await this.gradient?.done;
    const { state, tensors } = held;
    const shadow = this.#shadow;
    const { gradientNorm, isSkipped, hashes } = update.finish();
    const next = afterStep(state, decision, isSkipped);
    this.gradient = undefined;
    if (isSkipped) this.held = versionedState(next, tensors, held.hashes);
    else {
      this.held = versionedState(next, shadow, hashes);
      ready.engine.setParameters(shadow.parameters);
      this.#summed = this.held.digest;
    }
    return { gradientNorm, isSkipped };
  }

  /** What one that missed the step to this digest may fetch. */
  sumOf(digest: string): Float32Array | undefined {
    return this.#summed === digest ? this.sum : undefined;
  }

  /** Sums over this replica's part of the validation split: part `index` of `parts`. */
  async evaluate(index: number, parts: number): Promise<LossSums> {
    const { ready, held } = this;
    assert(ready && held, 'a prepared run');
    const { validation } = ready.split;
    const start = Math.floor((validation.length * index) / parts);
    const end = Math.floor((validation.length * (index + 1)) / parts);
    const mine = validation.subarray(start, end);
    return ready.engine.evaluate(microBatches(ready.dataset, mine, held.state.config.microBatch));
  }

  /** E4: does the device still hold the parameters it was given? Not while a gradient is under way. */
  async isDeviceFaithful(): Promise<boolean> {
    const { ready, held } = this;
    assert(ready && held && !this.gradient, 'a prepared run, between gradients');
    return hashOf(await ready.engine.readParameters()) === hashOf(held.tensors.parameters);
  }

  destroy(): void {
    this.#gradientAbort.abort(new Error('the replica ended'));
    this.ready?.engine.destroy();
  }

  #zeroTensors(config: RunConfig): TrainState {
    assert(this.ready, 'the configuration is prepared');
    return createTrainState(config.optimizer, this.ready.engine.parameterCount);
  }

  #hold(
    state: RunState,
    tensors: TrainState,
    hashes = hashBlocks(tensors),
    sets = new TensorSets(tensors),
  ): void {
    this.held = versionedState(state, tensors, hashes);
    this.isStale = false;
    this.frozen = [];
    this.#sets = sets;
    this.sum = createGradientSum(sets.first);
    this.#summed = undefined;
    this.ready?.engine.setParameters(tensors.parameters);
  }
}

const maxFrozen = 2;

function hashOf(parameters: Float32Array): string {
  return hashHex(hashWords(new Uint32Array(parameters.buffer, parameters.byteOffset, parameters.length)));
}
