// A whole training step in jax-js: loss, gradient and AdamW in one jitted function. Parameters and moments stay on the
// GPU. @jax-js/optax would run the same arithmetic outside of jit, kernel by kernel.
import { jit, nn, numpy as np, tree, valueAndGrad } from '@jax-js/jax';
import type { Contender } from './contender';
import { jaxArray, jaxIdle } from './jaxjs';
import { adamw, type TrainingTask } from './training-task';

/** Logits (terms, classes) from the task's parameters in order and its inputs; consumes both. */
export type JaxModel = (parameters: np.Array[], inputs: np.Array) => np.Array;

type State = {
  parameters: np.Array[];
  first: np.Array[];
  second: np.Array[];
  beta1Power: np.Array;
  beta2Power: np.Array;
};

const checkedSteps = 3;

export function jaxTraining(task: TrainingTask, inputs: np.Array, model: JaxModel): Contender {
  const { beta1, beta2, epsilon, learningRate, weightDecay } = adamw;
  const labels = np.array(task.labels, { dtype: np.int32 });
  const loss = (parameters: np.Array[], x: np.Array, y: np.Array): np.Array => {
    const logits = model(parameters, x);
    const [terms, classes] = logits.shape;
    return nn
      .logSoftmax(logits)
      .mul(nn.oneHot(y, classes))
      .sum()
      .mul(-1 / terms);
  };
  const step = jit((state: State, x: np.Array, y: np.Array): { state: State; loss: np.Array } => {
    const [value, gradients] = valueAndGrad(loss)(tree.ref(state.parameters), x, y);
    const beta1Power = state.beta1Power.mul(beta1);
    const beta2Power = state.beta2Power.mul(beta2);
    const rate = np.reciprocal(np.array(1).sub(beta1Power.ref)).mul(learningRate);
    const correction = np.reciprocal(np.sqrt(np.array(1).sub(beta2Power.ref)));
    const next: State = { parameters: [], first: [], second: [], beta1Power, beta2Power };
    state.parameters.forEach((parameter, at) => {
      const gradient = gradients[at];
      const first = state.first[at].mul(beta1).add(gradient.ref.mul(1 - beta1));
      const second = state.second[at].mul(beta2).add(np.square(gradient).mul(1 - beta2));
      const scale = np.sqrt(second.ref).mul(correction.ref).add(epsilon);
      const kept = task.parameters[at].decays ? parameter.mul(1 - learningRate * weightDecay) : parameter;
      next.parameters.push(kept.sub(first.ref.mul(rate.ref).div(scale)));
      next.first.push(first);
      next.second.push(second);
    });
    tree.dispose([rate, correction]);
    return { state: next, loss: value };
  });

  let state: State = {
    parameters: task.parameters.map(({ initial, shape }) => jaxArray(Float32Array.from(initial), shape)),
    first: task.parameters.map(({ shape }) => np.zeros([...shape])),
    second: task.parameters.map(({ shape }) => np.zeros([...shape])),
    beta1Power: np.array(1),
    beta2Power: np.array(1),
  };
  const advance = async (): Promise<np.Array> => {
    const result = step(state, inputs.ref, labels.ref) as { state: State; loss: np.Array };
    state = result.state;
    await jaxIdle([result.loss, ...state.parameters]);
    return result.loss;
  };
  return {
    async check() {
      const losses: number[] = [];
      for (let at = 0; at < checkedSteps; at++) losses.push((await (await advance()).data())[0]);
      return [Float32Array.from(losses)];
    },
    run: async () => (await advance()).dispose(),
    dispose() {
      tree.dispose([inputs, labels]);
      tree.dispose(state);
      step.dispose();
    },
  };
}
