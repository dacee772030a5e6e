// Full training steps with AdamW: forward, backward, update.
import { mlpPreset } from '../../../src/model/presets';
import { notAvailable, type BenchCase } from './contender';
import { cnnShape, cnnTask, gptShape, gptTask, mlpTask, mlpWidths } from './tasks';
import type { TrainingTask } from './training-task';

/** Three steps of f32 differ by rounding, which AdamW amplifies where gradients are near zero. */
const lossTolerance = 2e-3;

export const stepCases: readonly BenchCase[] = [mlp(), cnn(), gpt()];

function mlp(): BenchCase {
  const task = mlpTask();
  const [inputs, ...hidden] = mlpWidths;
  const classes = hidden.pop()!;
  return stepCase(task, {
    async ours() {
      const { ourTraining } = await import('./ours-training');
      return ourTraining(
        task,
        mlpPreset([inputs], classes, hidden, 'relu'),
        {
          inputs: task.inputs,
          labels: Uint32Array.from(task.labels),
          weights: new Float32Array(task.batch).fill(1),
        },
        task.parameters.map(({ initial }) => initial),
      );
    },
    async jaxjs() {
      const { jaxArray, jaxTraining, jaxMlp } = await jaxParts();
      return jaxTraining(task, jaxArray(task.inputs, [task.batch, inputs]), jaxMlp);
    },
    async tfjs() {
      const { tf, tfTraining, tfMlp } = await tfParts();
      return tfTraining(task, tf.tensor2d(task.inputs, [task.batch, inputs]), tfMlp);
    },
  });
}

function cnn(): BenchCase {
  const task = cnnTask();
  const { side } = cnnShape;
  return stepCase(task, {
    ours: notAvailable('the engine has no convolution yet'),
    async jaxjs() {
      const { jaxArray, jaxTraining, jaxCnn } = await jaxParts();
      return jaxTraining(task, jaxArray(task.inputs, [task.batch, 1, side, side]), jaxCnn);
    },
    async tfjs() {
      const { tf, tfTraining, tfCnn } = await tfParts();
      return tfTraining(task, tf.tensor4d(task.inputs, [task.batch, side, side, 1]), tfCnn);
    },
  });
}

function gpt(): BenchCase {
  const task = gptTask();
  const { context, vocabulary } = gptShape;
  return stepCase(task, {
    ours: notAvailable('the engine has no transformer yet'),
    async jaxjs() {
      const { np, jaxTraining, jaxGpt } = await jaxParts();
      const ids = np.array(Int32Array.from(task.inputs), { dtype: np.int32 });
      return jaxTraining(task, ids.reshape([task.batch, context]), jaxGpt);
    },
    async tfjs() {
      const { tf, tfTraining, tfGpt } = await tfParts();
      const ids = tf.tensor1d(Int32Array.from(task.inputs), 'int32');
      return tfTraining(task, tf.cast(tf.oneHot(ids, vocabulary), 'float32'), tfGpt);
    },
  });
}

function stepCase(task: TrainingTask, contenders: BenchCase['contenders']): BenchCase {
  return {
    name: `${task.name} step`,
    unit: 'ms',
    flops: task.flops,
    bytes: 0,
    tolerance: lossTolerance,
    contenders,
  };
}

async function jaxParts() {
  const [{ numpy: np }, { jaxArray }, { jaxTraining }, models] = await Promise.all([
    import('@jax-js/jax'),
    import('./jaxjs'),
    import('./jaxjs-training'),
    import('./jaxjs-models'),
  ]);
  return { np, jaxArray, jaxTraining, ...models };
}

async function tfParts() {
  const [tf, { tfTraining }, models] = await Promise.all([
    import('@tensorflow/tfjs-core'),
    import('./tfjs-training'),
    import('./tfjs-models'),
  ]);
  return { tf, tfTraining, ...models };
}
