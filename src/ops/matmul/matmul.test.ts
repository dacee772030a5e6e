import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { allowedTiles, chooseMatmul } from './choice';
import { matmulReference } from './matmul.ref';
import { randomReals } from '../testing/random-reals';
import { targetForTests } from '../testing/target';

const transpose = (matrix: Float64Array, rows: number, columns: number): Float64Array =>
  Float64Array.from(
    { length: rows * columns },
    (_, i) => matrix[(i % rows) * columns + Math.floor(i / rows)],
  );

test('nn is the definition; nt and tn equal nn of transposed operands', () => {
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

test('choice: tiles by class, a split for skinny shapes, scalars for ragged ones', () => {
  const gpu = targetForTests;
  expect(chooseMatmul('nn', 32, 128, 784, gpu)).toMatchObject({ tileM: 32, splits: 6, memory: 'whole' });
  expect(chooseMatmul('nn', 128, 10, 512, gpu)).toMatchObject({ tileM: 32, memory: 'ragged' });
  expect(chooseMatmul('nn', 2048, 2048, 2048, gpu)).toMatchObject({ tileM: 64, tileN: 64, splits: 1 });
  const compatibility = { ...gpu, maxInvocations: 128 };
  expect(chooseMatmul('nn', 2048, 2048, 2048, compatibility)).toMatchObject({ tileM: 64, rowBlocks: 2 });
});

test('choice: a tuning result decides, and an equal result decides the same', () => {
  const [, tuned] = allowedTiles('large', targetForTests);
  const [, medium] = allowedTiles('medium', targetForTests);
  const target = { ...targetForTests, matmul: { large: tuned, medium, small: medium } };
  expect(chooseMatmul('nt', 2048, 2048, 512, target)).toMatchObject(tuned);
  expect(chooseMatmul('nt', 2048, 2048, 512, target)).toEqual(chooseMatmul('nt', 2048, 2048, 512, target));
  expect(chooseMatmul('nn', 512, 512, 64, target)).toMatchObject(medium);
});
