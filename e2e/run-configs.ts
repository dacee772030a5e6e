// Small runs for the tests: quick on a software adapter, and so long that no test reaches their end by accident.
import type { RunConfig } from '../src/replica/protocol';
import { moonsRun } from '../src/train/testing/moons-run';

/** Two crescents, 1,218 parameters: about ten milliseconds a step. */
export const moons: RunConfig = { ...moonsRun([32, 32]), steps: 1_000_000 };

/** 784 → width → 10 on the drawn digits: with a wide layer, the sum takes long compared with the gradient. */
export function wideDigits(width: number): RunConfig {
  return {
    ...moons,
    model: {
      name: `digits ${width}`,
      inputShape: [28, 28],
      layers: [
        { kind: 'dense', units: width, activation: 'relu' },
        { kind: 'dense', units: 10, activation: 'none' },
      ],
      loss: 'softmax-cross-entropy',
    },
    data: { kind: 'digits', examples: 200 },
    validationExamples: 20,
    localBatch: 2,
    microBatch: 2,
    learningRate: 0.01,
  };
}
