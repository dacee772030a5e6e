import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { chooseMatmul } from './choice';
import { matmulReference } from './matmul.ref';
import { randomReals } from '../random-reals';
import { targetForTests } from '../test-target';

const transpose = (matrix: Float64Array, rows: number, columns: number): Float64Array =>
  Float64Array.from(
    { length: rows * columns },
    (_, i) => matrix[(i % rows) * columns + Math.floor(i / rows)],
  );

test('nn is the definition; nt and tn are nn of transposed operands', () => {
  const random = prng('matmul.test');
  for (let round = 0; round < 10; round++) {
    const [m, n, k] = [1 + random.below(9), 1 + random.below(9), 1 + random.below(9)];
    const a = Float64Array.from(randomReals(m * k, 'a', round));
    const b = Float64Array.from(randomReals(k * n, 'b', round));
    const bias = Float64Array.from(randomReals(n, 'bias', round));
    const expected = Float64Array.from({ length: m * n }, (_, at) => {
      const [i, j] = [Math.floor(at / n), at % n];
      let sum = bias[j];
      for (let l = 0; l < k; l++) sum += a[i * k + l] * b[l * n + j];
      return sum;
    });
    const [nn, nt, tn] = [1, 1, 1].map(() => new Float64Array(m * n));
    matmulReference('nn', a, b, nn, m, n, k, false, bias);
    matmulReference('nt', a, transpose(b, k, n), nt, m, n, k, false, bias);
    tn.fill(1);
    matmulReference('tn', transpose(a, m, k), b, tn, m, n, k, true, bias);
    for (let i = 0; i < m * n; i++) {
      expect(nn[i]).toBeCloseTo(expected[i], 12);
      expect(nt[i]).toBeCloseTo(expected[i], 12);
      expect(tn[i]).toBeCloseTo(expected[i] + 1, 12);
    }
  }
});

test('choice: skinny shapes are split along K on a GPU, ten classes are ragged, software uses registers', () => {
  expect(chooseMatmul('nn', 32, 128, 784, targetForTests(false))).toMatchObject({ kind: 'tiled', splits: 6 });
  expect(chooseMatmul('nn', 128, 10, 512, targetForTests(false)).kind).toBe('ragged');
  expect(chooseMatmul('nn', 2048, 2048, 2048, targetForTests(false))).toMatchObject({ tile: 128, splits: 1 });
  expect(chooseMatmul('tn', 784, 512, 30, targetForTests(true)).kind).toBe('direct');
  const compatibility = { ...targetForTests(false), maxInvocations: 128 };
  expect(chooseMatmul('nn', 2048, 2048, 2048, compatibility)).toMatchObject({ tile: 64, blocks: 2 });
});
