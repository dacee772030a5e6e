// A layer type: what a model's list of layers may name. It checks its shape, declares its parameters and emits calls:
// forward at once, backward when asked. A new one is an op folder, a shader file, and a line in layers.ts.
import type * as v from 'valibot';
import type { Layer } from './layers';
import type { OpCall, Storage, Tensor } from './op-call';

/** An activation with its shape for one example; in memory (B, …shape). */
export interface Value {
  readonly tensor: Tensor;
  readonly shape: readonly number[];
  /** Token ids are f32 (whole numbers, exact below 2²⁴), whatever the precision; all else is 'real'. */
  readonly holds: 'reals' | 'tokens';
}

export type Initialiser =
  | { readonly kind: 'normal'; readonly deviation: number }
  | { readonly kind: 'constant'; readonly value: number };

export interface ParameterOptions {
  readonly initialiser: Initialiser;
  /** Weight decay, and LARS's and LAMB's adaptation, apply: matrices and filters, not biases and norms. */
  readonly decays: boolean;
}

/** What a layer may do while it is built. Names are local to the layer ('weight', 'out') and made unique. */
export interface Builder {
  /** The layer's full name, 'layers.3.0': of its parameters, and of its random stream. */
  readonly path: string;
  /** Rows (examples) of the micro-batch. */
  readonly batch: number;
  /** u32, written by the host: dropout keys (B), the labels (B·terms), then the weights' bits (B·terms). Key 0: no
   *  dropout (evaluation). */
  readonly targets: Tensor;
  /** u32, written by the host: where each token's positions begin (vocabulary + 1), then all positions (B·T) sorted by
   *  token, in ascending order within one. */
  tokenOrder(vocabulary: number): Tensor;
  parameter(name: string, shape: readonly number[], options: ParameterOptions): Tensor;
  /** A parameter declared by an earlier layer under this full name ('embedding.tokens'), as for a tied head. */
  sharedParameter(fullName: string): { readonly tensor: Tensor; readonly shape: readonly number[] };
  /** dL/d(parameter), f32: calls add to it. */
  parameterGradient(parameter: Tensor): Tensor;
  /** A tensor of `length` elements that lives from its first write to its last read. */
  activation(name: string, length: number, storage?: Storage): Tensor;
  emit(call: OpCall): void;
  /** Builds layers one after the other inside this one (residual, block), named 0, 1, … */
  build(layers: readonly Layer[], x: Value): Built;
  /** Whether activations inside a block are dropped and computed again in its backward. */
  readonly checkpoints: boolean;
  /** Runs `build` so that what it emits and names is a second copy of layers built before: same parameters, tensors
   *  of their own. For a block's recomputation. */
  again(build: () => Built): Built;
  /** Refuses the model: throws ModelError with the layer's name. */
  refuse(reason: string): never;
}

export interface Built {
  readonly y: Value;
  /** Backward reads y: nobody may change it in place. */
  readonly keepsOutput?: boolean;
  /** Emits the calls from dL/dy, which they leave as it is, to the parameters' gradients (+=) and, unless nobody asks
   *  for it, dL/dx (=). Called at most once. */
  backward(dy: Tensor, dx: Tensor | undefined): void;
}

export interface LayerType<Config = never> {
  /** As the first layer it is given token ids; every other layer, and every other first layer, reals. */
  readonly takes?: 'tokens';
  readonly schema: v.GenericSchema<unknown, Config>;
  build(config: Config, x: Value, builder: Builder): Built;
}

export const sizeOf = (shape: readonly number[]): number =>
  shape.reduce((product, size) => product * size, 1);
