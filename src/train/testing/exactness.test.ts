// E1–E4 on whole replicas: after K steps a ring holds, bit for bit, what one thread computes from the same examples in
// the documented order. It does not matter which members contributed, or what went wrong meanwhile.
import { expect, test } from 'vitest';
import { storyVocabulary } from '../../data/story-characters';
import { gptPreset, gptSizes, linearPreset } from '../../model/presets';
import type { OptimizerConfig } from '../../optim/rules/config';
import type { BucketMode, RunConfig } from '../run/run-config';
import { syncNamed } from '../run/sync';
import { replay, replayDifference, Witness } from './replay';
import { testConfig } from './real-ring';
import { SimulatedRing, type SimulatedReplica } from './simulated-ring';
import { equalTrainState } from '../../optim/state/testing/equal-train-state';

/** 1,412 parameters: two buckets at the smallest cap, six tensors. */
const config: RunConfig = {
  ...testConfig,
  model: {
    ...testConfig.model,
    layers: [
      { kind: 'dense', units: 40, activation: 'tanh' },
      { kind: 'dense', units: 30, activation: 'gelu' },
      { kind: 'dense', units: 2, activation: 'none' },
    ],
  },
  steps: 6,
  evaluateEvery: 0,
};

const optimizers: readonly OptimizerConfig[] = [
  { kind: 'sgd' },
  { kind: 'momentum', momentum: 0.9, nesterov: true },
  { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 },
  { kind: 'lars', momentum: 0.9, weightDecay: 0.01, trustCoefficient: 0.1, epsilon: 1e-9 },
  { kind: 'lamb', beta1: 0.9, beta2: 0.999, epsilon: 1e-6, weightDecay: 0.01 },
];

async function finish(ring: SimulatedRing): Promise<void> {
  await ring.until(
    'the last step',
    () =>
      ring.living.every(({ member }) => member.replica.held?.state.status === 'finished') &&
      ring.living.every(({ steps }) => steps.at(-1)?.step === ring.config.steps),
  );
  ring.verify();
}

/** Every living replica holds what the oracle computes; the digest over it, too. */
async function expectReplayed(ring: SimulatedRing, witness: Witness): Promise<void> {
  const oracle = await replay(ring.config, witness, ring.config.steps);
  for (const { member } of ring.living)
    expect(replayDifference(oracle, member.replica.held!), member.options.name).toBeUndefined();
}

function watched(ring: SimulatedRing, size: number): { witness: Witness; replicas: SimulatedReplica[] } {
  const witness = new Witness();
  const replicas = Array.from({ length: size }, () => {
    const replica = ring.add();
    witness.watch(replica);
    return replica;
  });
  return { witness, replicas };
}

const modes: readonly BucketMode[] = ['per-tensor', 'bucketed', 'single'];
test.each(optimizers)('N replicas hold bit for bit what one thread computes: %j', async (optimizer) => {
  // Optimizers differ in the update alone: with one of them rings have every size, with the others three members.
  const sizes = optimizer.kind === 'adamw' ? [1, 2, 3, 5] : [3];
  for (const size of sizes)
    for (const mode of modes) {
      const buckets = { ...config.buckets, mode, overlap: size !== 3 };
      const ring = new SimulatedRing({ seed: size, config: { ...config, optimizer, buckets } });
      const { witness } = watched(ring, size);
      await ring.formed(size);
      ring.submit({ kind: 'start' });
      await finish(ring);
      expect([...witness.records.values()].map(({ effectiveBatch }) => effectiveBatch)).toEqual(
        Array.from({ length: config.steps }, () => 8 * size),
      );
      await expectReplayed(ring, witness);
      await ring.end();
    }
});

test('a newcomer counts from the step after it holds the state; the mean is over the contributors', async () => {
  const ring = new SimulatedRing({ seed: 3, config: { ...config, steps: 12 } });
  const { witness, replicas } = watched(ring, 3);
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('3 steps', () => replicas[0].steps.length >= 3);
  const newcomer = ring.add();
  witness.watch(newcomer);
  await finish(ring);
  await expectReplayed(ring, witness);
  const contributions = [...witness.records.values()].map((record) => record.contributions[newcomer.id]);
  const first = contributions.indexOf(8);
  expect(first).toBeGreaterThan(3);
  // Absent before it was admitted. 0 while it caught up and in the step planned without it. Then its whole share.
  expect(contributions.slice(first)).toEqual(contributions.slice(first).map(() => 8));
  const whileCatchingUp = contributions.slice(0, first).filter((n) => n !== undefined);
  expect(whileCatchingUp.length).toBeGreaterThan(0);
  expect(whileCatchingUp).toEqual(whileCatchingUp.map(() => 0));

  // Negative controls: the oracle divides by the plan's members, or by 1 (a sum).
  const sum = await replay(ring.config, witness, 12, { divisor: () => 1 });
  expect(equalTrainState(sum.state, ring.living[0].member.replica.held!.tensors)).toBe(false);
  const perMember = await replay(ring.config, witness, 12, {
    divisor: (record) => 8 * record.worldSize,
  });
  expect(equalTrainState(perMember.state, ring.living[0].member.replica.held!.tensors)).toBe(false);
  await ring.end();
});

