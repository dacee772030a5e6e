// A layer type: an entry that a model's list of layers may name. It checks its shape, declares its parameters and emits
// calls: forward at once, backward when asked. A new one is an op folder, a shader file, and a line in layers.ts.
import type * as v from 'valibot';
import type { Saying } from '../base/sayings';
import type { Layer } from './layers';
import type { OpCall, Storage, Tensor } from './op-call';

/** An activation with its shape for one example. In memory it is (B, …shape). */
export interface Value {
  readonly tensor: Tensor;
  readonly shape: readonly number[];
  /** Token ids are f32 (whole numbers, exact below 2²⁴) in every precision; all other values are 'real'. */
  readonly holds: 'reals' | 'tokens';
}

export type Initialiser =
  | { readonly kind: 'normal'; readonly deviation: number }
  | { readonly kind: 'constant'; readonly value: number };

export type MatrixStorage = Extract<Storage, 'real' | 'half'>;

export interface ParameterOptions {
  /** It is part of an adapter, and so trained where the layers' own parameters are not. */
  readonly adapts?: boolean;
  readonly initialiser: Initialiser;
  /** Whether weight decay and the adaptation of LARS and LAMB apply: to matrices and filters, not to biases and
   *  norms. */
  readonly decays: boolean;
  /** Every call that reads it can read it in Builder.matrixStorage. */
  readonly isMatrix?: boolean;
}

/** The change of a weight W (inputs, units) is scale · A·B, with A (inputs, rank) and B (rank, units). */
export interface Adapter {
  readonly rank: number;
  readonly scale: number;
}

/** What a layer may use while it is built. Names are local to the layer ('weight', 'out') and made unique. */
export interface Builder {
  /** The layer's full name, 'layers.3.0'. It names the layer's parameters and its random stream. */
  readonly path: string;
  /** Rows (examples) of the micro-batch. */
  readonly batch: number;
  /** u32, written by the host: dropout keys (B), the labels (B·terms), then the bits of the weights (B·terms). Key 0
   *  means no dropout (evaluation). */
  readonly targets: Tensor;
  /** u32, written by the host: where each token's positions begin (vocabulary + 1), then all positions (B·T), sorted by
   *  token and ascending within a token. */
  tokenOrder(vocabulary: number): Tensor;
  parameter(name: string, shape: readonly number[], options: ParameterOptions): Tensor;
  /** The storage of the layers' own matrices (ParameterOptions.isMatrix): 'half' where they are not trained. */
  readonly matrixStorage: MatrixStorage;
  /** The low-rank change of the weight of this name; undefined: it has none. */
  adapterOf(name: string): Adapter | undefined;
  /** A parameter that an earlier layer declared under this full name ('embedding.tokens'), as for a tied head. */
  sharedParameter(fullName: string): {
    readonly tensor: Tensor;
    readonly shape: readonly number[];
    readonly storage: MatrixStorage;
  };
  /** dL/d(parameter), f32. Calls add to it. */
  parameterGradient(parameter: Tensor): Tensor;
  /** A tensor of `length` elements that lives from its first write to its last read. */
  activation(name: string, length: number, storage?: Storage): Tensor;
  emit(call: OpCall): void;
  /** Builds layers one after the other inside this one (residual, block), named 0, 1, … */
  build(layers: readonly Layer[], x: Value): Built;
  /** Whether activations inside a block are dropped and recomputed in its backward pass. */
  readonly checkpoints: boolean;
  /** Runs `build` so that it emits and names a second copy of layers built before, with the same parameters and
   *  tensors of its own. For a block's recomputation. */
  again(build: () => Built): Built;
  /** Refuses the model. Throws EngineError 'bad-model' with the layer's name and the reason. */
  refuse(reason: Saying): never;
}

export interface Built {
  readonly y: Value;
  /** Backward reads y, so no later layer may change it in place. */
  readonly keepsOutput?: boolean;
  /** Emits the backward calls. They read dL/dy without changing it, add to the parameters' gradients (+=) and assign
   *  dL/dx (=) unless `dx` is undefined. Called at most once. */
  backward(dy: Tensor, dx: Tensor | undefined): void;
}

export interface LayerType<Config = never> {
  /** Such a layer comes first and is given token ids. All other layers are given reals. */
  readonly takes?: 'tokens';
  readonly schema: v.GenericSchema<unknown, Config>;
  build(config: Config, x: Value, builder: Builder): Built;
}

/** A bias or a norm's vector: one value to begin with, and no decay. */
export function vectorParameter(builder: Builder, name: string, length: number, value: number): Tensor {
  return builder.parameter(name, [length], { initialiser: { kind: 'constant', value }, decays: false });
}

/** '28 × 28 × 8'. */
export const shapeText = (shape: readonly number[]): string => shape.join(' × ');

export const sizeOf = (shape: readonly number[]): number =>
  shape.reduce((product, size) => product * size, 1);
