// A whole training step in tfjs: its own Adam on its own variables, after the decoupled decay.
import * as tf from '@tensorflow/tfjs-core';
import type { Contender } from './contender';
import { tfIdle } from './tfjs';
import { adamw, type TrainingTask } from './training-task';

/** Logits (terms, classes) from the task's parameters in order. */
export type TfModel = (parameters: readonly tf.Tensor[], inputs: tf.Tensor) => tf.Tensor2D;

const checkedSteps = 3;

export function tfTraining(task: TrainingTask, inputs: tf.Tensor, model: TfModel): Contender {
  const { learningRate, beta1, beta2, epsilon, weightDecay } = adamw;
  const variables = task.parameters.map(({ initial, shape }) => tf.variable(tf.tensor(initial, [...shape])));
  const optimizer = tf.train.adam(learningRate, beta1, beta2, epsilon);
  const classes = task.parameters.at(-1)!.shape[0];
  const labels = tf.oneHot(tf.tensor1d(task.labels, 'int32'), classes);
  const loss = (): tf.Scalar => tf.losses.softmaxCrossEntropy(labels, model(variables, inputs)) as tf.Scalar;
  const step = (): tf.Scalar => {
    const { value, grads } = tf.variableGrads(loss, variables);
    tf.tidy(() => {
      for (const [at, variable] of variables.entries())
        if (task.parameters[at].decays) variable.assign(tf.mul(variable, 1 - learningRate * weightDecay));
    });
    optimizer.applyGradients(grads as Record<string, tf.Variable>); // its types are too narrow: any tensors work
    tf.dispose(grads);
    return value;
  };
  return {
    async check() {
      const losses: number[] = [];
      for (let at = 0; at < checkedSteps; at++) {
        const value = step();
        losses.push((await value.data())[0]);
        value.dispose();
      }
      return [Float32Array.from(losses)];
    },
    async run() {
      step().dispose();
      await tfIdle();
    },
    dispose() {
      optimizer.dispose();
      tf.dispose([...variables, inputs, labels]);
    },
  };
}