test('E1, E9a: altered examples are what one thread alters, with a join and a death at a frame', async () => {
  const altered: RunConfig = {
    ...config,
    data: { kind: 'digits', examples: 90 },
    validationExamples: 20,
    model: linearPreset([28, 28], 10),
    augment: { shift: 2, flip: true, brightness: 0.3 },
    steps: 12,
  };
  const ring = new SimulatedRing({ seed: 5, config: altered });
  const { witness, replicas } = watched(ring, 3);
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('3 steps', () => replicas[0].steps.length >= 3);
  witness.watch(ring.add());
  await ring.until('7 steps', () => replicas[0].steps.length >= 7);
  const death = ring.network.framesOf(replicas[1].id) + 3;
  ring.network.killAtFrame(replicas[1].id, death, { notice: true });
  await finish(ring);
  const worlds = [...witness.records.values()].map(({ worldSize }) => worldSize);
  expect([Math.max(...worlds), worlds.at(-1)]).toEqual([4, 3]);
  await expectReplayed(ring, witness);
  // Negative control: without alterations it is another run.
  const { augment: _, ...plain } = altered;
  const unaltered = await replay(plain, witness, altered.steps);
  expect(equalTrainState(unaltered.state, ring.living[0].member.replica.held!.tensors)).toBe(false);
  await ring.end();
});

test.each([
  ['every step', { kind: 'every-step' }],
  ['inner steps', syncNamed('local-sgd', 3)],
] as const)(
  'E1, E9b: uneven data is what one thread draws, with a join and a death: %s',
  async (_name, sync) => {
    const uneven: RunConfig = { ...config, sync, uneven: 0.2, steps: 12 };
    const ring = new SimulatedRing({ seed: 5, config: uneven });
    const { witness, replicas } = watched(ring, 3);
    await ring.formed(3);
    ring.submit({ kind: 'start' });
    await ring.until('3 steps', () => replicas[0].steps.length >= 3);
    witness.watch(ring.add());
    await ring.until('7 steps', () => replicas[0].steps.length >= 7);
    ring.kill(replicas[1]);
    await finish(ring);
    await expectReplayed(ring, witness);
    // Negative control: with even data it is another run.
    const { uneven: _, ...even } = uneven;
    const alike = await replay(even, witness, uneven.steps);
    expect(equalTrainState(alike.state, ring.living[0].member.replica.held!.tensors)).toBe(false);
    await ring.end();
  },
);

test.each([{ kind: 'sign' }, { kind: 'top-k', share: 0.05 }, { kind: 'sparse-loco', share: 0.03 }] as const)(
  'C10, E21: gathered sums with feedback are what one thread computes, with a join and a death: %j',
  async (codec) => {
    const buckets = { ...config.buckets, codec };
    const ring = new SimulatedRing({ seed: 4, config: { ...config, buckets, steps: 16 } });
    const { witness, replicas } = watched(ring, 3);
    await ring.formed(3);
    ring.submit({ kind: 'start' });
    await ring.until('3 steps', () => replicas[0].steps.length >= 3);
    witness.watch(ring.add());
    await ring.until('8 steps', () => replicas[0].steps.length >= 8);
    ring.kill(replicas[1]);
    await finish(ring);
    const records = [...witness.records.values()];
    expect(new Set(records.map(({ topology }) => topology))).toEqual(new Set(['gathered']));
    const contributors = records.map(
      ({ contributions }) => Object.values(contributions).filter(Boolean).length,
    );
    expect([Math.max(...contributors), contributors.at(-1)]).toEqual([4, 3]);
    await expectReplayed(ring, witness);
    await ring.end();
  },
);

