// This replica's device: the engine and the data prepared for one configuration, and the one gradient under way on it.
// The engine computes one gradient at a time; `dropGradient` frees it.
import { assert } from '../../base/assert';
import { untilAborted } from '../../base/until-aborted';
import { hashHex, hashWords } from '../../base/hash';
import { dropoutKeys, microBatches } from '../../data/micro-batches';
import { countOf, cutPositions, type Positions } from '../../data/positions';
import { createSampler, type Sampler } from '../../data/sampler';
import { splitDataset, type Split } from '../../data/split';
import type { MemberId } from '../../membership/view';
import { EngineError, type LossSums } from '../../model/engine';
import { tensorRanges, type TensorRange } from '../../optim/state/tensor-ranges';
import { createState, type TrainState } from '../../optim/state/train-state';
import type { Prepared, TrainerOptions } from '../context/trainer-options';
import { assignBuckets } from '../reduce/buckets';
import { InnerOptimizer } from '../inner/inner-optimizer';
import { innerRate } from '../schedule/inner-rate';
import { innerParts } from '../inner/inner-parts';
import { InnerSteps } from '../inner/inner-steps';
import { shardGradient, type GradientSource } from '../reduce/gradient-source';
import { LocalGradient, type Poison } from '../reduce/local-gradient';
import { stateShapeOf } from '../run/exact-update';
import { hashConfig, hashText, type RunConfig } from '../run/run-config';
import type { RunState, StepPlan } from '../run/run-state';

export interface Ready extends Prepared {
  readonly configHash: string;
  /** Over parameter slots and dataset: equal on replicas that can train together. */
  readonly planHash: string;
  readonly config: RunConfig;
  readonly split: Split;
  readonly sampler: Sampler;
  readonly tensors: readonly TensorRange[];
}

export class Device {
  #ready: Ready | undefined;
  #gradient: LocalGradient | undefined;
  #poison: Poison | undefined;
  #localSum = new Float32Array();
  readonly inner = new InnerOptimizer();
  /** When the last of these members said its record of the coming round; undefined: some did not yet. */
  recordsCameMs: (members: readonly MemberId[]) => number | undefined = () => undefined;
  #abort = new AbortController();

  /** `outlierNorm`: ‖g_j‖ above it is an outlier; undefined while too little is known (S11). */
  constructor(
    readonly self: MemberId,
    readonly options: Pick<TrainerOptions, 'prepare' | 'clock' | 'random'>,
    readonly outlierNorm: () => number | undefined,
  ) {}

  get ready(): Ready | undefined {
    return this.#ready;
  }

  /** Of the step after the state that it was begun with. */
  get gradient(): LocalGradient | undefined {
    return this.#gradient;
  }

  /** Builds the engine and loads the data, unless they are there already. True: they are new, and the engine holds no
   *  parameters yet. Rejects with PrepareError or EngineError. */
  async prepareFor(config: RunConfig, signal: AbortSignal): Promise<boolean> {
    const configHash = hashConfig(config);
    if (this.#ready?.configHash === configHash) return false;
    await this.dropEngine();
    const prepared = await this.options.prepare(config, signal);
    const { engine, dataset } = prepared;
    const slots = engine.slots.map(({ name, shape, offset }) => ({ name, shape, offset }));
    const { random } = this.options;
    const split = splitDataset(dataset, config.validationExamples, config.seed, random);
    this.#ready = {
      ...prepared,
      configHash,
      planHash: hashText(JSON.stringify(slots) + dataset.hash),
      config,
      split,
      sampler: createSampler(config.seed, split.train, random),
      tensors: tensorRanges(engine.slots),
    };
    this.#localSum = new Float32Array(engine.parameterCount);
    return true;
  }

  /** The next prepareFor builds a new engine. */
  async dropEngine(): Promise<void> {
    await this.dropGradient();
    this.#ready?.engine.destroy();
    this.#ready = undefined;
  }

