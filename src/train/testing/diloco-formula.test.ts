// E24 against the papers' formulas, in f64 and without anything of the product but its data: softmax regression by hand.
import { expect, test } from 'vitest';
import { loadDataset } from '../../data/load-dataset';
import { createSampler } from '../../data/sampler';
import { splitDataset } from '../../data/split';
import type { RunConfig } from '../run/run-config';
import type { Sync } from '../run/sync';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';

const [inputs, classes, members, batch, steps] = [2, 2, 2, 8, 6];
const innerRate = 0.2;
const config: RunConfig = {
  ...testConfig,
  model: { ...testConfig.model, layers: [{ kind: 'dense', units: classes, activation: 'none' }] },
  optimizer: { kind: 'sgd' },
  learningRate: innerRate,
  localBatch: batch,
  microBatch: batch,
  steps,
  evaluateEvery: 0,
};

/** θ holds the weights (inputs, classes), then the biases. */
function meanGradient(
  theta: readonly number[],
  examples: readonly { x: number[]; label: number }[],
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

/** The outer steps of DiLoCo (algorithm 1 of arXiv 2311.08105), or of local SGD with rate 1 and momentum 0. `losses`: at the
 *  outer parameters, over what the first inner steps saw. */
function formula(begin: readonly number[], H: number, rate: number, momentum: number) {
  if (config.data.kind !== 'points') throw new Error('the formula is of points');
  const dataset = loadDataset(config.data, config.seed);
  const { train } = splitDataset(dataset, config.validationExamples, config.seed);
  const sampler = createSampler(config.seed, train);
  const exampleAt = (position: number) => {
    const [x, label] = [new Float32Array(inputs), new Uint32Array(1)];
    dataset.read(sampler.examples([[position, 1]])[0], x, 0, label, 0);
    return { x: [...x], label: label[0] };
  };
  let theta = [...begin];
  let velocity = theta.map(() => 0);
  const losses: number[] = [];
  for (let step = 0; step < steps; step++) {
    const change = theta.map(() => 0);
    for (let member = 0; member < members; member++) {
      let inner = theta;
      for (let h = 0; h < H; h++) {
        const first = ((step * members + member) * H + h) * batch;
        const { gradient, loss } = meanGradient(
          inner,
          Array.from({ length: batch }, (_, i) => exampleAt(first + i)),
        );
        if (h === 0) losses[step] = (losses[step] ?? 0) + loss / members;
        inner = inner.map((value, i) => value - innerRate * gradient[i]);
      }
      for (const i of change.keys()) change[i] += (theta[i] - inner[i]) / members;
    }
    velocity = velocity.map((value, i) => momentum * value + change[i]);
    theta = theta.map((value, i) => value - rate * (change[i] + momentum * velocity[i]));
  }
  return { theta, losses };
}

test.each([
  [4, 0.7, 0.9],
  [3, 1, 0],
])(
  'E24: %i inner steps, outer rate %f, outer momentum %f: what the formula gives',
  async (H, rate, momentum) => {
    const outer = momentum > 0 ? ({ kind: 'nesterov', learningRate: rate, momentum } as const) : ({ kind: 'average' } as const); // prettier-ignore
    const sync: Sync = { kind: 'local', innerSteps: H, outer };
    const ring = new SimulatedRing({ seed: 2, config: { ...config, sync } });
    const replicas = Array.from({ length: members }, () => ring.add());
    await ring.formed(members);
    const parameters = (): Float32Array => replicas[1].member.replica.held!.tensors.parameters;
    const begin = [...parameters()];
    ring.submit({ kind: 'start' });
    await ring.until('the end', () => replicas[1].member.replica.held!.state.status === 'finished');
    const { theta: expected, losses } = formula(begin, H, rate, momentum);
    const moved = Math.hypot(...expected.map((value, i) => value - begin[i]));
    const apart = Math.hypot(...expected.map((value, i) => value - parameters()[i]));
    expect(moved).toBeGreaterThan(0.5);
    expect(apart / moved).toBeLessThan(2e-6);
    await ring.until('the last record', () => replicas[1].steps.length === steps);
    for (const [i, { loss }] of replicas[1].steps.entries()) expect(loss).toBeCloseTo(losses[i], 6);
    await ring.end();
  },
);
