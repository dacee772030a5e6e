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
  const [p, a, b] = (isLast ? to : from).map((array, i) => pointerTo(kernels, array, start, end, 1 + i));
  const [pNext, aNext, bNext] = to.map((array, i) => pointerFor(kernels, array, start, 1 + i));
  for (const run of runsOf(step.tensors, start, end)) {
    const skip = 4 * (run.start - start);
    const length = run.end - run.start;
    switch (rule.kind) {
      case 'sgd': {
        const { count, clip, rate } = rule.constants;
        exports.sgd(g + skip, p + skip, pNext + skip, length, count, clip, rate);
        break;
      }
      case 'momentum': {
        const { count, clip, rate, momentum, nesterov } = rule.constants;
        exports.momentum(
          g + skip,
          p + skip,
          a + skip,
          pNext + skip,
          aNext + skip,
          length,
          count,
          clip,
          rate,
          momentum,
          nesterov ? 1 : 0,
        );
        break;
      }
      case 'adamw':
      case 'lamb-direction': {
        const c = rule.constants;
        const isLamb = rule.kind === 'lamb-direction';
        const kernel = isLamb ? exports.lambDirection : exports.adamw;
        kernel(
          g + skip,
          p + skip,
          a + skip,
          b + skip,
          pNext + skip,
          aNext + skip,
          bNext + skip,
          length,
          c.count,
          c.clip,
          c.beta1,
          c.oneMinusBeta1,
          c.beta2,
          c.oneMinusBeta2,
          isLamb ? rule.constants.scale : c.rate,
          c.correction,
          c.epsilon,
          isLamb ? rule.decay[run.tensor] : rule.shrink[run.tensor],
        );
        break;
      }
      case 'lars': {
        const { count, clip, rate, momentum } = rule.constants;
        exports.lars(
          g + skip,
          p + skip,
          a + skip,
          pNext + skip,
          aNext + skip,
          length,
          count,
          clip,
          rate,
          momentum,
          rule.decay[run.tensor],
          rule.trust[run.tensor],
        );
        break;
      }
      case 'lamb-apply':
        exports.lambApply(g + skip, p + skip, pNext + skip, length, rule.stride[run.tensor]);
        break;
      default:
        throw rule satisfies never;
    }
  }
  // The direction is hashed and checked when it has become parameters.
  const isFinal = rule.kind !== 'lamb-direction';
  const finite =
    isFinal && exports.leaves(to.length, pNext, aNext ?? 0, bNext ?? 0, end - start, leavesAt) === 1;
  to.forEach((array, i) => fetchFrom(kernels, array, start, end, 1 + i));
  return { leaves: kernels.leaves.subarray(0, 2 * to.length), finite };
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
