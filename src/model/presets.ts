// Models by name: a spec is data, so a preset is a function that returns one.
import type { Activation, ModelSpec } from './spec';

/** Dense layers of the given widths, each with the activation, then the classes. */
export function mlpPreset(
  inputShape: readonly number[],
  classes: number,
  hidden: readonly number[],
  activation: Activation,
): ModelSpec {
  return {
    name: ['mlp', ...hidden].join('-'),
    inputShape,
    layers: [
      ...hidden.map((units) => ({ kind: 'dense', units, activation }) as const),
      { kind: 'dense', units: classes, activation: 'none' },
    ],
    loss: 'softmax-cross-entropy',
  };
}

/** Softmax regression: no hidden layer. */
export function linearPreset(inputShape: readonly number[], classes: number): ModelSpec {
  return { ...mlpPreset(inputShape, classes, [], 'none'), name: 'linear' };
}
