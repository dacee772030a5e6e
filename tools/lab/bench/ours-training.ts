// A training step as a replica at world size 1 runs it, on any of our engines. The engine's gradient, the exact update
// with its digest, and the parameters back to the engine.
import { assert } from '../../../src/base/assert';
import type { Engine, MicroBatch } from '../../../src/model/engine';
import { blockCount } from '../../../src/optim/state/blocks';
import { createBlockHashes, rootDigest } from '../../../src/optim/state/digest';
import { tensorRanges } from '../../../src/optim/state/tensor-ranges';
import { createGradientSum, createShadow, createTrainState } from '../../../src/optim/state/train-state';
import { beginUpdate, updateBlocks } from '../../../src/optim/update/update';
import type { Contender } from './contender';
import { adamw, type TrainingTask } from './training-task';

const checkedSteps = 3;

/** The engine's slots are the task's parameters, in the same order and layout. The contender destroys the engine.
 *  `idle` resolves when the engine has taken the parameters. */
export function ourTraining(task: TrainingTask, engine: Engine, idle: () => Promise<void>): Contender {
  const batch: MicroBatch = {
    inputs: task.inputs,
    labels: Uint32Array.from(task.labels),
    weights: new Float32Array(task.labels.length).fill(1),
  };
  const { learningRate, ...config } = { kind: 'adamw' as const, ...adamw };
  const buckets = [{ index: 0, start: 0, end: engine.parameterCount }];
  const tensors = tensorRanges(engine.slots);
  const hashes = createBlockHashes(engine.parameterCount);
  let state = createTrainState(config, engine.parameterCount);
  let shadow = createShadow(state);
  const gradient = createGradientSum(state);
  assert(engine.slots.length === task.parameters.length, 'the spec is the task’s model');
  for (const [at, { offset, length, name }] of engine.slots.entries()) {
    const { initial } = task.parameters[at];
    assert(initial.length === length, `${name} is the task’s ${task.parameters[at].name}`);
    state.parameters.set(initial, offset);
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
    await idle();
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
    dispose: () => engine.destroy(),
  };
}
