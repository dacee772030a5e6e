// Small runs for lessons: two moons, learned in seconds.
import type { RunConfig } from '../../../src/replica/protocol';

/** Plain SGD over `steps`, without evaluations, which would take time from the steps. */
export function runOf(base: RunConfig, change: Partial<RunConfig>): RunConfig {
  const config: RunConfig = {
    ...base,
    optimizer: { kind: 'sgd' },
    learningRate: 0.3,
    evaluateEvery: 0,
    ...change,
  };
  // Rows computed at once: a batch is a whole number of them.
  return { ...config, microBatch: Math.min(config.localBatch, 64) };
}

/** Dense layers of tanh, with two inputs and two classes. */
export function modelOf(widths: readonly number[]): RunConfig['model'] {
  return {
    name: widths.join('-'),
    inputShape: [2],
    layers: [
      ...widths.map((units) => ({ kind: 'dense', units, activation: 'tanh' }) as const),
      { kind: 'dense', units: 2, activation: 'none' },
    ],
    loss: 'softmax-cross-entropy',
  };
}
