// The way from the command line to the RunConfig with which the host's tab creates the room. Pure. The parser of every
// replica validates it, so that no wrong configuration reaches a tab.
import { assert } from '../../base/assert';
import { groupDigits } from '../../base/group-digits';
import { fail, type Result } from '../../base/result';
import { say } from '../../base/sayings';
import { layersProblem } from '../../replica/describe-layers';
import { inWindows } from '../../replica/file-data';
import { modelOf, type ModelChoice } from '../../replica/model-choice';
import { optimizerOf, usualRates } from '../../replica/optimizer-choice';
import type { DataChoice, Layer, RunConfig } from '../../replica/protocol';
import { usualGatherBytes } from '../../train/run/plain-training';
import { shapeOf } from '../../train/run/data-shape';
import { parseRunConfig } from '../../train/run/run-config';
import { defaultGpt, type RequestedModel } from './ring-model';
import type { RingOptions } from './ring-options';

/** The limit without --micro-batch: the largest divisor of the batch up to this many rows. */
const microBatchLimit = { reals: 64, tokens: 8 };
/** The most held-out windows: a validation should not take longer than the steps between two. */
const heldOutWindows = 192;
const usualContext = 64;

/** undefined for files, which must be read first (file-choice.ts, import-choice.ts). */
export function builtInData({ data, examples }: RingOptions): DataChoice | undefined {
  switch (data.kind) {
    case 'files':
    case 'text':
    case 'import':
      return undefined;
    case 'stories':
      return { kind: 'stories', examples: examples ?? 8000, context: usualContext };
    case 'digits':
      return { kind: 'digits', examples: examples ?? 6000 };
    case 'points':
    case 'homes':
      return { ...data, examples: examples ?? 2000 };
    default:
      return data satisfies never;
  }
}

/** `isOwn`: each tab brings its own examples. `fileLayers`: of the model's file (model-file.ts). */
export function ringConfig(
  options: RingOptions,
  data: DataChoice,
  isOwn = false,
  fileLayers?: readonly Layer[],
): Result<RunConfig, 'bad-config'> {
  if (isOwn && data.kind === 'table') return fail('bad-config', say('own-table'));
  const { holds, inputShape } = shapeOf(data);
  const model = modelFor(options, data, fileLayers);
  if (model.family === 'layers') {
    if (holds === 'tokens') return fail('bad-config', say('layers-for-text'));
    const problem = layersProblem(model.layers, inputShape);
    if (problem) return fail('bad-config', problem);
  }
  const context = model.family === 'gpt' ? model.context : usualContext;
  const choice = inContext(data, context);
  if (choice.kind === 'text' && choice.examples === 0) {
    const tokens = groupDigits(choice.tokens ?? choice.characters);
    return fail(
      'bad-config',
      `the text has ${tokens} tokens, and one example of ${groupDigits(context)} takes ${groupDigits(context + 1)}: give a longer text, or a shorter context (--model gpt:context=…)`,
    );
  }
  const sixth = Math.floor(choice.examples / 6);
  const usualRate =
    model.family === 'gpt' && options.optimizer === 'adamw' ? 0.003 : usualRates[options.optimizer];
  return parseRunConfig({
    model: modelOf(model, shapeOf(choice), options.loss),
    data: isOwn ? { ...choice, own: true } : choice,
    validationExamples: options.validation ?? (holds === 'tokens' ? Math.min(heldOutWindows, sixth) : sixth),
    ...(options.augment && { augment: options.augment }),
    ...(options.uneven !== undefined && { uneven: options.uneven }),
    seed: options.seed,
    localBatch: options.batch,
    microBatch: options.microBatch ?? largestDivisor(options.batch, microBatchLimit[holds]),
    batchMode: options.globalBatch === undefined ? 'grow' : 'fixed',
    ...(options.globalBatch === undefined ? {} : { globalBatch: options.globalBatch }),
    shards: options.shards,
    sync: options.sync,
    optimizer: optimizerOf(options.optimizer, options.weightDecay),
    learningRate: options.learningRate ?? usualRate,
    schedule: {
      kind: options.schedule,
      warmupSteps: options.warmup,
      finalFraction: options.finalFraction,
    },
    scaling: {
      rule: options.scaling,
      referenceBatch: options.referenceBatch ?? options.batch,
      rewarmSteps: options.warmup,
    },
    clipNorm: options.clip,
    precision: options.precision,
    checkpoints: options.checkpoints,
    steps: options.steps,
    evaluateEvery: options.evaluateEvery,
    ...(options.patience > 0 && { patience: options.patience }),
    buckets: {
      mode: options.bucketMode,
      ...(options.topology === 'auto'
        ? { topology: 'ring', auto: { ms: 0, ringMs: 0 } }
        : { topology: options.topology }),
      codec: options.codec,
      firstBytes: options.firstBucketKib * 1024,
      capBytes: options.bucketCapKib * 1024,
      overlap: !options.noOverlap,
      gatherBytes: usualGatherBytes,
      ...(options.boundedParts ? { boundedParts: true } : {}),
    },
  });
}

function inContext(data: DataChoice, context: number): DataChoice {
  if (data.kind === 'text') return inWindows(data, context);
  return data.kind === 'stories' ? { ...data, context } : data;
}

function modelFor(
  { model, activation }: RingOptions,
  data: DataChoice,
  fileLayers: readonly Layer[] | undefined,
): ModelChoice {
  const requested: RequestedModel =
    model ?? (shapeOf(data).holds === 'tokens' ? defaultGpt : { family: 'mlp', hidden: undefined });
  if (requested.family === 'file') {
    assert(fileLayers, 'the file of the model is read');
    return { family: 'layers', layers: fileLayers };
  }
  if (requested.family !== 'mlp') return requested;
  const isPoints = data.kind === 'points' || data.kind === 'homes';
  return {
    family: 'mlp',
    hidden: requested.hidden ?? (isPoints ? [32, 32] : [128, 64]),
    activation: activation ?? (isPoints ? 'tanh' : 'relu'),
  };
}

function largestDivisor(whole: number, limit: number): number {
  let size = Math.min(whole, limit);
  while (whole % size !== 0) size--;
  return size;
}
