import { describe, expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { orthonormalize } from './orthonormalize';
import { messageBytes, planPowerSgd } from './plan';
import { firstRight, leftMessage, nextRight, orthonormalLeft, rightMessage, rightOf } from './power-sgd';
import { plainProducts, type Products } from './products';
import { chosenProducts, digestOf, firstExact, knownProducts } from './self-test';
import { PowerSgdBound } from './testing/bound';
import { cut, norm, plus, turnOf } from './testing/dense';
import { PowerSgdFormula } from './testing/formula';
import { gradientOf, knownDigests, length, step, stepDigests, tensors } from './testing/members';
import { wasmProducts } from './wasm-products';

describe.each([1, 2, 4])('rank %i', (rank) => {
  const plan = planPowerSgd(tensors, rank);
  const members = [0, 1, 2];

  // Each step begins with the state of the f32 run. A free run of 20 steps:
  // src/train/reduce/power-sgd-free-run.test.ts.
  test('each of 8 steps with feedback is within the bound of the f64 formula', () => {
    let right = firstRight(plan, 7);
    let residuals = members.map(() => new Float32Array(length));
    const largest = { mean: 0, residual: 0, turn: 0, bound: 0 };
    const note = (name: 'mean' | 'residual' | 'turn', off: number, bound: number): void => {
      if (!(off <= bound)) expect.fail(`${name}: off by ${off}, bound ${bound}`);
      largest[name] = Math.max(largest[name], off / bound);
    };
    for (let at = 1; at <= 8; at++) {
      const inputs = members.map((j) => gradientOf(at, j).map((x, i) => x + residuals[j][i]));
      const result = step(plan, inputs, right, at);
      for (const { start, rows, columns, rightAt } of plan.matrices) {
        const matrix = (values: Float32Array) => cut(values, start, rows, columns);
        const held = cut(right, rightAt, columns, rank);
        const exact = new PowerSgdFormula(held).step(inputs.map(matrix));
        const bounds = new PowerSgdBound(members.length, held, false).next(exact);
        note('mean', norm(plus(matrix(result.sum), exact.mean, -1)), bounds.mean);
        for (const j of members)
          note('residual', norm(plus(matrix(result.residuals[j]), exact.residuals[j], -1)), bounds.residuals[j]); // prettier-ignore
        note('turn', turnOf(cut(result.right, rightAt, columns, rank), exact.nextRight), bounds.turn);
        largest.bound = Math.max(largest.bound, bounds.mean / norm(exact.mean));
      }
      for (const { start, end } of plan.rest)
        for (let i = start; i < end; i++) {
          const [a, b, c] = inputs.map((values) => values[i]);
          expect(result.sum[i]).toBe(Math.fround(Math.fround(a + b) + c));
          for (const residual of result.residuals) expect(residual[i]).toBe(0);
        }
      ({ right, residuals } = result);
    }
    console.log(`rank ${rank}`, JSON.stringify(largest));
    // A bound that allows anything would prove nothing.
    expect(largest.bound).toBeLessThan(2 ** -10);
  });

  test('what was decoded in T steps is what came in, less the last residuals', () => {
    let right = firstRight(plan, 7);
    let residuals = members.map(() => new Float32Array(length));
    const [sumIn, sumOut] = [new Float64Array(length), new Float64Array(length)];
    let largest = 0;
    for (let at = 1; at <= 20; at++) {
      const gradients = members.map((member) => gradientOf(at, member));
      const inputs = gradients.map((g, j) => g.map((x, i) => x + residuals[j][i]));
      const result = step(plan, inputs, right, at);
      for (let i = 0; i < length; i++) {
        for (const g of gradients) sumIn[i] += g[i];
        sumOut[i] += result.sum[i];
        for (const input of inputs) largest = Math.max(largest, Math.abs(input[i]));
      }
      ({ right, residuals } = result);
    }
    // One step of one member rounds the input, P̂ · Qᵀ's factors and the residual.
    const bound = 20 * members.length * (4 + 2 * rank) * 2 ** -24 * 8 * largest;
    for (let i = 0; i < length; i++) {
      const left = residuals.reduce((sum, residual) => sum + residual[i], 0);
      expect(Math.abs(sumOut[i] - (sumIn[i] - left))).toBeLessThanOrEqual(bound);
    }
  });

  test('the sum and the next Q have the known bits', () => {
    expect(stepDigests(rank)).toEqual(knownDigests[rank]);
  });

  test('factors are orthonormal, and every P_j and Q_j is at most the norm of its matrix', () => {
    const inputs = members.map((member) => gradientOf(5, member));
    const right = firstRight(plan, 7);
    const { left } = step(plan, inputs, right, 1);
    for (const matrix of plan.matrices) {
      const { leftAt, rightAt, rows, columns, start } = matrix;
      for (const [factor, at, n] of [
        [left, leftAt, rows],
        [right, rightAt, columns],
      ] as const)
        // prettier-ignore
        for (let j = 0; j < rank; j++)
          for (let k = 0; k <= j; k++) {
            let sum = 0;
            for (let i = 0; i < n; i++) sum += factor[at + i * rank + j] * factor[at + i * rank + k];
            expect(Math.abs(sum - (j === k ? 1 : 0))).toBeLessThan(1e-6);
          }
      for (const values of inputs) {
        const norm = Math.hypot(...values.subarray(start, start + rows * columns));
        const sent = [
          ...leftMessage(plan, values, right).subarray(leftAt, leftAt + rows * rank),
          ...rightMessage(plan, values, left).subarray(rightAt, rightAt + columns * rank),
        ];
        expect(Math.max(...sent.map(Math.abs))).toBeLessThanOrEqual(norm * (1 + 2 ** -22));
      }
    }
  });
});

test('a matrix of the rank that is sent comes back whole', () => {
  const plan = planPowerSgd([{ start: 0, shape: [30, 20] }], 2);
  const random = prng('low rank');
  const [u, v] = [60, 40].map((n) => Array.from({ length: n }, () => random.normal()));
  const values = Float32Array.from({ length: 600 }, (_, at) => {
    const [i, c] = [Math.floor(at / 20), at % 20];
    return u[i] * v[c] + u[30 + i] * v[20 + c];
  });
  const { sum } = step(plan, [values], firstRight(plan, 1), 1);
  for (let i = 0; i < 600; i++) expect(Math.abs(sum[i] - values[i])).toBeLessThan(1e-5);
});

test('zero and dependent columns become zero, and the next Q has none', () => {
  const matrix = Float32Array.of(3, 0, 6, 4, 0, 8, 0, 0, 0); // columns (3, 4, 0), 0 and twice the first
  expect(orthonormalize(matrix, 3, 3)).toEqual([1, 2]);
  expect([...matrix]).toEqual([Math.fround(0.6), 0, 0, Math.fround(0.8), 0, 0, 0, 0, 0]);
  const plan = planPowerSgd([{ start: 0, shape: [30, 20] }], 2);
  const before = firstRight(plan, 7);
  for (const sum of [new Float32Array(600), new Float32Array(600).fill(1)]) {
    const right = nextRight(plan, sum, before, 7, 3);
    for (const k of [0, 1]) {
      const norm = Math.hypot(...right.filter((_, i) => i % 2 === k));
      expect(norm).toBeCloseTo(1, 6);
    }
    expect(nextRight(plan, sum, before, 7, 3)).toEqual(right);
    expect(nextRight(plan, sum, before, 7, 4)).not.toEqual(right);
  }
});

test('subnormal and huge columns become orthonormal too', () => {
  for (const size of [2 ** -140, 2 ** 120]) {
    const matrix = Float32Array.of(1, 1, 1, -1, 1, 3).map((x) => x * size);
    expect(orthonormalize(matrix, 3, 2)).toEqual([]);
    expect(Math.hypot(matrix[0], matrix[2], matrix[4])).toBeCloseTo(1, 6);
  }
});

test('factors go where they at least halve a tensor, the rest is sent as f32', () => {
  const plan = planPowerSgd(tensors, 4);
  expect(plan.matrices.map(({ rows, columns }) => [rows, columns])).toEqual([[40, 64], [61, 37]]); // prettier-ignore
  expect(plan.rest).toEqual([
    { start: 0, end: 216 },
    { start: 216, end: 224 },
    { start: 2784, end: 2848 },
    { start: 2848, end: 3040 },
  ]);
  expect(messageBytes(plan)).toEqual([4 * (4 * (40 + 61) + 480), 4 * 4 * (64 + 37)]);
  // A convolution of 32 × 16 × 3 × 3 is cut into 32 × 144, however its axes are ordered.
  for (const shape of [
    [32, 16, 3, 3],
    [3, 3, 16, 32],
  ])
    // prettier-ignore
    expect(
      planPowerSgd([{ start: 0, shape }], 4).matrices.map(({ rows, columns }) => rows + columns),
    ).toEqual([176]);
  expect(planPowerSgd([{ start: 0, shape: [0, 5] }], 1).rest).toEqual([]);
});

test('sums of another length are errors', () => {
  const plan = planPowerSgd(tensors, 1);
  expect(() => orthonormalLeft(plan, new Float32Array(3))).toThrow('the first sum has 3 elements');
  expect(() => rightOf(plan, new Float32Array(3), 1, 1)).toThrow('Q has 3 elements');
});

test('SIMD and plain products give the known digest, and SIMD is chosen', () => {
  expect(digestOf(plainProducts)).toBe(knownProducts);
  expect(digestOf(wasmProducts()!)).toBe(knownProducts);
  expect(chosenProducts()).toBe(wasmProducts());
});

test.each(['multiplyRight', 'multiplyLeft', 'reconstruct'] as const)(
  'a %s that is wrong in one bit sends the thread to the plain products',
  (name) => {
    const wrong: Products = {
      ...plainProducts,
      [name]: (...args: Parameters<Products['reconstruct']>) => {
        plainProducts[name](...args);
        new Uint32Array(args[3].buffer)[args[3].length - 1] ^= 1;
      },
    };
    expect(firstExact([wrong, plainProducts])).toBe(plainProducts);
    expect(() => firstExact([undefined, wrong])).toThrow('to the known bits');
  },
);
