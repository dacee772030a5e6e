// Compares what a device returned with the known answers, and says in words what is wrong.
import { largestDifference, tolerance } from '../../ops/tolerance';
import type { OpCall, Tensor } from '../../ops/op-call';
import type { Reals } from '../../ops/reals';
import type { TensorValues, TrialResult } from '../call-trial';
import type { Precision } from '../engine';
import type { KnownCall } from './known-calls';

export interface WrongTensor {
  readonly op: string;
  readonly tensor: Tensor;
  readonly difference: number;
  readonly allowed: number;
  /** What the device returned, at a glance. */
  readonly looks: 'nothing written' | 'all zeros' | 'off';
}

/** The wrong tensors of one call. */
export function wrongOf(
  { call, tensors, expected }: KnownCall,
  result: TrialResult,
  precision: Precision,
): WrongTensor[] {
  return [...expected].flatMap(([tensor, answer]): WrongTensor[] => {
    const got = result.get(tensor) ?? new Float32Array();
    const isInteger = tensors.get(tensor)!.storage === 'u32';
    const allowed = isInteger ? 0 : allowedDifference(call, answer, precision);
    const difference = largestDifference(got, answer);
    return difference <= allowed
      ? []
      : [{ op: call.op, tensor, difference, allowed, looks: looksOf(got, answer) }];
  });
}

/** The difference that the dtype and the call's reduction length allow. The largest result of a sum of random terms is
 *  about √length terms. Relative to it, one term's rounding is left. */
export function allowedDifference(
  { flops }: OpCall,
  answer: Reals | Uint32Array,
  precision: Precision,
): number {
  let magnitude = 0;
  for (const value of answer) magnitude = Math.max(magnitude, Math.abs(value));
  const terms = Math.max(1, flops / (2 * answer.length));
  const sum = tolerance('f32', Math.sqrt(terms), magnitude);
  return precision === 'mixed' ? tolerance('f16', 1, magnitude) + sum : sum;
}

/** One sentence for people; undefined: all is right. */
export function wrongAnswer(wrong: readonly WrongTensor[], device: string): string | undefined {
  if (wrong.length === 0) return undefined;
  const [{ op, tensor, difference, allowed, looks }] = wrong;
  const ops = new Set(wrong.map((each) => each.op));
  const others = ops.size > 1 ? ` (and of ${ops.size - 1} more)` : '';
  const found = {
    'nothing written': 'nothing was written',
    'all zeros': 'all of it is zero',
    off: `off by ${difference.toPrecision(2)}, ${allowed.toPrecision(2)} is allowed`,
  }[looks];
  return `${device} gives a wrong answer: the result ${tensor} of ${op}${others}: ${found}`;
}

function looksOf(got: TensorValues, answer: Reals | Uint32Array): WrongTensor['looks'] {
  if (got.every((value) => Number.isNaN(value))) return 'nothing written';
  if (got.every((value) => value === 0) && answer.some((value) => value !== 0)) return 'all zeros';
  return 'off';
}
