// A training step as a replica at world size 1 runs it: gradient to the CPU, the exact update with its digest, the
// parameters back to the GPU.
import type { MicroBatch } from '../../../src/model/engine';
import type { ModelSpec } from '../../../src/model/spec';
import { createWebGpuEngine } from '../../../src/model/webgpu-engine';
import { blockCount } from '../../../src/optim/blocks';
import { createBlockHashes, rootDigest } from '../../../src/optim/digest';
import { tensorRanges } from '../../../src/optim/tensor-ranges';
import { createShadow, createTrainState } from '../../../src/optim/train-state';
import { beginUpdate, updateBlocks } from '../../../src/optim/update';
import type { Contender } from './contender';
import { destroyContext, ourContext } from './ours-op';
import { adamw, type TrainingTask } from './training-task';

const checkedSteps = 3;

/** `initial` is the task's parameters in the order and layout of the engine's slots. */
export async function ourTraining(
  task: TrainingTask,
  spec: ModelSpec,
  batch: MicroBatch,
  initial: readonly Float32Array[],
): Promise<Contender> {
  const context = await ourContext();
  const engine = await createWebGpuEngine(spec, task.batch, { context });
  const { learningRate, ...config } = { kind: 'adamw' as const, ...adamw };
  const buckets = [{ index: 0, start: 0, end: engine.parameterCount }];
  const tensors = tensorRanges(engine.slots);
  const gradient = new Float32Array(engine.parameterCount);
  const hashes = createBlockHashes(engine.parameterCount);
  let state = createTrainState(config, engine.parameterCount);
  let shadow = createShadow(state);
  for (const [at, { offset, length, name }] of engine.slots.entries()) {
    if (initial[at]?.length !== length)
      throw new Error(`${name} has ${length} elements, not ${initial[at]?.length}`);
    state.parameters.set(initial[at], offset);
  }
  engine.setParameters(state.parameters);

  const step = async (): Promise<number> => {
    const sums = await engine.gradient([batch], buckets, gradient, () => undefined, { overlap: false });
    const update = beginUpdate(config, state, shadow, {
      learningRate,
      exampleCount: sums.count,
      tensors,
    });
    updateBlocks(update, gradient, 0, blockCount(engine.parameterCount), hashes);
    rootDigest(shadow, hashes);
    [state, shadow] = [shadow, state];
    engine.setParameters(state.parameters);
    await context.device.queue.onSubmittedWorkDone();
    return sums.lossSum / sums.count;
  };
  return {
    async check() {
      const losses: number[] = [];
      for (let at = 0; at < checkedSteps; at++) losses.push(await step());
      return [Float32Array.from(losses)];
    },
    async run() {
      await step();
    },
    dispose() {
      engine.destroy();
      destroyContext(context);
    },
  };
}
