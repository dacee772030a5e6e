// One step of the exact update on one of its paths: SIMD, or plain typed arrays. Both give the same bits; update.ts takes
// the path that the self-test chose.
import { assert } from '../../base/assert';
import type { AdamConstants } from '../rules/adamw';
import { squaredNormOf } from '../state/block-norms';
import { blockCount, blockRange } from '../state/blocks';
import type { OptimizerConfig } from '../rules/config';
import { hashLeaves, stateWords, type BlockHashes } from '../state/digest';
import { lambStride, type LambConstants } from '../rules/lamb';
import { larsTrust, type LarsConstants } from '../rules/lars';
import type { MomentumConstants } from '../rules/momentum';
import { plainBlock } from './plain-block';
import type { SgdConstants } from '../rules/sgd';
import { assertTensors, type TensorRange } from '../state/tensor-ranges';
import { memoryUnder } from '../state/train-memory';
import type { TrainState } from '../state/train-state';
import { wasmBlock, wasmSquaredNorm } from './wasm-block';
import { kernelsOver, type Kernels } from './wasm-kernels';

export type UpdatePath = 'simd' | 'plain';

export interface UpdateInput {
  /** Rounded to f32. All replicas must pass the same bits. */
  readonly learningRate: number;
  /** Σ n_j, 1 … 2²⁴. Without examples there is no mean and no update. */
  readonly exampleCount: number;
  /** Multiplies the mean gradient, as f32; 1 when absent. */
  readonly clipScale?: number;
  /** All parameters, tensor by tensor. When absent they are one tensor that decays. */
  readonly tensors?: readonly TensorRange[];
}

/** The work on one block, or on a run of it. Constants of the step are f32. */
export type BlockRule =
  | { readonly kind: 'sgd'; readonly constants: SgdConstants }
  | { readonly kind: 'momentum'; readonly constants: MomentumConstants }
  | { readonly kind: 'adamw'; readonly constants: AdamConstants; readonly shrink: PerTensor }
  | {
      readonly kind: 'lars';
      readonly constants: LarsConstants;
      readonly decay: PerTensor;
      readonly trust: PerTensor;
    }
  | { readonly kind: 'lamb-direction'; readonly constants: LambConstants; readonly decay: PerTensor }
  | { readonly kind: 'lamb-apply'; readonly stride: PerTensor };

/** f32, one per tensor. */
type PerTensor = Float32Array;

/** Constants of one step. beginUpdate makes them, updateBlocks and finishUpdate use them. */
export interface UpdateStep {
  readonly config: OptimizerConfig;
  readonly from: TrainState;
  readonly to: TrainState;
  readonly tensors: readonly TensorRange[];
  readonly constants: LambConstants & MomentumConstants;
  /** Kernels over the memory of `to`, or over scratch; undefined on the plain path. */
  readonly kernels: Kernels | undefined;
  readonly toWords: readonly Uint32Array[];
  /** The work of updateBlocks; undefined when it must wait for the whole sum (LARS). */
  readonly first: BlockRule | undefined;
}

export function beginUpdateOn(
  path: UpdatePath,
  config: OptimizerConfig,
  from: TrainState,
  to: TrainState,
  input: UpdateInput,
): UpdateStep {
  const parameterCount = from.parameters.length;
  const { buffer, byteOffset } = to.parameters;
  const isInPlace = from.parameters.buffer === buffer && from.parameters.byteOffset === byteOffset;
  assert(from !== to && (!isInPlace || parameterCount === 0), 'an update is never in place');
  assert(parameterCount === to.parameters.length, 'a shadow has the shape of its state');
  const count = input.exampleCount;
  assert(
    Number.isInteger(count) && count >= 1 && count <= 2 ** 24,
    `a mean needs 1 … 2²⁴ examples, not ${count}`,
  );
  const tensors = input.tensors ?? [{ start: 0, end: parameterCount, decays: true }];
  assertTensors(tensors, parameterCount);
  to.step = from.step + 1;
  const constants = constantsOf(config, from, to, input);
  let kernels: Kernels | undefined;
  if (path !== 'plain') {
    kernels = kernelsOver(memoryUnder(to.parameters));
    assert(kernels, 'this engine has the SIMD kernels');
  }
  return {
    config,
    from,
    to,
    tensors,
    constants,
    kernels,
    toWords: stateWords(to),
    first: firstRule(config, constants, Math.fround(input.learningRate), tensors),
  };
}

