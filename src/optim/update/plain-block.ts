// One block of the update in plain typed arrays. It is the specification of wasm-block.ts and replaces it where needed.
import { adamwUpdate } from '../rules/adamw';
import { finiteWords } from '../state/finite';
import { lambApply, lambDirection } from '../rules/lamb';
import { larsUpdate } from '../rules/lars';
import { momentumUpdate } from '../rules/momentum';
import { sgdUpdate } from '../rules/sgd';
import { runsOf, type Run } from '../state/tensor-ranges';
import { leavesOf } from '../state/digest';
import type { BlockRule, UpdateStep } from './update-step';

export interface BlockOutcome {
  /** (2 × arrays) lo, hi of each array's hash. Valid until the next block. */
  readonly leaves: Uint32Array;
  readonly finite: boolean;
}

/** Updates elements [start, end) of `to`. */
export function plainBlock(
  step: UpdateStep,
  rule: BlockRule,
  sum: Float32Array,
  start: number,
  end: number,
): BlockOutcome {
  for (const run of runsOf(step.tensors, start, end)) plainRun(step, rule, sum, run);
  let finite = true;
  for (const words of step.toWords) finite = finiteWords(words, start, end) && finite;
  return { leaves: leavesOf(step.toWords, start, end), finite };
}

function plainRun({ from, to }: UpdateStep, rule: BlockRule, sum: Float32Array, run: Run): void {
  const { tensor, start, end } = run;
  const p = from.parameters;
  const pNext = to.parameters;
  const [a, b] = from.vectors;
  const [aNext, bNext] = to.vectors;
  switch (rule.kind) {
    case 'sgd':
      return sgdUpdate(rule.constants, sum, p, pNext, start, end);
    case 'momentum':
      return momentumUpdate(rule.constants, sum, p, a, pNext, aNext, start, end);
    case 'adamw':
      return adamwUpdate(rule.constants, rule.shrink[tensor], sum, p, a, b, pNext, aNext, bNext, start, end);
    case 'lars':
      return larsUpdate(
        rule.constants,
        rule.decay[tensor],
        rule.trust[tensor],
        sum,
        p,
        a,
        pNext,
        aNext,
        start,
        end,
      );
    case 'lamb-direction':
      return lambDirection(rule.constants, rule.decay[tensor], sum, p, a, b, pNext, aNext, bNext, start, end);
    case 'lamb-apply':
      return lambApply(rule.stride[tensor], p, pNext, start, end);
    default:
      throw rule satisfies never;
  }
}
