// Small runs for lessons: two moons, learned in seconds.
import type { RunConfig } from '../../../src/replica/protocol';
import { mostPoints } from './curve';

/** Plain SGD. Without `steps` it is not evaluated, which would take time from the steps; else as often as its chart has points. */
export function runOf(base: RunConfig, change: Partial<RunConfig>, steps?: number): RunConfig {
  const config: RunConfig = {
    ...base,
    optimizer: { kind: 'sgd' },
    learningRate: 0.3,
    evaluateEvery: steps === undefined ? 0 : Math.max(1, Math.floor(steps / mostPoints)),
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
