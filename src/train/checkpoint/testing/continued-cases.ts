// Runs that PyTorch continues for five steps in two processes, and where our own plain loops and exact update arrive.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bytesOf, concatBytes } from '../../../base/bytes';
import { prng } from '../../../base/prng';
import { loadDataset } from '../../../data/load-dataset';
import { microBatches } from '../../../data/micro-batches';
import { createSampler } from '../../../data/sampler';
import { splitDataset } from '../../../data/split';
import { createCpuEngine } from '../../../model/cpu/cpu-engine';
import { cnnPreset, cnnSizes, gptPreset, gptSizes, mlpPreset } from '../../../model/presets';
import { squaredNormOf } from '../../../optim/state/block-norms';
import { blockCount } from '../../../optim/state/blocks';
import { createBlockHashes } from '../../../optim/state/digest';
import { tensorRanges } from '../../../optim/state/tensor-ranges';
import { createTrainState, type TrainState } from '../../../optim/state/train-state';
import { clipScaleOf } from '../../../optim/update/clipping';
import { batchFactor, beginBatchWarmup, nextBatchWarmup } from '../../../optim/schedule/batch-scaling';
import { scheduledRate } from '../../../optim/schedule/schedule';
import { beginUpdate, finishUpdate, updateBlocks } from '../../../optim/update/update';
import { nextPositions } from '../../run/redo';
import type { RunConfig } from '../../run/run-config';
import { newRun, type RunState } from '../../run/run-state';
import { versionedState } from '../../state/versioned-state';
import { testConfig } from '../../testing/real-ring';
import { exportRun } from '../export/export-run';
import { toFileOrder } from '../permute';
import { safetensorsHead } from '../safetensors-header';
import { tensorLayouts } from '../tensor-layout';
import { fileTensor } from '../write-checkpoint';
import { around, fileBytes } from './held-state';

export const continuedSteps = 5;
export const processes = 2;

const adamw = { kind: 'adamw', beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0.1 } as const;
const cosine = { kind: 'cosine', warmupSteps: 4, finalFraction: 0.1 } as const;
const base = {
  ...testConfig,
  steps: 60,
  schedule: cosine,
  learningRate: 0.003,
  clipNorm: 1,
  optimizer: adamw,
};

const digits = { kind: 'digits', examples: 90 } as const;
const stories = { kind: 'stories', examples: 90, context: 32 } as const;

/** Each has so few examples that its five steps cross an epoch. */
export const continuedRuns: Readonly<Record<string, RunConfig>> = {
  'GPT, AdamW, cosine': {
    ...base,
    model: gptPreset({ ...gptSizes.tiny, vocabulary: 44, dropout: 0, tied: true }),
    data: stories,
  },
  'CNN, AdamW, the rate follows the batch': {
    ...base,
    model: cnnPreset([28, 28], 10, cnnSizes.small),
    data: digits,
    scaling: { rule: 'sqrt', referenceBatch: 8, rewarmSteps: 3 },
  },
  'MLP, Nesterov momentum': {
    ...base,
    model: mlpPreset([28, 28], 10, [32], 'relu'),
    data: digits,
    optimizer: { kind: 'momentum', momentum: 0.9, nesterov: true },
  },
};

/** Writes the exported folder of this run after some steps, and the parameters `continuedSteps` later. */
export async function writeContinued(config: RunConfig, seed: number, place: string): Promise<void> {
  const engine = createCpuEngine(config.model, config.microBatch);
  const tensors = createTrainState(config.optimizer, engine.parameterCount);
  const random = prng('continued', seed);
  const initial = engine.initialParameters(seed);
  initial.forEach((value, i) => (tensors.parameters[i] = value + 0.02 * random.normal()));
  tensors.vectors[0].forEach((_, i, vector) => (vector[i] = 0.01 * random.normal()));
  tensors.vectors[1]?.forEach((_, i, vector) => (vector[i] = 1e-4 * (0.1 + random.float())));
  tensors.step = 7;
  const { optimizer } = config;
  if (optimizer.kind === 'adamw') tensors.scalars.set([optimizer.beta1 ** 7, optimizer.beta2 ** 7]);
  const state: RunState = {
    ...newRun(config),
    ...{ initialized: true, status: 'running', step: 8, cursor: 19, redo: [[3, 5]], learningRate: 0.004 },
    batchWarmup: { factor: 1, stepsLeft: 0, target: 1 },
  };
  const held = versionedState(state, tensors);
  const files = await exportRun(new Blob([fileBytes(held, around)]));
  if (!files.ok) throw new Error(files.error.message);
  for (const { name, bytes } of files.value) await writeFile(path.join(place, name), bytes);

  const after = await continued(state, tensors);
  const layouts = tensorLayouts(config.model);
  const values = layouts.map((layout) => {
    const ordered = new Float32Array(layout.length);
    toFileOrder(layout, after.parameters, 0, ordered);
    return bytesOf(ordered);
  });
  const head = safetensorsHead(
    layouts.map((layout) => fileTensor('', layout)),
    {},
  );
  await writeFile(path.join(place, 'expected.safetensors'), concatBytes(head, ...values));
}

/** One member takes the whole batches of `processes`. */
async function continued(state: RunState, first: TrainState): Promise<TrainState> {
  const { config } = state;
  const { data, seed, model, localBatch, microBatch, optimizer, clipNorm, scaling } = config;
  if (data.kind === 'idx' || data.kind === 'text') throw new Error('generated data');
  const dataset = loadDataset(data, seed);
  const { train } = splitDataset(dataset, config.validationExamples, seed);
  const sampler = createSampler(seed, train);
  const engine = createCpuEngine(model, microBatch);
  const batch = processes * localBatch;
  const exampleCount = batch * dataset.terms;
  const sum = new Float32Array(engine.parameterCount);
  let { cursor, redo } = state;
  let warmup = state.batchWarmup ?? beginBatchWarmup(1);
  let from = first;
  for (let step = state.step; step < state.step + continuedSteps; step++) {
    const positions = nextPositions({ cursor, redo, withheld: [], forgotten: 0 }, batch);
    redo = []; // fewer than a batch
    cursor = Math.max(cursor, ...positions.map(([start, count]) => start + count));
    engine.setParameters(from.parameters);
    const whole = [{ index: 0, start: 0, end: sum.length }];
    const batches = microBatches(dataset, sampler.examples(positions), microBatch);
    await engine.gradient(batches, whole, sum, () => undefined, { overlap: false });
    const target = batchFactor(scaling.rule, batch, scaling.referenceBatch);
    warmup = nextBatchWarmup(warmup, target, scaling.rewarmSteps);
    const learningRate = scheduledRate(
      config.schedule,
      step,
      config.steps,
      state.learningRate * warmup.factor,
    );
    const to = createTrainState(optimizer, sum.length);
    const clipScale = clipScaleOf(squaredNormOf(sum, 0, sum.length), exampleCount, clipNorm);
    const tensors = tensorRanges(engine.slots);
    const update = beginUpdate(optimizer, from, to, { learningRate, exampleCount, clipScale, tensors });
    const hashes = createBlockHashes(sum.length);
    updateBlocks(update, sum, 0, blockCount(sum.length), hashes);
    finishUpdate(update, sum, hashes);
    from = to;
  }
  engine.destroy();
  return from;
}
