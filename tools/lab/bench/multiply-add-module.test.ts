import { expect, test } from 'vitest';
import { multiplyAddModule, stepsPerRound, term, type MultiplyAdd } from './multiply-add-module';

const functionOf = (chains: number): MultiplyAdd => {
  const module = new WebAssembly.Module(multiplyAddModule({ chains, isRelaxed: false }));
  return new WebAssembly.Instance(module).exports.multiply_add as MultiplyAdd;
};

/** The same in f32, step by step. */
function expected(chains: number, rounds: number, factor: number): number {
  let sum: number | undefined;
  for (let chain = 0; chain < chains; chain++) {
    let x = chain;
    for (let step = 0; step < rounds * stepsPerRound; step++)
      x = Math.fround(Math.fround(x * Math.fround(factor)) + term);
    sum = sum === undefined ? x : Math.fround(sum + x);
  }
  return sum!;
}

test.each([1, 4, 12])('%i chains take every step', (chains) => {
  // The factor is near 1, so that a missing step changes the sum.
  expect(functionOf(chains)(3, 0.99)).toBe(expected(chains, 3, 0.99));
  expect(functionOf(chains)(1, 0.99)).toBe(expected(chains, 1, 0.99));
});

test('the relaxed form is valid where the engine has relaxed SIMD, and close', () => {
  const bytes = multiplyAddModule({ chains: 4, isRelaxed: true });
  if (!WebAssembly.validate(bytes)) return expect(process.versions.node).toMatch(/^20\./);
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  expect((instance.exports.multiply_add as MultiplyAdd)(3, 0.99)).toBeCloseTo(expected(4, 3, 0.99), 4);
});