/** Every constant a rule may need, rounded to f32; neutral where a rule lacks it. Advances the running products. */
function constantsOf(
  config: OptimizerConfig,
  from: TrainState,
  to: TrainState,
  input: UpdateInput,
): UpdateStep['constants'] {
  const f = Math.fround;
  const rate = f(input.learningRate);
  const isAdam = config.kind === 'adamw' || config.kind === 'lamb';
  const { beta1, beta2, epsilon } = isAdam ? config : { beta1: 0, beta2: 0, epsilon: 0 };
  let scale = 1;
  let correction = 1;
  if (isAdam) {
    to.scalars[0] = from.scalars[0] * beta1;
    to.scalars[1] = from.scalars[1] * beta2;
    scale = 1 / (1 - to.scalars[0]);
    correction = 1 / Math.sqrt(1 - to.scalars[1]);
  }
  return {
    count: input.exampleCount,
    clip: f(input.clipScale ?? 1),
    rate: config.kind === 'adamw' ? f(rate * scale) : rate,
    momentum: config.kind === 'momentum' || config.kind === 'lars' ? f(config.momentum) : 0,
    nesterov: config.kind === 'momentum' && config.nesterov,
    beta1: f(beta1),
    oneMinusBeta1: f(1 - beta1),
    beta2: f(beta2),
    oneMinusBeta2: f(1 - beta2),
    scale: f(scale),
    correction: f(correction),
    epsilon: f(epsilon),
  };
}

function firstRule(
  config: OptimizerConfig,
  constants: UpdateStep['constants'],
  rate: number,
  tensors: readonly TensorRange[],
): BlockRule | undefined {
  switch (config.kind) {
    case 'sgd':
      return { kind: 'sgd', constants };
    case 'momentum':
      return { kind: 'momentum', constants };
    case 'adamw':
      return { kind: 'adamw', constants, shrink: whereDecaying(tensors, rate * config.weightDecay) };
    case 'lars':
      return undefined;
    case 'lamb':
      return { kind: 'lamb-direction', constants, decay: whereDecaying(tensors, config.weightDecay) };
    default:
      throw config satisfies never;
  }
}

function whereDecaying(tensors: readonly TensorRange[], value: number): PerTensor {
  return Float32Array.from(tensors, ({ decays }) => (decays ? value : 0));
}

/** Computes blocks [firstBlock, endBlock) of `to` and records their hashes, as far as the rule needs no more than these
 *  blocks of the sum (P). They must be final. Blocks may come in any order. Returns false when a value written is not
 *  finite: every replica must then skip the step (all see the same bytes). */
export function updateBlocks(
  step: UpdateStep,
  gradientSum: Float32Array,
  firstBlock: number,
  endBlock: number,
  hashes: BlockHashes,
): boolean {
  if (!step.first) return true;
  return runBlocks(step, step.first, gradientSum, [firstBlock, endBlock], hashes);
}

/** Called once, when the whole sum is final and updateBlocks has seen every block. It does what LARS and LAMB had to
 *  put off, and nothing for the other rules. Returns whether all values are finite, as updateBlocks. */
export function finishUpdate(step: UpdateStep, gradientSum: Float32Array, hashes: BlockHashes): boolean {
  const rule = lastRule(step, gradientSum);
  if (!rule) return true;
  return runBlocks(step, rule, gradientSum, [0, blockCount(step.to.parameters.length)], hashes);
}

function lastRule({ config, from, to, tensors, constants, kernels }: UpdateStep, sum: Float32Array) {
  const squares = (values: Float32Array, { start, end }: TensorRange): number =>
    kernels ? wasmSquaredNorm(kernels, values, start, end) : squaredNormOf(values, start, end);
  const perTensor = (plain: number, adapted: (tensor: TensorRange) => number): PerTensor =>
    Float32Array.from(tensors, (tensor) => (tensor.decays ? adapted(tensor) : plain));
  if (config.kind === 'lars') {
    const trust = perTensor(1, (tensor) =>
      larsTrust(config, constants, squares(from.parameters, tensor), squares(sum, tensor)),
    );
    const decay = whereDecaying(tensors, config.weightDecay);
    return { kind: 'lars', constants, decay, trust } satisfies BlockRule;
  }
  if (config.kind === 'lamb') {
    const { rate } = constants;
    const stride = perTensor(rate, (tensor) =>
      lambStride(rate, squares(from.parameters, tensor), squares(to.parameters, tensor)),
    );
    return { kind: 'lamb-apply', stride } satisfies BlockRule;
  }
  return undefined;
}

function runBlocks(
  step: UpdateStep,
  rule: BlockRule,
  sum: Float32Array,
  [firstBlock, endBlock]: readonly [first: number, end: number],
  hashes: BlockHashes,
): boolean {
  let finite = true;
  for (let block = firstBlock; block < endBlock; block++) {
    const { start, end } = blockRange(block, step.to.parameters.length);
    const outcome = step.kernels
      ? wasmBlock(step, step.kernels, rule, sum, { start, end })
      : plainBlock(step, rule, sum, start, end);
    if (rule.kind === 'lamb-direction') continue; // hashed and checked when it has become parameters
    const { lo, hi } = hashLeaves(outcome.leaves);
    hashes[2 * block] = lo;
    hashes[2 * block + 1] = hi;
    finite = outcome.finite && finite;
  }
  return finite;
}
