// The exact update (E3): a pure function of (state, Σ gradients, n, learning rate), equal bit for bit on every
// replica. Blocks are independent: they may be computed in any order, as buckets arrive, with the same result.
// The same pass hashes what it wrote (E4) and sees whether it is finite.
import { assert } from '../base/assert';
import { adamwUpdate, type AdamwConstants } from './adamw';
import { blockRange } from './blocks';
import type { OptimizerConfig } from './config';
import { hashRange, stateWords, type BlockHashes } from './digest';
import { finiteWords } from './finite';
import { momentumUpdate, type MomentumConstants } from './momentum';
import { sgdUpdate, type SgdConstants } from './sgd';
import type { TrainState } from './train-state';

/** Elements [start, end). */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface UpdateInput {
  /** Rounded to f32: two replicas must pass the same bits. */
  readonly learningRate: number;
  /** Σ n_j, 1 … 2²⁴. With none there is no mean and no update. */
  readonly exampleCount: number;
  /** Multiplies ḡ, as f64; 1 when absent. */
  readonly clipScale?: number;
  /** Where weight decay is off (biases, norms): ascending, disjoint. */
  readonly noDecayRanges?: readonly Range[];
}

/** Constants of one step; made by beginUpdate, used by updateBlocks. */
export interface UpdateStep {
  readonly from: TrainState;
  readonly to: TrainState;
  readonly toWords: readonly Uint32Array[];
  readonly rule:
    | { readonly kind: 'sgd'; readonly constants: SgdConstants }
    | { readonly kind: 'momentum'; readonly constants: MomentumConstants }
    | {
        readonly kind: 'adamw';
        readonly constants: AdamwConstants;
        readonly keep: number;
        readonly noDecayRanges: readonly Range[];
      };
}

/** Advances the step and the running products of `to`; its blocks are undefined until updateBlocks wrote them. */
export function beginUpdate(
  config: OptimizerConfig,
  from: TrainState,
  to: TrainState,
  input: UpdateInput,
): UpdateStep {
  assert(from.parameters.buffer !== to.parameters.buffer, 'an update is never in place');
  assert(from.parameters.length === to.parameters.length, 'a shadow has the shape of its state');
  const count = input.exampleCount;
  assert(Number.isInteger(count) && count >= 1 && count <= 2 ** 24, 'a mean needs 1 … 2²⁴ examples');
  to.step = from.step + 1;
  return { from, to, toWords: stateWords(to), rule: ruleOf(config, from, to, input) };
}

function ruleOf(
  config: OptimizerConfig,
  from: TrainState,
  to: TrainState,
  input: UpdateInput,
): UpdateStep['rule'] {
  const count = input.exampleCount;
  const clip = input.clipScale ?? 1;
  const rate = Math.fround(input.learningRate);
  switch (config.kind) {
    case 'sgd':
      return { kind: 'sgd', constants: { count, clip, rate } };
    case 'momentum': {
      const { momentum, nesterov } = config;
      return { kind: 'momentum', constants: { count, clip, rate, momentum, nesterov } };
    }
    case 'adamw': {
      const { beta1, beta2, epsilon, weightDecay } = config;
      to.scalars[0] = from.scalars[0] * beta1;
      to.scalars[1] = from.scalars[1] * beta2;
      const constants = {
        count,
        clip,
        beta1,
        oneMinusBeta1: 1 - beta1,
        beta2,
        oneMinusBeta2: 1 - beta2,
        rate: rate / (1 - to.scalars[0]),
        correction: 1 / Math.sqrt(1 - to.scalars[1]),
        epsilon,
      };
      return {
        kind: 'adamw',
        constants,
        keep: 1 - rate * weightDecay,
        noDecayRanges: input.noDecayRanges ?? [],
      };
    }
    default:
      throw config satisfies never;
  }
}

/** Computes blocks [firstBlock, endBlock) of `to` and records their hashes. `gradientSum` (P) must be final there.
 *  False when a value written is not finite: the step must then be skipped by all (they see the same bytes). */
export function updateBlocks(
  step: UpdateStep,
  gradientSum: Float32Array,
  firstBlock: number,
  endBlock: number,
  hashes: BlockHashes,
): boolean {
  let finite = true;
  for (let block = firstBlock; block < endBlock; block++) {
    const { start, end } = blockRange(block, step.to.parameters.length);
    updateRange(step, gradientSum, start, end);
    const { lo, hi } = hashRange(step.toWords, start, end);
    hashes[2 * block] = lo;
    hashes[2 * block + 1] = hi;
    for (const words of step.toWords) finite = finiteWords(words, start, end) && finite;
  }
  return finite;
}

function updateRange(step: UpdateStep, sum: Float32Array, start: number, end: number): void {
  const { from, to, rule } = step;
  const p = from.parameters;
  const pNext = to.parameters;
  switch (rule.kind) {
    case 'sgd':
      return sgdUpdate(rule.constants, sum, p, pNext, start, end);
    case 'momentum':
      return momentumUpdate(rule.constants, sum, p, from.vectors[0], pNext, to.vectors[0], start, end);
    case 'adamw': {
      const [m, v] = from.vectors;
      const [mNext, vNext] = to.vectors;
      const run = (keep: number, first: number, last: number): void =>
        adamwUpdate(rule.constants, keep, sum, p, m, v, pNext, mNext, vNext, first, last);
      let at = start;
      for (const range of rule.noDecayRanges) {
        if (range.end <= at) continue;
        if (range.start >= end) break;
        const first = Math.max(range.start, at);
        const last = Math.min(range.end, end);
        run(rule.keep, at, first);
        run(1, first, last);
        at = last;
      }
      return run(rule.keep, at, end);
    }
    default:
      throw rule satisfies never;
  }
}
