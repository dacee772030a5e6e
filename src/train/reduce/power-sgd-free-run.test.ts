// E21, E26: 20 steps of PowerSGD in f32 beside the f64 formula (testing/power-sgd-formula.ts). Residuals and Q are carried on
// both sides, and nothing of the f32 run enters the formula after the first Q. The bound is computed from the roundings
// alone, through the feedback and with the singular values of the formula's own matrices (testing/power-sgd-bound.ts).
//
// The gradients have a spectral gap: as many directions of weight about 1 as the factors have columns, and noise of 1/64.
// Without a gap no bound of this kind exists. Where two singular values change places, the span that the iteration follows
// is decided by roundings, and f32 and f64 may rightly go apart.
import { expect, test } from 'vitest';
import { planPowerSgd } from '../../codecs/power-sgd/plan';
import { topologies } from '../../collectives/topology';
import { BesideFormula, gradientOf, nothingCompared } from './testing/beside-formula';

const steps = 20;
const tensors = [
  { start: 0, shape: [20, 15] },
  { start: 300, shape: [9] },
  { start: 309, shape: [31, 13] },
];
const length = 309 + 31 * 13;

test.each([
  [1, 2, 'star'],
  [1, 5, 'tree'],
  [2, 3, 'ring'],
  [2, 4, 'halving-doubling'],
  [4, 3, 'direct'],
] as const)('rank %i, %i members, %s: 20 steps within the bound of the f64 formula', async (...given) => {
  const [rank, size, topology] = given;
  expect(topologies).toContain(topology);
  const plan = planPowerSgd(tensors, rank);
  expect(plan.matrices).toHaveLength(2);
  const largest = nothingCompared();
  const beside = new BesideFormula(plan, topology, size, rank);
  for (let step = 1; step <= steps; step++) {
    const terms = Array.from({ length: size }, (_, member) => 3 + ((step + member) % 4));
    const gradients = terms.map((n, member) =>
      gradientOf(plan, length, [step, member], { signal: rank, noise: 1 / 64, terms: n }),
    );
    await beside.step(gradients, terms, largest);
  }
  console.log(topology, JSON.stringify(largest));
  // A bound that allows anything would prove nothing.
  expect(largest.bound).toBeLessThan(2 ** -10);
});
