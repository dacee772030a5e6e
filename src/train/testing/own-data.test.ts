// Rules S20 and E29: each member brings its own examples. The oracle knows sizes and seeds alone: which examples each
// step took, and the mean gradient over them, by plain loops and one engine.
import { expect, test } from 'vitest';
import { microBatches } from '../../data/micro-batches';
import { pointDataset } from '../../data/points';
import { createSampler } from '../../data/sampler';
import { splitDataset } from '../../data/split';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import { runConfig, type RunConfig } from '../run/run-config';
import * as v from 'valibot';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';

const sizes = [600, 300, 100, 200];
const datasets = sizes.map((size, index) => pointDataset('moons', size, 0.1, 100 + index));
const config: RunConfig = {
  ...testConfig,
  data: {
    ...{ kind: 'idx', name: 'points', sha256: 'ab'.repeat(32), own: true },
    ...{ examples: 600, inputShape: [2], classes: 2 },
  },
  validationExamples: 60,
  localBatch: 8,
  optimizer: { kind: 'sgd' },
  learningRate: 0.1,
  steps: 60,
  evaluateEvery: 5,
};
const { seed } = config;
/** A tenth of each is held out. */
const splits = datasets.map((dataset, index) => splitDataset(dataset, sizes[index] / 10, seed));

function ringOf(size: number, ringSeed = 1): SimulatedRing {
  const ring = new SimulatedRing({ seed: ringSeed, config, dataset: (_, index) => datasets[index] });
  for (let i = 0; i < size; i++) ring.add();
  return ring;
}

test('S20, E29: shares follow the sizes, and the update is that of the mean over all members’ examples', async () => {
  expect(v.is(runConfig, config)).toBe(true);
  const ring = ringOf(3);
  await ring.formed(3);
  const [first] = ring.living;
  const parameters = new Map<number, Float32Array>();
  parameters.set(0, first.member.replica.held!.tensors.parameters.slice());
  first.member.on('step', ({ step }) => {
    const { held } = first.member.replica;
    if (held?.state.step === step) parameters.set(step, held.tensors.parameters.slice());
  });
  ring.submit({ kind: 'start' });
  await ring.until('twelve steps', () => ring.living.every(({ steps }) => steps.length >= 12));
  // 540, 270 and 90 examples to train on: 24 are 14.4, 7.2 and 2.4 of them.
  const shares = [15, 7, 2];
  const engine = createCpuEngine(config.model, 4);
  for (let step = 1; step <= 12; step++) {
    const sum = new Float32Array(engine.parameterCount);
    for (const [index, share] of shares.entries()) {
      const examples = createSampler(seed, splits[index].train).examples([[(step - 1) * share, share]]);
      engine.setParameters(parameters.get(step - 1)!);
      const part = new Float32Array(engine.parameterCount);
      const whole = [{ index: 0, start: 0, end: engine.parameterCount }];
      await engine.gradient(microBatches(datasets[index], examples, 4), whole, part, () => undefined, {
        overlap: false,
      });
      part.forEach((value, at) => (sum[at] += value));
    }
    const after = parameters.get(step)!;
    const expected = parameters.get(step - 1)!.map((value, at) => value - (0.1 * sum[at]) / 24);
    expected.forEach((value, at) => expect(after[at]).toBeCloseTo(value, 5));
  }
  const ids = ring.living.map(({ id }) => id);
  expect(first.steps[3].contributions).toEqual(Object.fromEntries(ids.map((id, at) => [id, shares[at]])));
  // H24: the median of the means over the held-out examples of each: 60, 30 and 10.
  const evaluated = first.steps.find(({ validation }) => validation)!;
  const { step, validation } = evaluated;
  engine.setParameters(parameters.get(step)!);
  const means: { loss: number; accuracy: number }[] = [];
  for (const [index, { validation: held }] of splits.slice(0, 3).entries()) {
    const sums = await engine.evaluate(microBatches(datasets[index], held, 4));
    means.push({ loss: sums.lossSum / sums.count, accuracy: sums.score / sums.count });
  }
  const middle = (pick: (mean: (typeof means)[number]) => number): number =>
    means.map(pick).toSorted((a, b) => a - b)[1];
  expect(validation!.loss).toBeCloseTo(
    middle(({ loss }) => loss),
    5,
  );
  expect(validation!.accuracy).toBeCloseTo(
    middle(({ accuracy }) => accuracy),
    10,
  );
  ring.verify();
  await ring.end();
});

