// One turn of ours for `npm run bench -- finetune`: finetune-ours.ts SHAPE THREADS STEPS. Trains the adapters of a model with
// random weights by AdamW, on the processor. Prints JSON: the ms of each step, the loss of the last one, the process's peak
// memory in bytes.
import { assert } from '../../../src/base/assert';
import { spawnComputeThread } from '../../../src/cli/node/spawn-compute-thread';
import { initialParameters } from '../../../src/model/plan/initial-parameters';
import { compile } from '../../../src/model/plan/plan';
import { randomBatch } from '../../../src/model/plan/random-batch';
import { createSimdEngineInWorker } from '../../../src/model/simd/engine-in-worker';
import { choosePath } from '../../../src/simd/choose-path';
import { blockCount } from '../../../src/optim/state/blocks';
import { createBlockHashes, rootDigest } from '../../../src/optim/state/digest';
import { tensorRanges } from '../../../src/optim/state/tensor-ranges';
import { createShadow, createTrainState } from '../../../src/optim/state/train-state';
import { beginUpdate, finishUpdate, updateBlocks } from '../../../src/optim/update/update';
import { finetuneModels, finetuneShapes, type FinetuneShapeId } from './finetune-shapes';
import type { FinetuneTurn } from './finetune-report';

const [id, threads, steps] = process.argv.slice(2);
const shape = finetuneShapes[id as FinetuneShapeId];
const { whole, adapted } = finetuneModels(shape);
const plan = compile(adapted, shape.rows);
const engine = await createSimdEngineInWorker(adapted, shape.rows, {
  ...{ threads: Number(threads), path: choosePath(), checkpoints: false, spawn: spawnComputeThread },
});
assert(engine.device.includes(threads), `the engine has ${threads} threads`);
engine.setBase(initialParameters(compile(whole, 1), 1));

const adamw = { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 } as const;
const count = engine.parameterCount;
let state = createTrainState(adamw, count);
let shadow = createShadow(state);
state.parameters.set(engine.initialParameters(1));
engine.setParameters(state.parameters);
const batch = { ...randomBatch(plan, 'finetune', 1, shape.rows), keys: undefined };
const [buckets, tensors] = [[{ index: 0, start: 0, end: count }], tensorRanges(engine.slots)];
const [sum, hashes] = [new Float32Array(count), createBlockHashes(count)];
const times: number[] = [];
let loss = NaN;
for (let step = 0; step < Number(steps); step++) {
  const began = performance.now();
  const sums = await engine.gradient([batch], buckets, sum, () => undefined, { overlap: false });
  loss = sums.lossSum / sums.count;
  const update = beginUpdate(adamw, state, shadow, {
    ...{ learningRate: 0.001, exampleCount: sums.count, clipScale: 1, tensors },
  });
  updateBlocks(update, sum, 0, blockCount(count), hashes);
  finishUpdate(update, sum, hashes);
  rootDigest(shadow, hashes);
  [state, shadow] = [shadow, state];
  engine.setParameters(state.parameters);
  times.push(performance.now() - began);
}
engine.destroy();
const turn: FinetuneTurn = {
  ms: times,
  loss,
  adapters: count,
  peakBytes: 1024 * process.resourceUsage().maxRSS,
};
console.log(JSON.stringify(turn));
process.exit(0);