test.each([
  [2, 'ring', { kind: 'sgd' }],
  [3, 'direct', { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 }],
] as const)(
  'C11, E26: sums of factors of rank %i over a %s are what one thread computes, with a join and a death',
  async (rank, topology, optimizer) => {
    const buckets = { ...config.buckets, topology, codec: { kind: 'power-sgd', rank } as const };
    const ring = new SimulatedRing({ seed: 6, config: { ...config, optimizer, buckets, steps: 16 } });
    const { witness, replicas } = watched(ring, 3);
    await ring.formed(3);
    ring.submit({ kind: 'start' });
    await ring.until('3 steps', () => replicas[0].steps.length >= 3);
    witness.watch(ring.add());
    await ring.until('8 steps', () => replicas[0].steps.length >= 8);
    ring.kill(replicas[1]);
    await finish(ring);
    const records = [...witness.records.values()];
    expect(new Set(records.map(({ codec, buckets: sums }) => `${codec} ${sums}`))).toEqual(new Set(['power-sgd 2'])); // prettier-ignore
    const contributors = records.map(
      ({ contributions }) => Object.values(contributions).filter(Boolean).length,
    );
    expect([Math.max(...contributors), contributors.at(-1)]).toEqual([4, 3]);
    expect(ring.living[0].member.replica.held!.tensors.vectors.at(-1)!.some((x) => x !== 0)).toBe(true);
    await expectReplayed(ring, witness);
    await ring.end();
  },
);

test('E1: shards by measured speed, a fixed batch, a death: what one thread computes', async () => {
  const uneven = {
    ...config,
    steps: 24,
    batchMode: 'fixed',
    globalBatch: 40,
    shards: 'measured',
    scaling: { rule: 'linear', referenceBatch: 20, rewarmSteps: 4 },
  } as const;
  const ring = new SimulatedRing({
    seed: 9,
    config: uneven,
    computeMs: (_, index, microBatches) => microBatches * [5, 5, 20][index],
  });
  const { witness, replicas } = watched(ring, 3);
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('12 steps', () => replicas[0].steps.length >= 12);
  ring.kill(replicas[1]);
  await finish(ring);
  await expectReplayed(ring, witness);
  const given = (step: number): number[] =>
    replicas.map(({ id }) => witness.records.get(step)!.contributions[id]);
  expect(given(1)).toEqual([16, 12, 12]); // nothing measured yet: equal
  expect(given(12)).toEqual([20, 16, 4]); // ten micro-batches at 4 : 4 : 1
  expect(given(24)).toEqual([32, undefined, 8]);
  // The rate follows the planned batch, which does not change when a member dies.
  for (const { learningRate } of witness.records.values())
    expect(learningRate).toBe(Math.fround(2 * config.learningRate));
  const batches = [...witness.records.values()].map(({ effectiveBatch }) => effectiveBatch);
  expect(batches.filter((batch) => batch !== 40).length).toBeLessThanOrEqual(2); // the step of the death, and the one planned before it
  await ring.end();
});

test.each([
  [2, 'equal', 32, [16, 16]],
  [3, 'equal', 32, [11, 11, 10]],
  [3, 'measured', 50, [17, 17, 16]],
  [2, 'measured', 100, [64, 36]],
  [2, 'measured', 40, [32, 8]], // the second computes as many rows, so it is not slow
  [3, 'equal', 2, [1, 1, 0]],
] as const)(
  'E1: a fixed batch over %i, %s parts, cut within micro-batches: what one thread computes of %i examples',
  async (size, shards, globalBatch, parts) => {
    const fixed = { ...config, localBatch: 32, microBatch: 32, steps: 14, batchMode: 'fixed' } as const;
    const ring = new SimulatedRing({
      seed: 12,
      config: { ...fixed, globalBatch, shards },
      computeMs: (_, index, microBatches) => microBatches * [4, 6, 7][index],
    });
    const { witness, replicas } = watched(ring, size);
    await ring.formed(size);
    ring.submit({ kind: 'start' });
    await finish(ring);
    await expectReplayed(ring, witness);
    const { contributions, effectiveBatch } = witness.records.get(14)!;
    expect(replicas.map(({ id }) => contributions[id])).toEqual(parts);
    expect(effectiveBatch).toBe(globalBatch);
    // Negative control: a mean over the rows computed, padding and all.
    const padded = await replay(ring.config, witness, 14, { divisor: () => 32 * size });
    expect(equalTrainState(padded.state, ring.living[0].member.replica.held!.tensors)).toBe(false);
    await ring.end();
  },
);

