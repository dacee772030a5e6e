// Softmax regression by hand, in f64 and without anything of the product but its data: what the formulas of local steps
// are computed with.
import { loadDataset } from '../../data/load-dataset';
import { createSampler } from '../../data/sampler';
import { splitDataset } from '../../data/split';
import type { RunConfig } from '../run/run-config';
import { testConfig } from './real-ring';

const [inputs, classes] = [2, 2];
export const [members, batch] = [2, 8];
export const innerRate = 0.2;
export const softmaxConfig: RunConfig = {
  ...testConfig,
  model: { ...testConfig.model, layers: [{ kind: 'dense', units: classes, activation: 'none' }] },
  optimizer: { kind: 'sgd' },
  learningRate: innerRate,
  localBatch: batch,
  microBatch: batch,
  evaluateEvery: 0,
};

export interface Example {
  readonly x: readonly number[];
  readonly label: number;
}

/** θ holds the weights (inputs, classes), then the biases. */
export function meanGradient(
  theta: readonly number[],
  examples: readonly Example[],
): { gradient: number[]; loss: number } {
  const gradient = theta.map(() => 0);
  let loss = 0;
  for (const { x, label } of examples) {
    const logits = Array.from({ length: classes }, (_, c) =>
      x.reduce((sum, value, i) => sum + value * theta[i * classes + c], theta[inputs * classes + c]),
    );
    const total = logits.reduce((sum, logit) => sum + Math.exp(logit), 0);
    loss += (Math.log(total) - logits[label]) / examples.length;
    for (let c = 0; c < classes; c++) {
      const error = (Math.exp(logits[c]) / total - (c === label ? 1 : 0)) / examples.length;
      for (let i = 0; i < inputs; i++) gradient[i * classes + c] += error * x[i];
      gradient[inputs * classes + c] += error;
    }
  }
  return { gradient, loss };
}

/** The example at a position of the stream. */
export function exampleReader({ data, seed, validationExamples }: RunConfig): (position: number) => Example {
  if (data.kind !== 'points') throw new Error('the formula is of points');
  const dataset = loadDataset(data, seed);
  const { train } = splitDataset(dataset, validationExamples, seed);
  const sampler = createSampler(seed, train);
  return (position) => {
    const [x, label] = [new Float32Array(inputs), new Uint32Array(1)];
    dataset.read(sampler.examples([[position, 1]])[0], x, 0, label, 0);
    return { x: [...x], label: label[0] };
  };
}
