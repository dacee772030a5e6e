// Runs that PyTorch continues for five steps in two processes, and where our own plain loops and exact update arrive.
import { logged } from '../../../base/sayings';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bytesOf, concatBytes } from '../../../base/bytes';
import { prng } from '../../../base/prng';
import type { Dataset } from '../../../data/dataset';
import { openIdx } from '../../../data/idx-dataset';
import { loadDataset, type BuiltInData } from '../../../data/load-dataset';
import { microBatches } from '../../../data/micro-batches';
import { createSampler } from '../../../data/sampler';
import { splitDataset } from '../../../data/split';
import { openText } from '../../../data/text-file';
import { textDataset } from '../../../data/text-windows';
import type { Vocabulary } from '../../../data/vocabulary';
import { createCpuEngine } from '../../../model/cpu/cpu-engine';
import {
  cnnPreset,
  cnnSizes,
  gptPreset,
  gptSizes,
  layersPreset,
  mlpPreset,
  residualLayers,
} from '../../../model/presets';
import type { AmountLoss } from '../../../ops/amount-loss/amount-loss.ref';
import { squaredNormOf } from '../../../optim/state/block-norms';
import { blockCount } from '../../../optim/state/blocks';
import { createBlockHashes } from '../../../optim/state/digest';
import { tensorRanges } from '../../../optim/state/tensor-ranges';
import { createTrainState, type TrainState } from '../../../optim/state/train-state';
import { batchFactor, beginBatchWarmup, nextBatchWarmup } from '../../../optim/schedule/batch-scaling';
import { scheduledRate } from '../../../optim/schedule/schedule';
import { beginUpdate, clipScaleOf, finishUpdate, updateBlocks } from '../../../optim/update/update';
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
const homes = { kind: 'homes', examples: 90, noise: 0.1 } as const;
const stories = { kind: 'stories', examples: 90, context: 32 } as const;

export interface ContinuedRun {
  readonly config: RunConfig;
  /** The files of a run on a user's data, and what is in them. */
  readonly given?: {
    readonly files: readonly Blob[];
    readonly dataset: Dataset;
    readonly vocabulary?: Vocabulary;
  };
}

/** Each has so few examples that its five steps cross an epoch. */
export async function continuedRuns(): Promise<Readonly<Record<string, ContinuedRun>>> {
  const runs = Object.entries(generatedRuns).map(([title, config]) => [title, { config }] as const);
  return {
    ...Object.fromEntries(runs),
    'CNN on IDX files in colour': await ownImages(),
    'GPT on a text file': await ownText(),
  };
}

async function ownImages(): Promise<ContinuedRun> {
  const [count, side, classes] = [90, 8, 3];
  const random = prng('own images');
  const labels = Uint8Array.from({ length: count }, (_, at) => at % classes);
  const pixels = Uint8Array.from({ length: count * side * side * 3 }, () => random.below(256));
  const files = [idxFile([count, side, side, 3], pixels), idxFile([count], labels)];
  const opened = await openIdx(files[0], files[1], 'own');
  if (!opened.ok) throw new Error(logged(opened.error.says));
  const { sha256, dataset } = opened.value;
  const data = {
    kind: 'idx',
    name: 'own',
    sha256,
    examples: count,
    inputShape: [side, side, 3],
    classes,
  } as const;
  const model = cnnPreset([side, side, 3], classes, { filters: [4, 6], units: 8 });
  return {
    config: { ...base, model, data: { ...data, inputShape: [...data.inputShape] } },
    given: { files, dataset },
  };
}

async function ownText(): Promise<ContinuedRun> {
  const random = prng('own text');
  const text = Array.from({ length: 1500 }, () => 'abcde fgh\n'[random.below(10)]).join('');
  const file = new Blob([text]);
  const opened = await openText(file);
  if (!opened.ok) throw new Error(logged(opened.error.says));
  const { sha256, vocabulary, characters, bytes } = opened.value;
  const { context } = gptSizes.tiny;
  const dataset = textDataset(opened.value, context, 'own.txt');
  const data = { kind: 'text', name: 'own.txt', sha256, characters, bytes, examples: dataset.length, context, vocabulary: dataset.classes } as const; // prettier-ignore
  const model = gptPreset({ ...gptSizes.tiny, vocabulary: dataset.classes, dropout: 0, tied: true });
  return { config: { ...base, model, data }, given: { files: [file], dataset, vocabulary } };
}

function idxFile(shape: readonly number[], bytes: Uint8Array<ArrayBuffer>): Blob {
  const sizes = new DataView(new ArrayBuffer(4 + 4 * shape.length));
  sizes.setUint32(0, 0x0800 + shape.length);
  shape.forEach((size, at) => sizes.setUint32(4 + 4 * at, size));
  return new Blob([sizes, bytes]);
}

function amountModel(loss: AmountLoss): RunConfig['model'] {
  return { ...mlpPreset([2], 1, [16], 'tanh'), loss };
}

const generatedRuns: Readonly<Record<string, RunConfig>> = {
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
  'residual CNN, momentum': {
    ...base,
    model: layersPreset([28, 28], 10, residualLayers({ widths: [4, 8], blocks: 1, groups: 4 })),
    data: digits,
    optimizer: { kind: 'momentum', momentum: 0.9, nesterov: false },
    learningRate: 0.01,
  },
  'MLP, Nesterov momentum': {
    ...base,
    model: mlpPreset([28, 28], 10, [32], 'relu'),
    data: digits,
    optimizer: { kind: 'momentum', momentum: 0.9, nesterov: true },
  },
  'MLP of amounts, squared error': { ...base, model: amountModel('squared'), data: homes },
  'MLP of amounts, Huber': { ...base, model: amountModel('huber'), data: homes },
};

/** Writes the exported folder of this run after some steps, and the parameters `continuedSteps` later. */
export async function writeContinued(
  { config, given }: ContinuedRun,
  seed: number,
  place: string,
): Promise<void> {
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
  const { vocabulary } = given ?? {};
  const files = await exportRun(new Blob([fileBytes(held, { ...around, vocabulary })]), {
    data: given?.files,
  });
  if (!files.ok) throw new Error(logged(files.error.says));
  for (const { name, bytes } of files.value) await writeFile(path.join(place, name), bytes);

  const after = await continued(state, tensors, given?.dataset);
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
async function continued(
  state: RunState,
  first: TrainState,
  given: Dataset | undefined,
): Promise<TrainState> {
  const { config } = state;
  const { data, seed, model, localBatch, microBatch, optimizer, clipNorm, scaling } = config;
  const dataset = given ?? loadDataset(data as BuiltInData, seed);
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