test('a replica too slow for one micro-batch is left out, named, and tried again', async () => {
  const uneven = { ...config, steps: 75, batchMode: 'fixed', globalBatch: 16, shards: 'measured' } as const;
  const ring = new SimulatedRing({
    seed: 10,
    config: uneven,
    computeMs: (_, index, microBatches) => microBatches * [4, 100][index],
  });
  const { witness, replicas } = watched(ring, 2);
  await ring.formed(2);
  ring.submit({ kind: 'start' });
  await finish(ring);
  await expectReplayed(ring, witness);
  const given = [...witness.records.values()].map(({ contributions }) => contributions[replicas[1].id]);
  const out = given.indexOf(0);
  expect(out).toBeGreaterThan(5);
  expect(out).toBeLessThan(15);
  expect(given.slice(out).indexOf(4)).toBe(50);
  for (const { notices } of replicas)
    expect(notices.filter((text) => text.includes('replica 1 is left out')).length).toBeGreaterThan(0);
  await ring.end();
});

test('the host switches batch and shards while it runs', async () => {
  const ring = new SimulatedRing({ seed: 11, config: { ...config, steps: 14 } });
  const { witness, replicas } = watched(ring, 2);
  await ring.formed(2);
  ring.submit({ kind: 'start' });
  await ring.until('3 steps', () => replicas[0].steps.length >= 3);
  ring.submit({ kind: 'set-batch', batch: { batchMode: 'fixed', globalBatch: 23, shards: 'measured' } });
  await finish(ring);
  await expectReplayed(ring, witness);
  expect(witness.records.get(3)!.effectiveBatch).toBe(16);
  expect(witness.records.get(14)!.effectiveBatch).toBe(23);
  await ring.end();
});

test('a member lost within a step: the step is the mean over the contributions left', async () => {
  const ring = new SimulatedRing({ seed: 4, config: { ...config, steps: 8 } });
  const { witness, replicas } = watched(ring, 4);
  await ring.formed(4);
  ring.submit({ kind: 'start' });
  await ring.until(
    'a reduce under way',
    () => replicas[2].steps.length === 3 && replicas[2].member.trainer.status.activity.kind === 'reducing',
  );
  const death = ring.network.framesOf(replicas[2].id) + 3;
  ring.network.killAtFrame(replicas[2].id, death, { notice: true });
  await finish(ring);
  await expectReplayed(ring, witness);
  const shorter = [...witness.records.values()].filter(({ effectiveBatch }) => effectiveBatch === 24);
  expect(shorter.length).toBeGreaterThan(3);
  expect(shorter[0].contributions[replicas[2].id]).toBeUndefined();
  const wrong = await replay(ring.config, witness, 8, {
    divisor: (_, plan) => plan.shards.reduce((n, { positions }) => n + positions.length, 0),
  });
  expect(equalTrainState(wrong.state, ring.living[0].member.replica.held!.tensors)).toBe(false);
  await ring.end();
});

/** All refinements together: each must be exact in the presence of the others. */
const refined: RunConfig = {
  ...config,
  steps: 12,
  optimizer: { kind: 'lamb', beta1: 0.9, beta2: 0.999, epsilon: 1e-6, weightDecay: 0.01 },
  schedule: { kind: 'cosine', warmupSteps: 3, finalFraction: 0.1 },
  scaling: { rule: 'sqrt', referenceBatch: 16, rewarmSteps: 3 },
  clipNorm: 0.05,
};

test('clipping, LAMB, warm-up, cosine and batch scaling: exact, with a newcomer in the middle', async () => {
  const ring = new SimulatedRing({ seed: 6, config: refined });
  const { witness, replicas } = watched(ring, 2);
  await ring.formed(2);
  ring.submit({ kind: 'start' });
  await ring.until('3 steps', () => replicas[0].steps.length >= 3);
  const newcomer = ring.add();
  witness.watch(newcomer);
  await finish(ring);
  await expectReplayed(ring, witness);
  const records = [...witness.records.values()];
  const rates = records.map(({ learningRate }) => learningRate / refined.learningRate);
  expect(rates.slice(0, 3)).toEqual([1 / 3, 2 / 3, 1].map((x) => expect.closeTo(x, 5)));
  // The effective batch grew by half, and the rate climbed to its √ in three steps while the cosine falls.
  const grown = records.findIndex(({ effectiveBatch }) => effectiveBatch === 24);
  expect(grown).toBeGreaterThan(3);
  expect(rates[11]).toBeCloseTo(0.1 * Math.sqrt(1.5), 5);
  // Negative control: every step was clipped, and the oracle without it ends elsewhere.
  expect(Math.min(...records.map(({ gradientNorm }) => gradientNorm))).toBeGreaterThan(refined.clipNorm);
  const unclipped = await replay(refined, witness, refined.steps, { isUnclipped: true });
  expect(equalTrainState(unclipped.state, ring.living[0].member.replica.held!.tensors)).toBe(false);
  await ring.end();
});