test.each([2, 3, 4])(
  'S20 seed %i: a member dies and its shard is given up; its data, brought back, go on where they were',
  async (ringSeed) => {
    const ring = ringOf(4, ringSeed);
    await ring.formed(4);
    ring.submit({ kind: 'start' });
    await ring.until('some steps', () => ring.living.every(({ steps }) => steps.length >= 5));
    const gone = ring.living[2];
    const [other] = ring.living;
    const { data } = gone.member.replica.device.own!;
    ring.kill(gone, { notice: ringSeed % 2 === 0 });
    await ring.until('a ring of three', () => ring.isOneRing(3));
    const stepsThen = other.steps.length;
    await ring.until('more steps', () => other.steps.length >= stepsThen + 3);
    const state = other.member.replica.held!.state;
    // One shard of 2 or 3 of its 90 examples at most was under way.
    expect(state.forgotten).toBeLessThanOrEqual(3);
    expect(state.redo).toEqual([]);
    const before = state.own!.find((stream) => stream.data === data)!.next;
    expect(before).toBeGreaterThan(0);
    expect(state.plan!.shards.every(({ own }) => own?.data !== data)).toBe(true);
    datasets.push(datasets[2]);
    const back = ring.add();
    datasets.length = 5;
    await ring.until('it is back', () => back.steps.length >= 3);
    const own = back.member.replica.held!.state.own!.find((stream) => stream.data === data)!;
    expect(own.next).toBeGreaterThan(before);
    const state2 = back.member.replica.held!.state;
    expect(state2.plan === null || state2.plan.shards.some(({ own: of }) => of?.data === data)).toBe(true);
    ring.verify();
    datasets.length = 4;
    await ring.end();
  },
);

test('S20a: two members with the same data count once, in the sum and in the validation figure', async () => {
  const given = [datasets[0], datasets[1], datasets[1]];
  const ring = new SimulatedRing({ seed: 5, config, dataset: (_, index) => given[index] });
  for (let i = 0; i < 3; i++) ring.add();
  await ring.formed(3);
  const [first] = ring.living;
  const parameters = new Map<number, Float32Array>();
  first.member.on('step', ({ step }) => {
    const { held } = first.member.replica;
    if (held?.state.step === step) parameters.set(step, held.tensors.parameters.slice());
  });
  ring.submit({ kind: 'start' });
  await ring.until('an evaluated step', () => first.steps.some(({ validation }) => validation));
  const { view } = first.member.membership;
  const evaluated = first.steps.find(({ validation }) => validation)!;
  // 540 and 270 examples to train on: 24 are 16 and 8 of them. The junior copy adds nothing.
  const junior = ring.living
    .slice(1)
    .toSorted((a, b) => view!.members.indexOf(a.id) - view!.members.indexOf(b.id))[1];
  expect(evaluated.contributions[junior.id] ?? 0).toBe(0);
  expect(Object.values(evaluated.contributions).toSorted((a, b) => b - a)).toEqual([16, 8, 0]);
  const engine = createCpuEngine(config.model, 4);
  engine.setParameters(parameters.get(evaluated.step)!);
  let loss = 0;
  for (const index of [0, 1])
    loss += (await engine.evaluate(microBatches(datasets[index], splits[index].validation, 4))).lossSum;
  expect(evaluated.validation!.loss).toBeCloseTo(loss / 90, 5);
  ring.verify();
  await ring.end();
});

