// A model is data: an input shape and a list of layers. Shapes are inferred; compiling it yields a plan.

export type Activation = 'none' | 'relu' | 'tanh' | 'gelu';

export type Layer = {
  readonly kind: 'dense';
  /** (B, inputs) → (B, units), y = activation(x·W + b), W (inputs, units), b (units). */
  readonly units: number;
  readonly activation: Activation;
};

export interface ModelSpec {
  readonly name: string;
  /** Of one example, flattened by the first dense layer: [784], [2]. */
  readonly inputShape: readonly number[];
  readonly layers: readonly Layer[];
  /** The last layer's units are the classes; its output goes into softmax cross-entropy. */
  readonly loss: 'softmax-cross-entropy';
}