  /** Tensors of the shape that `state` needs, all zero. */
  zeroTensors(state: RunState): TrainState {
    assert(this.#ready, 'the configuration is prepared');
    return createState(stateShapeOf(state), this.#ready.engine.parameterCount);
  }

  setParameters(parameters: Float32Array): void {
    this.#ready?.engine.setParameters(parameters);
  }

  /** Starts the gradient of the step planned in `state`, or its inner steps, if one is planned and none is under way.
   *  `outer`: its parameters, which the engine holds. */
  beginGradient(state: RunState, outer: Float32Array): void {
    if (this.#gradient || !state.plan || !this.#ready || state.status !== 'running') return;
    const { engine } = this.#ready;
    const { plan } = state;
    this.#abort = new AbortController();
    this.#gradient = new LocalGradient(
      this.#sourceOf(this.#ready, state, plan, outer),
      assignBuckets(engine.slots, plan.buckets),
      this.#localSum,
      this.options.clock,
      this.#abort.signal,
      { limit: this.outlierNorm, poison: this.#poison },
    );
    this.#poison = undefined;
  }

  #sourceOf(
    { engine, dataset, sampler, tensors }: Ready,
    state: RunState,
    plan: StepPlan,
    outer: Float32Array,
  ): GradientSource {
    const { config, sync } = state;
    const rank = plan.shards.findIndex(({ member }) => member === this.self);
    const sizes = plan.shards.map(({ count }) => count);
    const positions = rank < 0 ? [] : cutPositions(plan.positions, sizes)[rank];
    const rowsOf = (part: Positions) =>
      microBatches(dataset, sampler.examples(part), config.microBatch, dropoutKeys(config.seed, part));
    if (sync.kind === 'every-step') return shardGradient(engine, rowsOf(positions), plan.buckets.overlap);
    const others = plan.shards.flatMap(({ member, count }) => member === this.self || count === 0 ? [] : [member]); // prettier-ignore
    const count = countOf(positions);
    return new InnerSteps({
      ...{ engine, outer, inner: this.inner, tensors },
      ...{ optimizer: config.optimizer, clipNorm: config.clipNorm },
      terms: count * dataset.terms,
      batches: innerParts(positions, sync.innerSteps).map((part) => () => rowsOf(part)),
      learningRate: (at) => innerRate(state, at),
      othersDoneMs: () => (others.length === 0 ? undefined : this.recordsCameMs(others)),
      clock: this.options.clock,
    });
  }

  /** How to spoil the next gradient, by the host's command. */
  poisonNext(poison: Poison): void {
    this.#poison = poison;
  }

  /** Loss terms that this replica contributes to the step planned in `state`. */
  contribution(state: RunState | undefined): number {
    const counted = this.#gradient?.count;
    if (counted !== undefined) return counted;
    const shard = state?.plan?.shards.find(({ member }) => member === this.self);
    return shard && this.#ready ? shard.count * this.#ready.dataset.terms : 0;
  }

  /** Before this replica announces its contribution. Rejects with EngineError, or the signal's reason: the gradient
   *  goes on meanwhile. */
  async settleContribution(signal: AbortSignal): Promise<void> {
    const gradient = this.#gradient;
    if (gradient?.source.isAnnouncedLate) await untilAborted(gradient.whole(), signal);
    await gradient?.settle();
  }

  /** Awaits the end of the gradient under way, so that the engine and the buffer are free. */
  async dropGradient(): Promise<void> {
    if (!this.#gradient) return;
    this.#abort.abort(new Error('the gradient is no longer wanted'));
    await this.#gradient.done.catch(() => undefined);
    this.#gradient = undefined;
  }

  /** Its step is finished. What the inner steps did counts if they entered the sum (E25). */
  finishGradient(isSkipped: boolean): void {
    if (!isSkipped && this.#gradient?.count) this.inner.keep();
    this.#gradient = undefined;
  }

  /** Sums over part `index` of `parts` of the validation split. */
  async evaluate({ config }: RunState, index: number, parts: number): Promise<LossSums> {
    assert(this.#ready, 'a prepared run');
    const { dataset, engine, split } = this.#ready;
    const { validation } = split;
    const start = Math.floor((validation.length * index) / parts);
    const end = Math.floor((validation.length * (index + 1)) / parts);
    return engine.evaluate(microBatches(dataset, validation.subarray(start, end), config.microBatch));
  }

  /** Does the engine still hold these parameters (E15)? Not while a gradient is under way. */
  async isFaithful(parameters: Float32Array): Promise<boolean> {
    assert(this.#ready && !this.#gradient, 'a prepared run, between gradients');
    return hashOf(await this.#ready.engine.readParameters()) === hashOf(parameters);
  }

  /** Does what is due of the engine's checks (E20). Not while a gradient is under way. Rejects with EngineError. */
  async checkAnswers(parameters: Float32Array): Promise<void> {
    assert(this.#ready && !this.#gradient, 'a prepared run, between gradients');
    const { watch, engine } = this.#ready;
    if (!watch) return;
    const { wrong, needsParameters } = await watch.look();
    if (wrong !== undefined) throw new EngineError('wrong-answers', wrong);
    if (needsParameters) engine.setParameters(parameters);
  }

  destroy(): void {
    this.#abort.abort(new Error('the replica ended'));
    this.#ready?.engine.destroy();
  }
}

function hashOf(parameters: Float32Array): string {
  return hashHex(hashWords(new Uint32Array(parameters.buffer, parameters.byteOffset, parameters.length)));
}
