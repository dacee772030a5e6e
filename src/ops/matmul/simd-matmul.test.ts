// Products of the SIMD engine against the reference in f64: every layout, ragged sizes, every epilogue, depths of one
// block and of several. Any number of threads gives the same bits.
import { expect, test } from 'vitest';
import { compareOnSimd, type SimdOperand } from '../../model/testing/run-on-simd';
import { randomReals } from '../testing/random-reals';
import { tolerance } from '../tolerance';
import { matmul, type MatmulShape } from './matmul';

type Finish = Pick<MatmulShape, 'accumulate' | 'epilogue'>;

const finishes: readonly Finish[] = [
  { accumulate: false },
  { accumulate: true },
  { accumulate: false, epilogue: { bias: 'extra', activation: 'relu' } },
  { accumulate: false, epilogue: { bias: 'extra', activation: 'tanh' } },
  { accumulate: true, epilogue: { bias: 'extra', activation: 'none' } },
  { accumulate: false, epilogue: { bias: 'extra', activation: 'gelu', before: 'before' } },
  { accumulate: false, epilogue: { slopeOf: 'relu', saved: 'extra' } },
  { accumulate: false, epilogue: { slopeOf: 'tanh', saved: 'extra' } },
  { accumulate: false, epilogue: { slopeOf: 'gelu', saved: 'extra' } },
];

/** (m, n, k): whole tiles, ragged ones, less than a tile, several blocks of the depth; all remainders of m by six. */
const sizes = [
  [12, 24, 40],
  [11, 9, 7],
  [1, 1, 1],
  [3, 17, 33],
  [134, 10, 5],
  [7, 70, 512],
  [9, 12, 1025],
  [3, 2055, 5],
  [13, 1027, 514],
] as const;

test.each(['nn', 'nt', 'tn'] as const)('%s: all sizes and epilogues', (layout) => {
  let largest = 0;
  for (const [m, n, k] of sizes)
    for (const finish of finishes) {
      const { epilogue } = finish;
      const reals = (name: string, length: number): SimdOperand => ({
        values: randomReals(length, 'simd', layout, m, n, k, name),
      });
      const isSlope = epilogue && 'saved' in epilogue;
      const tensors: Record<string, SimdOperand> = {
        a: reals('a', m * k),
        b: reals('b', k * n),
        out: reals('out', m * n),
        ...(epilogue ? { extra: reals('extra', isSlope ? m * n : n) } : {}),
        ...(epilogue && 'before' in epilogue ? { before: reals('before', m * n) } : {}),
      };
      const call = matmul({ layout, a: 'a', b: 'b', out: 'out', m, n, k, ...finish });
      // A slope of tanh multiplies the product by 1 − v².
      const magnitude = isSlope ? Math.max(1, ...tensors.extra.values.map((v) => v * v)) : 1;
      for (const [name, difference] of Object.entries(compareOnSimd(call, tensors))) {
        const allowed = tolerance('f32', k, 2 * magnitude);
        expect(difference, `${name} of ${m}×${n}×${k}, ${JSON.stringify(finish)}`).toBeLessThan(allowed);
        largest = Math.max(largest, difference / allowed);
      }
    }
  console.info(`${layout}: at most ${(100 * largest).toFixed(1)} % of the tolerance`);
});

test('a NaN in an operand stays visible, also behind relu', () => {
  const a = randomReals(6 * 5, 'nan');
  a[7] = NaN;
  const tensors = {
    a: { values: a },
    b: { values: randomReals(5 * 9, 'nan b') },
    extra: { values: randomReals(9, 'nan bias') },
    out: { values: new Float32Array(6 * 9) },
  };
  const shape = { layout: 'nn', a: 'a', b: 'b', out: 'out', m: 6, n: 9, k: 5, accumulate: false } as const;
  const call = matmul({ ...shape, epilogue: { bias: 'extra', activation: 'relu' } });
  // largestDifference takes NaN for equal to NaN only.
  expect(compareOnSimd(call, tensors).out).toBeLessThan(tolerance('f32', 5, 2));
});
