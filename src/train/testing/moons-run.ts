// A run for trying rings: two crescents, learned by a small network of tanh layers. It runs until the host ends it.
import { plainTraining } from '../run/plain-training';
import type { RunConfig } from '../run/run-config';

/** Two inputs, the given hidden widths, two classes. */
export function moonsRun(widths: readonly number[], examples = 600): RunConfig {
  return {
    ...plainTraining,
    model: {
      name: 'moons',
      inputShape: [2],
      layers: [
        ...widths.map((units) => ({ kind: 'dense', units, activation: 'tanh' }) as const),
        { kind: 'dense', units: 2, activation: 'none' },
      ],
      loss: 'softmax-cross-entropy',
    },
    data: { kind: 'points', set: 'moons', examples, noise: 0.1 },
    validationExamples: examples / 10,
    seed: 7,
    localBatch: 16,
    microBatch: 16,
    optimizer: { kind: 'sgd' },
    learningRate: 0.1,
    steps: 0xffff_ffff,
    evaluateEvery: 0,
    buckets: {
      mode: 'bucketed',
      topology: 'ring',
      codec: { kind: 'f32' },
      firstBytes: 1 << 16,
      capBytes: 1 << 20,
      overlap: true,
    },
  };
}