test('a GPT with dropout on text: sums of tokens, exact at any ring size', async () => {
  const gpt: RunConfig = {
    ...refined,
    model: gptPreset({ ...gptSizes.tiny, context: 8, vocabulary: storyVocabulary, dropout: 0.2, tied: true }),
    data: { kind: 'stories', examples: 200, context: 8 },
    validationExamples: 20,
    localBatch: 4,
    microBatch: 2,
    clipNorm: 1,
    steps: 4,
    evaluateEvery: 2,
  };
  for (const size of [1, 3]) {
    const ring = new SimulatedRing({ seed: size, config: gpt });
    const { witness } = watched(ring, size);
    await ring.formed(size);
    ring.submit({ kind: 'start' });
    await finish(ring);
    await expectReplayed(ring, witness);
    const records = [...witness.records.values()];
    expect(records.map(({ effectiveBatch }) => effectiveBatch)).toEqual(Array(4).fill(4 * 8 * size));
    expect(records[3].examplesTotal).toBe(4 * 4 * 8 * size);
    expect(records[0].loss).toBeCloseTo(Math.log(storyVocabulary), 0);
    expect(records[1].validation!.loss).toBeGreaterThan(1);
    await ring.end();
  }
});

const storyCount = 60;
test.each<OptimizerConfig>([
  { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 1 },
  { kind: 'lars', momentum: 0.9, weightDecay: 1, trustCoefficient: 0.1, epsilon: 1e-9 },
  { kind: 'lamb', beta1: 0.9, beta2: 0.999, epsilon: 1e-6, weightDecay: 1 },
])('$kind does not decay the rows of tokens that never occur', async (optimizer) => {
  const gpt: RunConfig = {
    ...testConfig,
    model: gptPreset({ ...gptSizes.tiny, context: 8, vocabulary: storyVocabulary, dropout: 0, tied: false }),
    data: { kind: 'stories', examples: storyCount, context: 8 },
    validationExamples: 10,
    localBatch: 2,
    microBatch: 2,
    optimizer,
    learningRate: 0.01,
    evaluateEvery: 0,
  };
  const ring = new SimulatedRing({ seed: 1, config: gpt });
  const { witness, replicas } = watched(ring, 1);
  await ring.formed(1);
  ring.submit({ kind: 'start' });
  await finish(ring);
  await expectReplayed(ring, witness);
  const { engine, dataset } = replicas[0].member.replica.ready!;
  const window = new Float32Array(8);
  const seen = new Set<number>();
  for (let example = 0; example < storyCount; example++) {
    dataset.read(example, window, 0, new Uint8Array(8), 0);
    for (const token of window) seen.add(token);
  }
  const unseen = Array.from({ length: storyVocabulary }, (_, token) => token).filter((t) => !seen.has(t));
  expect(unseen.length).toBeGreaterThan(0);
  const { offset, shape } = engine.slots.find(({ name }) => name === 'layers.0.tokens')!;
  const row = (values: Float32Array, token: number): Float32Array =>
    values.subarray(offset + token * shape[1], offset + (token + 1) * shape[1]);
  const initial = engine.initialParameters(gpt.seed);
  const { parameters } = replicas[0].member.replica.held!.tensors;
  for (const token of unseen) expect(row(parameters, token)).toEqual(row(initial, token));
  for (const token of [...seen].slice(0, 3)) expect(row(parameters, token)).not.toEqual(row(initial, token));
  await ring.end();
});

test('catching up restores the vectors of LAMB and the warm-up of the batch', async () => {
  const ring = new SimulatedRing({ seed: 8, config: refined });
  const { witness, replicas } = watched(ring, 3);
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('4 steps', () => replicas[0].steps.length >= 4);
  const { tensors } = replicas[2].member.replica.held!;
  tensors.vectors[1][7] += 1; // its optimizer now differs
  await finish(ring);
  await expectReplayed(ring, witness);
  expect(replicas[2].member.trainer.counters.catchUps).toBeGreaterThan(0);
  expect(replicas[2].member.replica.held!.state.batchWarmup).toEqual(
    replicas[0].member.replica.held!.state.batchWarmup,
  );
  await ring.end();
});
