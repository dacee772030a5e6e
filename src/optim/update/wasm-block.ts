// One block of the update by the WebAssembly kernels. The rule runs on each run of the block. Leaves and finite check
// follow in one pass, while the block is in the cache. The bits are those of plain-block.ts.
import { blockElements } from '../state/blocks';
import type { BlockOutcome } from './plain-block';
import { runsOf } from '../state/tensor-ranges';
import type { BlockRule, UpdateStep } from './update-step';
import { fetchFrom, leavesAt, pointerFor, pointerTo, type Kernels } from './wasm-kernels';

/** Updates elements [start, end) of `to`. */
export function wasmBlock(
  step: UpdateStep,
  kernels: Kernels,
  rule: BlockRule,
  sum: Float32Array,
  { start, end }: { readonly start: number; readonly end: number },
): BlockOutcome {
  const { exports } = kernels;
  const from = [step.from.parameters, ...step.from.vectors];
  const to = [step.to.parameters, ...step.to.vectors];
  // LAMB's second pass reads the first pass's r in place of parameters, and the vectors only to hash them.
  const isLast = rule.kind === 'lamb-apply';
  const g = isLast ? pointerTo(kernels, from[0], start, end, 0) : pointerTo(kernels, sum, start, end, 0);
  const read = (isLast ? to : from).map((array, i) => pointerTo(kernels, array, start, end, 1 + i));
  const written = to.map((array, i) => pointerFor(kernels, array, start, 1 + i));
  const pointers = isLast ? [g, read[0], written[0]] : [g, ...read, ...written];
  const kernel = exports[kernelNames[rule.kind]];
  for (const run of runsOf(step.tensors, start, end)) {
    const skip = 4 * (run.start - start);
    // One plain array is spread fast: with three of them an SGD step took a tenth longer.
    const given: number[] = [];
    for (const pointer of pointers) given.push(pointer + skip);
    given.push(run.end - run.start);
    for (const constant of constantsOf(rule, run.tensor)) given.push(constant);
    kernel(...given);
  }
  // The direction is hashed and checked when it has become parameters.
  const isFinal = rule.kind !== 'lamb-direction';
  const [p, a = 0, b = 0] = written;
  const finite = isFinal && exports.leaves(to.length, p, a, b, end - start, leavesAt) === 1;
  to.forEach((array, i) => fetchFrom(kernels, array, start, end, 1 + i));
  return { leaves: kernels.leaves.subarray(0, 2 * to.length), finite };
}

const kernelNames = {
  sgd: 'sgd',
  momentum: 'momentum',
  adamw: 'adamw',
  lars: 'lars',
  'lamb-direction': 'lambDirection',
  'lamb-apply': 'lambApply',
} as const;

/** What the kernel is given after the length. */
function constantsOf(rule: BlockRule, tensor: number): readonly number[] {
  if (rule.kind === 'lamb-apply') return [rule.stride[tensor]];
  const { count, clip, rate } = rule.constants;
  switch (rule.kind) {
    case 'sgd':
      return [count, clip, rate];
    case 'momentum':
      return [count, clip, rate, rule.constants.momentum, rule.constants.nesterov ? 1 : 0];
    case 'lars':
      return [count, clip, rate, rule.constants.momentum, rule.decay[tensor], rule.trust[tensor]];
    case 'adamw':
    case 'lamb-direction': {
      const { beta1, oneMinusBeta1, beta2, oneMinusBeta2, correction, epsilon } = rule.constants;
      const isLamb = rule.kind === 'lamb-direction';
      const scale = isLamb ? rule.constants.scale : rate;
      const decay = isLamb ? rule.decay[tensor] : rule.shrink[tensor];
      return [count, clip, beta1, oneMinusBeta1, beta2, oneMinusBeta2, scale, correction, epsilon, decay];
    }
    default:
      throw rule satisfies never;
  }
}

/** squaredNormOf (block-norms.ts), computed by the kernels. */
export function wasmSquaredNorm(kernels: Kernels, values: Float32Array, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at += blockElements) {
    const stop = Math.min(at + blockElements, end);
    sum += kernels.exports.squares(pointerTo(kernels, values, at, stop, 0), stop - at);
  }
  return sum;
}
