// This replica's device: the engine and the data prepared for one configuration, and the one gradient under way on it.
// The engine computes one gradient at a time; `dropGradient` frees it.
import { assert } from '../../base/assert';
import { yieldToLoop } from '../../base/yield-to-loop';
import { untilAborted } from '../../base/until-aborted';
import { hashHex, hashWords } from '../../base/hash';
import { amountsOf, varianceOf } from '../../data/amount-dataset';
import { microBatches } from '../../data/micro-batches';
import type { Sampler } from '../../data/sampler';
import { splitDataset, splitLargeText, type Split } from '../../data/split';
import type { MemberId } from '../../membership/view';
import { EngineError, type LossSums } from '../../model/engine';
import { tensorRanges, type TensorRange } from '../../optim/state/tensor-ranges';
import { createState, type TrainState } from '../../optim/state/train-state';
import type { Prepared, TrainerOptions } from '../context/trainer-options';
import { assignBuckets } from '../reduce/buckets';
import { InnerOptimizer } from '../reduce/inner/inner-optimizer';
import { InnerStates } from '../reduce/inner/inner-states';
import { LocalGradient, type Poison } from '../reduce/local-gradient';
import { sourceOf, type RecordTimes } from './contribution-source';
import { addedTo, isOwnData, shapeOf } from '../run/data-shape';
import { fingerprintOf, ownProof, type OwnSecret } from '../run/own-proof';
import type { OwnData } from '../run/own-streams';
import { stateShapeOf } from '../run/exact-update';
import { fragmentOf } from '../run/fragments';
import { memberSampler } from '../run/member-sampler';
import { ringStepOf } from '../run/sync';
import { canonical, hashConfig, hashText, type RunConfig } from '../run/run-config';
import type { RunState, StepPlan } from '../run/run-state';

export interface Ready extends Prepared {
  readonly configHash: string;
  /** A hash over parameter slots and dataset: equal on replicas that can train together. */
  readonly planHash: string;
  readonly config: RunConfig;
  readonly split: Split;
  readonly sampler: Sampler;
  readonly tensors: readonly TensorRange[];
}

/** What a gradient of the step planned in `state` begins from. */
interface GradientBegin {
  readonly state: RunState;
  readonly plan: StepPlan;
  /** (P): the parameters of the ring's state. */
  readonly outer: Float32Array;
  /** What the step before left of this member's own parameters; undefined: nothing. */
  readonly left: TrainState | undefined;
  readonly records: RecordTimes;
  readonly signal: AbortSignal;
}

/** Held-out examples with amounts that each member evaluates alone: some milliseconds. */
const mostEvaluated = 4096;

export class Device {
  #ready: Ready | undefined;
  #gradient: LocalGradient | undefined;
  #poison: Poison | undefined;
  #named: { readonly engine: Ready['engine']; readonly name: string } | undefined;
  /** One for each gradient under way. */
  #localSums: readonly Float32Array[] = [];
  /** The fingerprint of its data and the proofs of it that were asked for: each takes a hash. */
  #own: { readonly of: Ready; readonly data: string; readonly proofs: Map<MemberId, string> } | undefined;
  /** The variance of the held-out amounts; undefined: not asked for yet. */
  #variance: number | undefined;
  readonly #inner = new InnerOptimizer();
  readonly #states = new InnerStates();
  /** Inner steps of the step after the one of `gradient`, while its sum travels (E28). */
  #ahead:
    | { readonly gradient: LocalGradient; readonly key: string; readonly abort: AbortController }
    | undefined;
  #abort = new AbortController();

  /** `outlierNorm`: ‖g_j‖ above it is an outlier; undefined while too little is known (S11). */
  constructor(
    readonly self: MemberId,
    readonly options: Pick<TrainerOptions, 'prepare' | 'clock' | 'random'>,
    readonly outlierNorm: () => number | undefined,
  ) {}

  /** The engine has another name than when this was last asked: another number of threads. Once for each name. */
  takeRename(): boolean {
    const { engine } = this.#ready ?? {};
    const before = this.#named;
    this.#named = engine && { engine, name: engine.device };
    return engine !== undefined && engine === before?.engine && engine.device !== before.name;
  }

  get ready(): Ready | undefined {
    return this.#ready;
  }

