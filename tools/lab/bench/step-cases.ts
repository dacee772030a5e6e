// Full training steps with AdamW: forward, backward, update.
import { cnnPreset, gptPreset, mlpPreset } from '../../../src/model/presets';
import type { ModelSpec } from '../../../src/model/spec';
import type { BenchCase } from './contender';
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
    ours: ours(task, mlpPreset([inputs], classes, hidden, 'relu')),
    async 'jax-js'() {
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
  const { side, filters, hidden, classes } = cnnShape;
  return stepCase(task, {
    ours: ours(task, cnnPreset([side, side, 1], classes, { filters, units: hidden })),
    async 'jax-js'() {
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
    ours: ours(task, gptPreset({ ...gptShape, dropout: 0, tied: false })),
    async 'jax-js'() {
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
    isLong: false,
    contenders,
  };
}

function ours(task: TrainingTask, spec: ModelSpec): BenchCase['contenders']['ours'] {
  return () => Promise.resolve({ kind: 'training', task, spec });
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
