import { describe, expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { orthonormalize } from './orthonormalize';
import { messageBytes, planPowerSgd, type PowerSgdPlan } from './plan';
import { firstRight, leftMessage, nextRight, orthonormalLeft, rightMessage, rightOf } from './power-sgd';
import { plainProducts, type Products } from './products';
import { chosenProducts, digestOf, firstExact, knownProducts } from './self-test';
import { gradientOf, knownDigests, length, step, stepDigests, tensors } from './testing/members';
import { wasmProducts } from './wasm-products';

describe.each([1, 2, 4])('rank %i', (rank) => {
  const plan = planPowerSgd(tensors, rank);
  const members = [0, 1, 2];

  test('each of 20 steps with feedback is that of a straightforward f64 implementation', () => {
    let right = firstRight(plan, 7);
    let residuals = members.map(() => new Float32Array(length));
    for (let at = 1; at <= 20; at++) {
      const gradients = members.map((member) => gradientOf(at, member));
      const inputs = gradients.map((g, j) => g.map((x, i) => x + residuals[j][i]));
      const result = step(plan, inputs, right, at);
      const exactRight = plan.matrices.map(({ rightAt, columns }) => matrixOf(right, rightAt, columns, rank));
      const exactInputs = gradients.map((g, j) => Float64Array.from(g, (x, i) => x + residuals[j][i]));
      const exact = exactStep(plan, exactInputs, exactRight);
      const scale = Math.sqrt(exact.sum.reduce((sum, x) => sum + x * x, 0) / length);
      for (let i = 0; i < length; i++) {
        if (!(Math.abs(result.sum[i] - exact.sum[i]) <= 1e-4 * scale))
          expect.fail(`step ${at}, sum ${i}: ${result.sum[i]}, f64 ${exact.sum[i]}`);
        for (const j of members)
          if (!(Math.abs(result.residuals[j][i] - exact.residuals[j][i]) <= 1e-4 * scale))
            expect.fail(`step ${at}, residual ${j} ${i}`);
      }
      plan.matrices.forEach(({ rightAt, columns }, at) =>
        matrixOf(result.right, rightAt, columns, rank).forEach((row, i) =>
          row.forEach((x, k) => expect(Math.abs(x - exact.right[at][i][k])).toBeLessThan(1e-4)),
        ),
      );
      ({ right, residuals } = result);
    }
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
    // Per step and member: a rounding of the input, of P̂ · Qᵀ's factors and of the residual.
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

// The straightforward implementation: f64 matrices as arrays of rows.
type Rows = number[][];

function matrixOf(array: ArrayLike<number>, at: number, rows: number, columns: number): Rows {
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, k) => array[at + i * columns + k]),
  );
}

function times(a: Rows, b: Rows): Rows {
  return a.map((row) => b[0].map((_, k) => row.reduce((sum, x, c) => sum + x * b[c][k], 0)));
}

function transpose(a: Rows): Rows {
  return a[0].map((_, k) => a.map((row) => row[k]));
}

/** Classical Gram–Schmidt, twice. */
function orthonormalOf(a: Rows): Rows {
  const columns = transpose(a);
  for (let k = 0; k < columns.length; k++) {
    for (let round = 0; round < 2; round++) {
      const parts = columns
        .slice(0, k)
        .map((other) => other.reduce((sum, x, i) => sum + x * columns[k][i], 0));
      columns[k] = columns[k].map(
        (x, i) => x - parts.reduce((sum, part, j) => sum + part * columns[j][i], 0),
      );
    }
    const norm = Math.hypot(...columns[k]);
    columns[k] = columns[k].map((x) => x / norm);
  }
  return transpose(columns);
}

function exactStep(plan: PowerSgdPlan, inputs: readonly Float64Array[], rights: readonly Rows[]) {
  const sum = new Float64Array(length);
  const residuals = inputs.map(() => new Float64Array(length));
  const nextRights: Rows[] = [];
  for (const { start, end } of plan.rest)
    for (let i = start; i < end; i++) sum[i] = inputs.reduce((so, input) => so + input[i], 0);
  plan.matrices.forEach(({ start, rows, columns }, index) => {
    const parts = inputs.map((input) => matrixOf(input, start, rows, columns));
    const whole = parts[0].map((row, i) => row.map((_, c) => parts.reduce((so, part) => so + part[i][c], 0)));
    const left = orthonormalOf(times(whole, rights[index]));
    const write = (into: Float64Array, values: Rows): void =>
      values.flat().forEach((x, i) => (into[start + i] = x));
    write(sum, times(left, transpose(times(transpose(whole), left))));
    parts.forEach((part, j) => {
      const seen = times(left, transpose(times(transpose(part), left)));
      write(
        residuals[j],
        part.map((row, i) => row.map((x, c) => x - seen[i][c])),
      );
    });
    nextRights.push(orthonormalOf(times(transpose(whole), left)));
  });
  return { sum, residuals, right: nextRights };
}