  /** The gradient of the step after the state that it was begun with. */
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
    const isOwn = isOwnData(config.data);
    const held = heldOutOf(config, dataset.length);
    const split = dataset.text?.large
      ? await splitLargeText(dataset, held, yieldToLoop)
      : splitDataset(dataset, held, config.seed, random, addedTo(config.data));
    this.#ready = {
      ...prepared,
      configHash,
      // E29: own examples differ, their shape does not.
      planHash: hashText(JSON.stringify(slots) + (isOwn ? canonical(shapeOf(config.data)) : dataset.hash)),
      config,
      split,
      sampler: memberSampler(config, dataset, split.train, this.self, random),
      tensors: tensorRanges(engine.slots),
    };
    this.#localSums = [];
    this.#variance = undefined;
    return true;
  }

  /** Another replica's engine and data, which it does not use meanwhile, for this configuration of the same model. */
  borrow({ watch: _, ...ready }: Ready, config: RunConfig): void {
    const { dataset, split } = ready;
    const sampler = memberSampler(config, dataset, split.train, this.self, this.options.random);
    this.#ready = { ...ready, config, configHash: hashConfig(config), sampler };
  }

  /** What this member's record says of its own data (S20). */
  get own(): OwnData | undefined {
    if (!this.#ready || !isOwnData(this.#ready.config.data)) return undefined;
    const { split } = this.#ready;
    if (this.#own?.of !== this.#ready)
      this.#own = { of: this.#ready, data: fingerprintOf(this.#ownSecret(this.#ready)), proofs: new Map() };
    return { data: this.#own.data, examples: split.train.length, proof: this.ownProofOf(this.self) };
  }

  /** What this member would say as its proof, if it has the same data as this replica (T14). */
  ownProofOf(member: MemberId): string {
    const { of, proofs } = this.#own!;
    const proof = proofs.get(member) ?? ownProof(this.#ownSecret(of), member);
    proofs.set(member, proof);
    return proof;
  }

  #ownSecret({ config, dataset }: Ready): OwnSecret {
    return `${config.seed} ${dataset.hash}`;
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

  /** Inner steps under way have their own, and leave the held ones in the engine. */
  setParameters(parameters: Float32Array): void {
    if (!this.isComputingOwn) this.#ready?.engine.setParameters(parameters);
  }

  /** The engine may not be asked for anything else. */
  get isComputing(): boolean {
    return [this.#gradient, this.#ahead?.gradient].some((gradient) => gradient && !gradient.isDone);
  }

  /** The engine holds this member's own parameters of now, not the outer ones. */
  get isComputingOwn(): boolean {
    const isOwn = (gradient: LocalGradient | undefined): boolean =>
      gradient?.source.own !== undefined && !gradient.isDone;
    return isOwn(this.#gradient) || isOwn(this.#ahead?.gradient);
  }

  /** Starts the gradient of the step planned in `state`, or its inner steps, if one is planned and none is under way.
   *  `outer`: its parameters, which the engine holds. */
  beginGradient(state: RunState, outer: Float32Array, records: RecordTimes): void {
    if (this.#gradient || !state.plan || !this.#ready || state.status !== 'running') return;
    this.#abort = new AbortController();
    this.#gradient = this.#begun(this.#ready, {
      state,
      plan: state.plan,
      outer,
      records,
      left: this.#states.leftBy(state.step),
      signal: this.#abort.signal,
    });
    this.#gradient.source.own?.outerIs(outer);
  }

  #begun(ready: Ready, { state, plan, signal, ...from }: GradientBegin): LocalGradient {
    const { slots } = ready.engine;
    const { self, options } = this;
    const { clock } = options;
    const common = { self, clock, inner: this.#inner, states: this.#states };
    const gradient = new LocalGradient({
      source: sourceOf(ready, state, plan, { ...common, ...from }),
      buckets: assignBuckets(slots, plan.buckets, fragmentOf(state, slots)),
      into: this.#freeSum(ready.engine.parameterCount),
      clock,
      signal,
      judge: { limit: this.outlierNorm, poison: this.#poison },
    });
    this.#poison = undefined;
    return gradient;
  }

  #freeSum(length: number): Float32Array {
    const free = this.#localSums.find((sum) => sum !== this.#gradient?.into);
    if (free) return free;
    const sum = new Float32Array(length);
    this.#localSums = [...this.#localSums, sum];
    return sum;
  }

  /** S17c. The gradient is about to be summed: begins the inner steps of the step planned in `after`, the state as that sum
   *  will leave it. Those begun before stay where they are the same. `outer`: the parameters before the sum. */
  async beginAhead(after: RunState, outer: Float32Array, records: RecordTimes): Promise<void> {
    const own = this.#gradient?.source.own;
    const { plan, step, learningRate, batchWarmup } = after;
    const isWanted = ringStepOf(after.sync).own && after.status === 'running' && this.#gradient?.count;
    if (!isWanted || !plan || !this.#ready || !own?.left) return this.#dropAhead();
    const key = canonical({ plan, step, learningRate, batchWarmup });
    if (this.#ahead?.key === key) return;
    await this.#dropAhead();
    const abort = new AbortController();
    const from = { state: after, plan, outer, records, left: own.left, signal: abort.signal };
    this.#ahead = { key, abort, gradient: this.#begun(this.#ready, from) };
  }

  /** When the inner steps that run ahead computed. */
  get aheadIntervals(): ReturnType<LocalGradient['intervals']> {
    return this.#ahead?.gradient.intervals() ?? [];
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

  /** What happens before this replica announces its contribution. Rejects with EngineError, or the signal's reason: the
   *  gradient goes on meanwhile. */
  async settleContribution(signal: AbortSignal): Promise<void> {
    const gradient = this.#gradient;
    if (gradient?.source.isAnnouncedLate) await untilAborted(gradient.whole(), signal);
    await gradient?.settle();
  }

  /** What it withholds came of parameters of its own: it may be fit from the outer ones on (E28). */
  get isUnfitByItsOwn(): boolean {
    const { withheld, source, judge } = this.#gradient ?? {};
    if (!withheld || withheld === 'none' || judge?.poison) return false;
    return source?.own?.goesOn ?? false;
  }

  /** Awaits the end of the gradient under way, so that the engine and the buffer are free. */
  async dropGradient(): Promise<void> {
    await this.#dropAhead();
    if (!this.#gradient) return;
    await stopped(this.#gradient, this.#abort);
    // What led to an unfit part may be this member's own parameters.
    if (this.#gradient.withheld !== 'none') this.#states.leaveNothing();
    this.#gradient = undefined;
  }

  async #dropAhead(): Promise<void> {
    if (!this.#ahead) return;
    const { gradient, abort } = this.#ahead;
    await stopped(gradient, abort);
    this.#ahead = undefined;
  }

  /** The gradient’s step is finished, the run's step-th. What the inner steps did counts if they entered the sum (E25,
   *  E28). `outer`: the parameters after it. */
  finishGradient(isSkipped: boolean, step: number, outer: Float32Array): void {
    const own = this.#gradient?.source.own;
    if (!isSkipped && this.#gradient?.count) this.#inner.keep();
    if (own) {
      if (this.#gradient!.count && own.left) this.#states.leave(step, own.left);
      else {
        this.#states.leaveNothing();
        own.drop();
      }
    }
    this.#gradient = this.#ahead?.gradient;
    if (this.#ahead) this.#abort = this.#ahead.abort;
    this.#ahead = undefined;
    this.#gradient?.source.own?.outerIs(outer);
  }

  /** The next step begins at the outer parameters, with zero moments (E25, E28). */
  forgetInner(): void {
    this.#inner.forget();
    this.#states.forget();
  }

  /** Sums over part `index` of `parts` of the validation split. The score of amounts is by the variance of the whole split. */
  async evaluate({ config }: RunState, index: number, parts: number): Promise<LossSums> {
    assert(this.#ready, 'a prepared run');
    const { dataset, engine, split } = this.#ready;
    const { validation } = split;
    // Nobody else has its own held-out examples. R² of a part says little of the whole, so each member finds it for all.
    const isWhole = dataset.predicts === 'amounts' && validation.length <= mostEvaluated;
    const [first, of] = isWhole || isOwnData(config.data) ? [0, 1] : [index, parts];
    const start = Math.floor((validation.length * first) / of);
    const end = Math.floor((validation.length * (first + 1)) / of);
    const sums = await engine.evaluate(
      microBatches(dataset, validation.subarray(start, end), config.microBatch),
    );
    if (dataset.predicts !== 'amounts') return sums;
    this.#variance ??= varianceOf(amountsOf(dataset, validation), dataset.terms);
    return { ...sums, score: sums.count - (sums.count - sums.score) / this.#variance };
  }

  /** Does the engine still hold these parameters (E15)? Not while a gradient is under way. */
  async isFaithful(parameters: Float32Array): Promise<boolean> {
    assert(this.#ready && !this.isComputing, 'a prepared run, between gradients');
    return hashOf(await this.#ready.engine.readParameters()) === hashOf(parameters);
  }

  /** Does what is due of the engine's checks (E20). Not while a gradient is under way. Rejects with EngineError. */
  async checkAnswers(parameters: Float32Array): Promise<void> {
    assert(this.#ready && !this.isComputing, 'a prepared run, between gradients');
    const { watch, engine } = this.#ready;
    if (!watch) return;
    const { wrong, needsParameters } = await watch.look();
    if (wrong !== undefined) throw new EngineError('wrong-answers', wrong);
    if (needsParameters) engine.setParameters(parameters);
  }

  destroy(): void {
    this.#abort.abort(new Error('the replica ended'));
    this.#ahead?.abort.abort(new Error('the replica ended'));
    this.#ready?.engine.destroy();
  }
}

/** The share of own examples that is held out, as of the host's. */
function heldOutOf({ data, validationExamples }: RunConfig, length: number): number {
  return isOwnData(data) ? Math.floor((validationExamples * length) / data.examples) : validationExamples;
}

/** Once it has ended, what its inner steps did is free for others. */
async function stopped(gradient: LocalGradient, abort: AbortController): Promise<void> {
  abort.abort(new Error('the gradient is no longer wanted'));
  await gradient.done.catch(() => undefined);
  gradient.source.own?.drop();
}

function hashOf(parameters: Float32Array): string {
  return hashHex(hashWords(new Uint32Array(parameters.buffer, parameters.byteOffset, parameters.length)));
}
