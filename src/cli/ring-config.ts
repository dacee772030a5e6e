// From the command line to the RunConfig that the host's tab creates the room with. Pure; validated by the same
// parser that every replica uses, so that nothing wrong reaches a tab.
import type { Result } from '../base/result';
import { loadDataset } from '../data/load-dataset';
import { linearPreset, mlpPreset } from '../model/presets';
import type { DataChoice, OptimizerConfig, RunConfig } from '../replica/protocol';
import { parseRunConfig } from '../train/run-config';
import type { RingOptions } from './ring-options';

/** A data choice with what the model must know of it. */
export interface ChosenData {
  readonly choice: DataChoice;
  readonly inputShape: readonly number[];
  readonly classes: number;
}

/** Without --micro-batch: the largest divisor of the batch up to this many rows. */
const microBatchLimit = 64;

/** Examples drawn to learn the shapes: the built-in data has the same at every size. */
const probeExamples = 10;

/** undefined for files, which must be read first (idx-choice.ts). */
export function builtInData({ data, examples, seed }: RingOptions): ChosenData | undefined {
  if (data.kind === 'files') return undefined;
  const choice: Exclude<DataChoice, { kind: 'idx' }> =
    data.kind === 'digits'
      ? { kind: 'digits', examples: examples ?? 6000 }
      : { kind: 'points', set: data.set, noise: data.noise, examples: examples ?? 2000 };
  const { inputShape, classes } = loadDataset({ ...choice, examples: probeExamples }, seed);
  return { choice, inputShape, classes };
}

export function ringConfig(
  options: RingOptions,
  { choice, inputShape, classes }: ChosenData,
): Result<RunConfig, 'bad-config'> {
  const isPoints = choice.kind === 'points';
  const hidden = options.hidden ?? (isPoints ? [32, 32] : [128, 64]);
  const activation = options.activation ?? (isPoints ? 'tanh' : 'relu');
  return parseRunConfig({
    model:
      hidden.length === 0
        ? linearPreset(inputShape, classes)
        : mlpPreset(inputShape, classes, hidden, activation),
    data: choice,
    validationExamples: options.validation ?? Math.floor(choice.examples / 6),
    seed: options.seed,
    localBatch: options.batch,
    microBatch: options.microBatch ?? largestDivisor(options.batch, microBatchLimit),
    optimizer: optimizer(options.optimizer),
    learningRate: options.learningRate ?? { sgd: 0.1, momentum: 0.02, adamw: 0.005 }[options.optimizer],
    steps: options.steps,
    evaluateEvery: options.evaluateEvery,
    buckets: {
      mode: options.bucketMode,
      firstBytes: options.firstBucketKib * 1024,
      capBytes: options.bucketCapKib * 1024,
      overlap: options.overlap,
    },
  });
}

function optimizer(kind: OptimizerConfig['kind']): OptimizerConfig {
  switch (kind) {
    case 'sgd':
      return { kind };
    case 'momentum':
      return { kind, momentum: 0.9, nesterov: false };
    case 'adamw':
      return { kind, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 };
    default:
      return kind satisfies never;
  }
}

function largestDivisor(whole: number, limit: number): number {
  let size = Math.min(whole, limit);
  while (whole % size !== 0) size--;
  return size;
}
