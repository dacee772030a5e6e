// A tab of `npm run bench -- finetune`: adapters of a model with random weights, trained by AdamW on the processor or by
// WebGPU. The page is never part of the product's build.
import { toHalfs } from '../../../src/base/float16';
import { logged } from '../../../src/base/sayings';
import { acquireDevice } from '../../../src/gpu/device';
import type { Engine } from '../../../src/model/engine';
import { initialParameters } from '../../../src/model/plan/initial-parameters';
import { compile } from '../../../src/model/plan/plan';
import { randomBatch } from '../../../src/model/plan/random-batch';
import { createSimdEngineInWorker } from '../../../src/model/simd/engine-in-worker';
import { spawnHere } from '../../../src/model/simd/spawn-worker';
import { createWebGpuEngine } from '../../../src/model/webgpu/webgpu-engine';
import { choosePath } from '../../../src/simd/choose-path';
import { blockCount } from '../../../src/optim/state/blocks';
import { createBlockHashes, rootDigest } from '../../../src/optim/state/digest';
import { tensorRanges } from '../../../src/optim/state/tensor-ranges';
import { createShadow, createTrainState } from '../../../src/optim/state/train-state';
import { beginUpdate, finishUpdate, updateBlocks } from '../../../src/optim/update/update';
import { finetuneModels, finetuneShapes, type FinetuneShape } from './finetune-shapes';
import type { FinetuneJob, FinetuneStarted, FinetuneStep } from './finetune-job';

declare global {
  interface Window {
    finetuneStart: (job: FinetuneJob) => Promise<FinetuneStarted>;
    /** One step after the start. */
    finetuneStep: () => Promise<FinetuneStep>;
  }
}

const adamw = { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 } as const;

let step: Window['finetuneStep'] = () => Promise.reject(new Error('nothing was started'));

window.finetuneStep = () => step();
window.finetuneStart = async (job) => {
  const shape = finetuneShapes[job.shape];
  const engine = await engineFor(job, shape);
  engine.setBase(toHalfs(initialParameters(compile(finetuneModels(shape).whole, 1), 1)));
  step = trainingOf(engine, shape);
  const how = engine.backend === 'simd' ? `${choosePath()} path` : `WebGPU, rows by ${engine.microBatch}`;
  return { device: `${engine.device}, ${how}`, adapters: engine.parameterCount };
};

async function engineFor({ threads }: FinetuneJob, shape: FinetuneShape): Promise<Engine> {
  const { adapted } = finetuneModels(shape);
  if (threads === 'webgpu') {
    const context = await acquireDevice();
    if (!context.ok) throw new Error(logged(context.error.says));
    // A software adapter takes minutes over all rows at once, and the engine takes it for lost.
    const rows = context.value.isSoftware ? 1 : shape.rows;
    return createWebGpuEngine(adapted, rows, { context: context.value });
  }
  const engine = await createSimdEngineInWorker(adapted, shape.rows, {
    threads,
    path: choosePath(),
    checkpoints: false,
    spawn: spawnHere!,
  });
  if (!engine.device.includes(String(threads))) throw new Error(`${engine.device} instead of ${threads}`);
  return engine;
}

function trainingOf(engine: Engine, shape: FinetuneShape): () => Promise<FinetuneStep> {
  const count = engine.parameterCount;
  let state = createTrainState(adamw, count);
  let shadow = createShadow(state);
  state.parameters.set(engine.initialParameters(1));
  engine.setParameters(state.parameters);
  const { microBatch } = engine;
  const plan = compile(finetuneModels(shape).adapted, microBatch);
  const batches = Array.from({ length: shape.rows / microBatch }, (_, at) => ({
    ...randomBatch(plan, 'finetune', at, microBatch),
    keys: undefined,
  }));
  const [buckets, tensors] = [[{ index: 0, start: 0, end: count }], tensorRanges(engine.slots)];
  const [sum, hashes] = [new Float32Array(count), createBlockHashes(count)];
  return async () => {
    const began = performance.now();
    const sums = await engine.gradient(batches, buckets, sum, () => undefined, { overlap: false });
    const update = beginUpdate(adamw, state, shadow, {
      learningRate: 0.001,
      exampleCount: sums.count,
      clipScale: 1,
      tensors,
    });
    updateBlocks(update, sum, 0, blockCount(count), hashes);
    finishUpdate(update, sum, hashes);
    rootDigest(shadow, hashes);
    [state, shadow] = [shadow, state];
    engine.setParameters(state.parameters);
    return { ms: performance.now() - began, loss: sums.lossSum / sums.count };
  };
}