test('S20, E24: with local steps each member trains alone on its own stream, and the average counts examples', async () => {
  const innerSteps = 4;
  const federated: RunConfig = {
    ...config,
    sync: { kind: 'local', innerSteps, outer: { kind: 'average' } },
    evaluateEvery: 0,
  };
  const ring = new SimulatedRing({ seed: 6, config: federated, dataset: (_, index) => datasets[index] });
  for (let i = 0; i < 3; i++) ring.add();
  await ring.formed(3);
  const [first] = ring.living;
  const start = first.member.replica.held!.tensors.parameters.slice();
  let after: Float32Array | undefined;
  first.member.on('step', ({ step }) => {
    const { held } = first.member.replica;
    if (step === 1 && held?.state.step === 1) after = held.tensors.parameters.slice();
  });
  ring.submit({ kind: 'start' });
  await ring.until('four rounds', () => ring.living.every(({ steps }) => steps.length >= 4));
  const counts = ring.living.map(({ id }) => first.steps[0].contributions[id]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(24 * innerSteps);
  // The shares of 96 examples: 57.6, 28.8 and 9.6.
  expect(counts).toEqual([58, 29, 9]);
  const engine = createCpuEngine(config.model, 4);
  const average = new Float64Array(engine.parameterCount);
  for (const [index, count] of counts.entries()) {
    const examples = createSampler(seed, splits[index].train).examples([[0, count]]);
    const own = start.slice();
    for (let inner = 0; inner < innerSteps; inner++) {
      // The earlier parts are larger, by one.
      const from = Math.floor(count / innerSteps) * inner + Math.min(inner, count % innerSteps);
      const size = Math.floor(count / innerSteps) + (inner < count % innerSteps ? 1 : 0);
      const part = examples.slice(from, from + size);
      engine.setParameters(own);
      const gradient = new Float32Array(engine.parameterCount);
      const whole = [{ index: 0, start: 0, end: engine.parameterCount }];
      await engine.gradient(microBatches(datasets[index], part, 4), whole, gradient, () => undefined, {
        overlap: false,
      });
      gradient.forEach((value, at) => (own[at] -= (0.1 * value) / part.length));
    }
    own.forEach((value, at) => (average[at] += (value * count) / (24 * innerSteps)));
  }
  average.forEach((value, at) => expect(after![at]).toBeCloseTo(value, 4));
  ring.verify();
  await ring.end();
});

test('S20: a resumed run goes on where each member’s own examples were', async () => {
  const before = ringOf(3, 7);
  await before.formed(3);
  before.submit({ kind: 'start' });
  await before.until('some steps', () => before.living.every(({ steps }) => steps.length >= 6));
  const { held } = before.living[0].member.replica;
  const saved = structuredClone(held!);
  await before.end();
  expect(saved.state.own!.every(({ next }) => next > 0)).toBe(true);

  const ring = ringOf(3, 8);
  await ring.formed(3);
  const [bringer] = ring.living;
  bringer.member.replica.savedRun = saved;
  ring.submit({ kind: 'resume', config: saved.state.config, member: bringer.id, digest: saved.digest });
  const { step } = saved.state;
  await ring.until('the saved run', () =>
    ring.living.every(
      ({ member }) => member.phase.kind === 'paused' && member.replica.held!.state.step === step,
    ),
  );
  ring.submit({ kind: 'start' });
  await ring.until('two more steps', () =>
    ring.living.every(({ steps }) => (steps.at(-1)?.step ?? 0) >= step + 2),
  );
  const now = ring.living[0].member.replica.held!.state;
  for (const { data, next } of saved.state.own!)
    expect(now.own!.find((stream) => stream.data === data)!.next).toBeGreaterThan(next);
  // Each grew by its share of every step since, and by nothing else.
  const grown = now.own!.map(
    ({ data, next }) => next - saved.state.own!.find((of) => of.data === data)!.next,
  );
  expect(grown.toSorted((a, b) => b - a)).toEqual([15, 7, 2].map((share) => share * (now.step - step)));
  ring.verify();
  await ring.end();
});
