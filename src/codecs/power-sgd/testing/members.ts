// A few members that take steps of PowerSGD, as the collective would run them.
import { hashHex, hashWords } from '../../../base/hash';
import { prng } from '../../../base/prng';
import { planPowerSgd, type PowerSgdPlan, type TensorPlace } from '../plan';
import {
  decodeSum,
  firstRight,
  leftMessage,
  nextResidual,
  nextRight,
  orthonormalLeft,
  rightMessage,
} from '../power-sgd';

/** A small convolution, its bias, a dense layer, its bias, a matrix too thin for factors. */
const shapes = [[8, 3, 3, 3], [8], [40, 64], [64], [64, 3], [61, 37]]; // prettier-ignore
export const tensors: TensorPlace[] = [];
let end = 0;
for (const shape of shapes) {
  tensors.push({ start: end, shape });
  end += shape.reduce((product, extent) => product * extent, 1);
}
export const length = end;

/** A gradient of members that agree in part: low rank, with noise. */
export function gradientOf(step: number, member: number): Float32Array {
  const [common, own] = [prng('common', step >> 2), prng('own', step, member)];
  const values = new Float32Array(length);
  for (const { start, shape } of tensors) {
    const columns = shape.at(-1)!;
    const rows = shape.reduce((product, extent) => product * extent, 1) / columns;
    const [u, v] = [rows, columns].map((n) => Array.from({ length: n }, () => common.normal()));
    for (let i = 0; i < rows * columns; i++)
      values[start + i] = u[Math.floor(i / columns)] * v[i % columns] + own.normal() / 4;
  }
  return values;
}

function sumOf(parts: readonly Float32Array[]): Float32Array {
  return parts.reduce((sum, part) => sum.map((x, i) => x + part[i]));
}

/** One step of all members, as the collective would run it. */
export function step(plan: PowerSgdPlan, inputs: readonly Float32Array[], right: Float32Array, at: number) {
  const firstSum = sumOf(inputs.map((values) => leftMessage(plan, values, right)));
  const left = orthonormalLeft(plan, firstSum);
  const own = inputs.map((values) => rightMessage(plan, values, left));
  const rightSum = sumOf(own);
  const sum = new Float32Array(inputs[0].length);
  decodeSum(plan, { firstSum, left, rightSum }, sum);
  const residuals = inputs.map((values, j) => {
    const into = new Float32Array(values.length).fill(NaN);
    nextResidual(plan, { values, left, ownRight: own[j] }, 1, into);
    return into;
  });
  return { sum, residuals, left, right: nextRight(plan, sum, right, 7, at) };
}

/** Digests of the sum and of the next Q of one step. */
export function stepDigests(rank: number): string[] {
  const plan = planPowerSgd(tensors, rank);
  const inputs = [0, 1, 2].map((member) => gradientOf(3, member));
  const { sum, right } = step(plan, inputs, firstRight(plan, 7), 1);
  return [sum, right].map((array) => hashHex(hashWords(new Uint32Array(array.buffer))));
}

/** The digests of each rank; the same on every engine. */
export const knownDigests: Record<number, string[]> = {
  1: ['15d671810517cd50', '5be8c3ddcb51d9a3'],
  2: ['72909e74ac067180', '6d123ba0e55ee048'],
  4: ['6c84d5b4db3bb24b', 'd2fae1f078c9ac70'],
};
