import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { cutPositions, type Positions } from '../../data/positions';
import { loadDataset } from '../../data/load-dataset';
import { microBatches } from '../../data/micro-batches';
import { splitDataset } from '../../data/split';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import {
  addNoise,
  estimateNoise,
  noiseOf,
  noNoise,
  type NoiseEstimate,
  type NoiseState,
} from './noise-scale';
import { gradientOf } from '../testing/replay';
import { testConfig } from '../testing/real-ring';
import { SimulatedRing } from '../testing/simulated-ring';

const dimensions = 20;

/** Parts of these sizes, one after the other from `start` on. */
function partsFrom(start: number, sizes: readonly number[]): Positions[] {
  return cutPositions([[start, sizes.reduce((a, b) => a + b, 0)]], sizes);
}

const squaredNorm = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value * value, 0);

/** One step of gradients drawn around `truth`, each loss term's with standard deviation `sigma` in every dimension. */
function drawn(seed: number, step: number, counts: readonly number[], truth: number, sigma: number) {
  const random = prng('noise', seed, step);
  const total = counts.reduce((a, b) => a + b, 0);
  const sum = new Float64Array(dimensions);
  const whole: Positions = [[0, total]];
  const sources = partsFrom(0, counts).map((positions, at) => {
    const count = counts[at];
    const mean = Float64Array.from(
      { length: dimensions },
      () => truth + (sigma / Math.sqrt(count)) * random.normal(),
    );
    mean.forEach((value, i) => (sum[i] += count * value));
    return { positions, gradientSquared: squaredNorm(mean) };
  });
  const gradientSquared = squaredNorm(sum) / total ** 2;
  return estimateNoise(sources, { positions: whole, gradientSquared }, Infinity)!;
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

/** Every ordered way to take `count` of `from`. */
function draws(from: readonly number[], count: number): number[][] {
  if (count === 0) return [[]];
  return from.flatMap((one) =>
    draws(
      from.filter((other) => other !== one),
      count - 1,
    ).map((rest) => [one, ...rest]),
  );
}

const population = Array.from({ length: 6 }, (_, i) => {
  const random = prng('population', i);
  return [0.4 + random.normal(), random.normal(), 0.2 + random.normal()];
});
const everyone = population.map((_, i) => i);

/** The mean estimate over all these steps, in f64. A step is its examples in order. */
function expectedOver(
  steps: readonly (readonly number[])[],
  start: number,
  sizes: readonly number[],
  examples: number,
) {
  const parts = partsFrom(start, sizes);
  const meanSquare = (examples: readonly number[]): number =>
    squaredNorm(
      population[0].map((_, i) => examples.reduce((sum, e) => sum + population[e][i], 0) / examples.length),
    );
  let [gradientSquared, variance] = [0, 0];
  for (const step of steps) {
    let at = 0;
    const sources = parts.map((positions, j) => ({
      positions,
      gradientSquared: meanSquare(step.slice(at, (at += sizes[j]))),
    }));
    const whole = { positions: [[start, step.length]] as const, gradientSquared: meanSquare(step) };
    const estimate = estimateNoise(sources, whole, examples)!;
    gradientSquared += estimate.gradientSquared / steps.length;
    variance += estimate.variance / steps.length;
  }
  return { gradientSquared, variance };
}

test.each([
  { start: 0, sizes: [2, 2] },
  { start: 1, sizes: [1, 3] },
  { start: 0, sizes: [1, 2, 1] },
  { start: 0, sizes: [3, 3] }, // the whole epoch
  { start: 4, sizes: [1, 2] }, // the second part crosses into the next epoch
  { start: 4, sizes: [2, 2] }, // an epoch each
  { start: 3, sizes: [4, 1] },
  { start: 5, sizes: [7, 1] }, // one example, then all of the next epoch, then one of a third
])('drawn without replacement, from $start on, $sizes: tr Σ and |G|² on average over every draw', (given) => {
  const { start, sizes } = given;
  const total = sizes.reduce((a, b) => a + b, 0);
  let steps: number[][] = [[]];
  for (let at = start; at < start + total;) {
    const here = Math.min(start + total, (Math.floor(at / 6) + 1) * 6) - at;
    const next = draws(everyone, here);
    steps = steps.flatMap((before) => next.map((one) => [...before, ...one]));
    at += here;
  }
  const truth = momentsOf(population);
  const found = expectedOver(steps, start, sizes, 6);
  expect(found.gradientSquared).toBeCloseTo(truth.gradientSquared, 10);
  expect(found.variance).toBeCloseTo(truth.variance, 10);
});

test('E19: treating draws of one epoch as independent makes |G|² low by tr Σ/(M − 1); with replacement it is right', () => {
  const truth = momentsOf(population);
  const apart = expectedOver(draws(everyone, 4), 0, [2, 2], Infinity);
  expect(apart.gradientSquared).toBeCloseTo(truth.gradientSquared - truth.variance / 5, 10);
  const replaced = everyone.flatMap((a) =>
    everyone.flatMap((b) => everyone.flatMap((c) => everyone.map((d) => [a, b, c, d]))),
  );
  const found = expectedOver(replaced, 0, [2, 2], Infinity);
  expect(found.gradientSquared).toBeCloseTo(truth.gradientSquared, 10);
  expect(found.variance).toBeCloseTo(truth.variance, 10);
});

test('parts that hold every example equally often give no estimate', () => {
  const all = { gradientSquared: 1 };
  const sources = [
    { ...all, positions: [[0, 6]] },
    { ...all, positions: [[6, 6]] },
  ] as const;
  expect(estimateNoise(sources, { ...all, positions: [[0, 12]] }, 6)).toBeUndefined();
});

test('unknown with one source, and while the gradient cannot be told from the noise', () => {
  const one = { positions: [[0, 8]], gradientSquared: 1 } as const;
  expect(estimateNoise([one], one, 100)).toBeUndefined();
  expect(noiseOf(noNoise)).toBeUndefined();
  expect(noiseOf(addNoise(noNoise, { gradientSquared: -1, variance: 4 }))!.scale).toBeUndefined();
  const steady = addNoise(noNoise, { gradientSquared: 2, variance: 4 });
  expect(noiseOf(steady)!.scale).toBe(2); // after one step: bias-corrected
});

test('H7: a real ring: every member records the same scale, and it grows as the loss falls', async () => {
  const ring = new SimulatedRing({
    seed: 3,
    config: { ...testConfig, optimizer: { kind: 'sgd' }, learningRate: 0.3, steps: 120, evaluateEvery: 0 },
  });
  const replicas = [ring.add(), ring.add(), ring.add(), ring.add()];
  await ring.formed(4);
  ring.submit({ kind: 'start' });
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

test('a real ring on 40 examples, without learning: tr Σ and |G|² over these 40, computed one by one', async () => {
  const data = { kind: 'points', set: 'xor', examples: 50, noise: 0.2 } as const;
  const config = {
    ...testConfig,
    ...{ data, validationExamples: 10, localBatch: 10, microBatch: 10, evaluateEvery: 0 },
    ...{ optimizer: { kind: 'sgd' as const }, learningRate: 1e-12, steps: 250 },
  };
  const ring = new SimulatedRing({ seed: 4, config });
  const replicas = [ring.add(), ring.add(), ring.add()];
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('the end', () => replicas.every(({ steps }) => steps.at(-1)?.step === config.steps));
  await ring.end();

  const dataset = loadDataset(data, config.seed);
  const engine = createCpuEngine(config.model, config.microBatch);
  engine.setParameters(engine.initialParameters(config.seed));
  const { train } = splitDataset(dataset, config.validationExamples, config.seed);
  const gradients: Float32Array[] = [];
  for (const index of train)
    gradients.push(await gradientOf(engine, microBatches(dataset, [index], config.microBatch)));
  const { gradientSquared, variance } = momentsOf(gradients);
  const scale = variance / gradientSquared;
  const independent = variance / (gradientSquared - variance / (train.length - 1));
  const measured = replicas[0].steps.slice(100).map(({ noise }) => noise?.scale ?? NaN);
  const mean = measured.reduce((a, b) => a + b, 0) / measured.length;
  console.log(
    `critical batch of ${train.length} examples: ${mean.toFixed(1)} measured, ${scale.toFixed(1)} true, ` +
      `${independent.toFixed(1)} if they were drawn independently`,
  );
  // The mean over 150 smoothed steps is within a tenth. With the formula for independent draws there is no estimate.
  expect(Math.abs(mean / scale - 1)).toBeLessThan(0.25);
});

/** |G|² and tr Σ of a whole population, in f64. */
function momentsOf(gradients: readonly ArrayLike<number>[]) {
  const mean = Array.from(
    gradients[0],
    (_, i) => gradients.reduce((sum, g) => sum + g[i], 0) / gradients.length,
  );
  const squares = gradients.map((g) => mean.reduce((sum, m, i) => sum + (g[i] - m) ** 2, 0));
  return {
    gradientSquared: mean.reduce((sum, m) => sum + m * m, 0),
    variance: squares.reduce((a, b) => a + b, 0) / gradients.length,
  };
}
