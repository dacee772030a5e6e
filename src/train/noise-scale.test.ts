import { expect, test } from 'vitest';
import { prng } from '../base/prng';
import {
  addNoise,
  estimateNoise,
  noiseOf,
  noNoise,
  type NoiseEstimate,
  type NoiseState,
} from './noise-scale';
import { testConfig } from './test-ring';
import { SimulatedRing } from './test-simulated-ring';

const dimensions = 20;

/** One step of gradients drawn around `truth`, each loss term's with standard deviation `sigma` in every dimension. */
function drawn(seed: number, step: number, counts: readonly number[], truth: number, sigma: number) {
  const random = prng('noise', seed, step);
  const total = counts.reduce((a, b) => a + b, 0);
  const sum = new Float64Array(dimensions);
  const sources = counts.map((count) => {
    const mean = Float64Array.from(
      { length: dimensions },
      () => truth + (sigma / Math.sqrt(count)) * random.normal(),
    );
    mean.forEach((value, i) => (sum[i] += count * value));
    return { count, gradientSquared: mean.reduce((s, value) => s + value * value, 0) };
  });
  const meanSquared = sum.reduce((s, value) => s + (value / total) ** 2, 0);
  return estimateNoise(sources, total, meanSquared)!;
}

test.each([[[8, 8]], [[16, 16, 16, 16]], [[4, 12, 40]]])(
  '|G|² and tr Σ of known gradients within 4 standard errors, shards %j',
  (counts) => {
    const steps = 4000;
    const [truth, sigma] = [0.3, 2];
    const estimates = Array.from({ length: steps }, (_, step) => drawn(1, step, counts, truth, sigma));
    const within = (pick: (estimate: NoiseEstimate) => number, expected: number): void => {
      const values = estimates.map(pick);
      const mean = values.reduce((a, b) => a + b, 0) / steps;
      const deviation = Math.sqrt(values.reduce((s, value) => s + (value - mean) ** 2, 0) / (steps - 1));
      expect(Math.abs(mean - expected)).toBeLessThan((4 * deviation) / Math.sqrt(steps));
      // An estimate that divided by the wrong batch would be far outside.
      expect(deviation / Math.sqrt(steps)).toBeLessThan(0.1 * expected);
    };
    within(({ gradientSquared }) => gradientSquared, dimensions * truth ** 2);
    within(({ variance }) => variance, dimensions * sigma ** 2);
    const so = estimates
      .slice(-2000)
      .reduce<NoiseState>((state, estimate) => addNoise(state, estimate, 0.999), noNoise);
    expect(noiseOf(so)!.scale! / (sigma / truth) ** 2).toBeCloseTo(1, 0);
  },
);

test('not known with one source, nor while the gradient cannot be told from the noise', () => {
  expect(estimateNoise([{ count: 8, gradientSquared: 1 }], 8, 1)).toBeUndefined();
  expect(noiseOf(noNoise)).toBeUndefined();
  expect(noiseOf(addNoise(noNoise, { gradientSquared: -1, variance: 4 }))!.scale).toBeUndefined();
  const steady = addNoise(noNoise, { gradientSquared: 2, variance: 4 });
  expect(noiseOf(steady)!.scale).toBe(2); // after one step: corrected for its youth
});

test('a real ring: every member records the same scale, and it grows as the loss falls', async () => {
  const ring = new SimulatedRing({
    seed: 3,
    config: { ...testConfig, optimizer: { kind: 'sgd' }, learningRate: 0.3, steps: 120, evaluateEvery: 0 },
  });
  const replicas = [ring.add(), ring.add(), ring.add(), ring.add()];
  await ring.formed(4);
  ring.order({ kind: 'start' });
  await ring.until('the end', () => replicas.every(({ steps }) => steps.at(-1)?.step === 120));
  const [first, ...others] = replicas.map(({ steps }) => steps.map(({ noise }) => noise));
  for (const other of others) expect(other).toEqual(first);
  const scales = first.map((noise) => noise?.scale ?? 0);
  console.log(
    `noise scale at steps 20, 60, 120: ${[20, 60, 120].map((s) => scales[s - 1].toFixed(1)).join(', ')}`,
  );
  expect(scales[119]).toBeGreaterThan(0);
  expect(scales[119]).toBeGreaterThan(scales[9]);
  ring.verify();
  await ring.end();
});
