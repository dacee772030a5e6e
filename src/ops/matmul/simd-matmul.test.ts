// Products of the SIMD engine against the reference in f64: every layout, ragged sizes, every epilogue, depths of one
// block and of several. Any number of threads gives the same bits.
import { expect, test } from 'vitest';
import { fromHalfs, toHalfs } from '../../base/float16';
import { compareOnSimd, pathsHere, runOnSimd, type SimdOperand } from '../../model/testing/run-on-simd';
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

test.each(['nn', 'nt'] as const)('%s: a matrix in f16 has the bits of the same numbers in f32', (layout) => {
  for (const [m, n, k] of sizes)
    for (const finish of finishes.slice(0, 2)) {
      // Numbers of every size that f16 has, those below 2⁻¹⁴ too.
      const values = randomReals(k * n, 'halves', layout, m, n, k).map((value, i) => value * 2 ** -(i % 27));
      const halves = toHalfs(values);
      const tensors = {
        a: { values: randomReals(m * k, 'halves a', m, n, k) },
        out: { values: randomReals(m * n, 'halves out', m, n, k) },
      };
      const shape = { layout, a: 'a', b: 'b', out: 'out', m, n, k, ...finish } as const;
      const inHalves = runOnSimd(matmul({ ...shape, bStorage: 'half' }), {
        ...tensors,
        b: { values: halves },
      });
      const inSingles = runOnSimd(matmul(shape), { ...tensors, b: { values: fromHalfs(halves) } });
      expect(inHalves, `${m}×${n}×${k}`).toEqual(inSingles);
      const call = matmul({ ...shape, bStorage: 'half' });
      expect(compareOnSimd(call, { ...tensors, b: { values: halves } }).out).toBeLessThan(
        tolerance('f32', k, 2),
      );
    }
});

test('all halves are widened exactly', () => {
  const halves = Uint16Array.from({ length: 2 ** 16 }, (_, bits) => bits).filter(
    (bits) => (bits & 0x7c00) < 0x7c00,
  );
  for (const layout of ['nn', 'nt'] as const) {
    const call = matmul({
      layout,
      a: 'a',
      b: 'b',
      out: 'out',
      m: 1,
      n: halves.length,
      k: 1,
      bStorage: 'half',
    });
    const a = { values: Float32Array.of(1) };
    const out = { values: new Float32Array(halves.length) };
    for (const path of pathsHere())
      // The product is added to a zero, which loses the sign of −0.
      expect(runOnSimd(call, { a, b: { values: halves }, out }, 1, path).out).toEqual(
        fromHalfs(halves).map((value) => value + 0),
      );
  }
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
