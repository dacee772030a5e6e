// The engine as the training step uses it: parameters in, sums of gradients out. It does not know that peers exist. Three
// backends pass one contract suite: WebGPU, SIMD WebAssembly, and the ops' plain-loop references ('cpu').
import type { Saying } from '../base/sayings';
import type { CallTrial, TrialResult } from './call-trial';

/** Where one named parameter lives in the flat parameter vector. */
export interface ParameterSlot {
  readonly name: string; // 'layers.0.weight'
  readonly shape: readonly number[];
  /** The offset in elements; slots follow each other without gaps, in forward order. */
  readonly offset: number;
  readonly length: number;
  /** Whether weight decay and the adaptation of LARS and LAMB apply. False for biases and norms. */
  readonly decays: boolean;
}

/** The elements of a flat vector of these slots. */
export function endOf(slots: readonly ParameterSlot[]): number {
  const last = slots.at(-1);
  return last ? last.offset + last.length : 0;
}

/** One micro-batch: exactly `microBatch` rows. Padding rows have weights 0. A row has `terms` loss terms: 1, or one per
 *  position of a language model, or per amount. */
export interface MicroBatch {
  readonly inputs: Float32Array; // (microBatch, inputs); token ids as whole numbers
  /** (microBatch, terms): classes or token ids; the bits of f32s where amounts are predicted. */
  readonly labels: Uint32Array;
  readonly weights: Float32Array; // (microBatch, terms): 1, or 0 for padding
  /** (microBatch): each row's dropout stream, not 0. Absent: no dropout. */
  readonly keys?: Uint32Array;
}

/** Elements [start, end) of the flat vector: what one all-reduce carries. */
export interface Bucket {
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** Sums, never means (E1). */
export interface LossSums {
  readonly lossSum: number;
  /** The loss terms whose largest logit is the label's. Where amounts are predicted, their number less the sum of squared errors,
   *  so that the mean is R² where the targets' variance is 1. */
  readonly score: number;
  /** Loss terms with weight 1. */
  readonly count: number;
}

/** mixed: tensors and a compute copy of the parameters in f16; f32 sums, gradients and master parameters. */
export type Precision = 'f32' | 'mixed';

/** Bytes on the device. */
export interface EngineMemory {
  /** The bytes of parameters, trained or not, and of gradients. */
  readonly parameters: number;
  /** The bytes of activations. Tensors whose lifetimes do not overlap share a buffer. */
  readonly planned: number;
  /** The bytes of activations, if each had a buffer of its own. */
  readonly naive: number;
}

export type EngineErrorCode =
  | 'no-webgpu'
  | 'no-adapter'
  | 'device-lost'
  | 'out-of-memory'
  | 'gpu-error'
  | 'bad-model'
  | 'model-does-not-fit'
  /** A known answer came out wrong (E20). */
  | 'wrong-answers'
  | 'aborted';

export class EngineError extends Error {
  override name = 'EngineError';
  constructor(
    readonly code: EngineErrorCode,
    message: string,
    /** The reason in every language, where it has one. */
    readonly says?: Saying,
  ) {
    super(message);
  }
}

export interface Engine {
  readonly backend: 'webgpu' | 'simd' | 'cpu';
  /** A name for people: 'SwiftShader', 'Apple M3', 'CPU (SIMD, 2 threads)'. It changes with the number of threads. */
  readonly device: string;
  /** Why it uses the device as it does: a sentence for people. It changes with the device's name. */
  readonly note?: Saying | undefined;
  /** A software adapter (no GPU behind it), or an engine on the processor. */
  readonly isSoftware: boolean;
  /** The precision in use. Each replica chooses its own, because only f32 sums of gradients leave it (E5). */
  readonly precision: Precision;
  readonly memory: EngineMemory;
  readonly slots: readonly ParameterSlot[];
  readonly parameterCount: number;
  /** The parameters that are not trained, in a flat vector of their own: those under adapters, or of frozen layers. */
  readonly base: readonly ParameterSlot[];
  readonly microBatch: number;
  /** Loss terms of a row. */
  readonly terms: number;
  /** Resolves when the device is lost. The engine is then unusable. */
  readonly lost: Promise<EngineError>;

  /** Seeded initial parameters, flat. Only the first replica's are used (E0). */
  initialParameters(seed: number): Float32Array;
  /** The same, in pieces of some milliseconds: those of a large model take seconds (in-pieces.ts). */
  drawParameters(seed: number): Iterator<unknown, Float32Array>;
  /** Replaces the parameters for every later call. Copies the array before it returns. */
  setParameters(flat: Float32Array): void;
  /** Sets the parameters that are not trained, in f16, before the first call. Copies the array before it returns. */
  setBase(halves: Uint16Array): void;
  /** Writes Σ∇L over all loss terms with weight 1 of all micro-batches to `into` (flat, parameterCount), bucket by
   *  bucket. Buckets are disjoint, cover the vector and come in backward order: the last parameters first.
   *  `onBucket(index)` is called when that bucket's elements of `into` are final. With `overlap` that is as early as
   *  the backward pass allows, without it at the end. Without micro-batches the gradient is zeros, at once. In mixed
   *  precision all buckets come at the end, because only the whole gradient shows whether it overflowed f16. After an
   *  overflow it is computed again at a lower loss scale. If no scale helps, the gradient is zeros and the count 0:
   *  this replica contributes nothing. Throws EngineError. An uncaptured GPU error fails the call. One call at a
   *  time. */
  gradient(
    microBatches: readonly MicroBatch[],
    buckets: readonly Bucket[],
    into: Float32Array,
    onBucket: (index: number) => void,
    options: { readonly overlap: boolean; readonly signal?: AbortSignal },
  ): Promise<LossSums>;
  /** Forward only, without dropout. */
  evaluate(microBatches: readonly MicroBatch[]): Promise<LossSums>;
  /** Logits (microBatch, terms, classes) of one micro-batch, without dropout. */
  predict(microBatch: MicroBatch): Promise<Float32Array>;
  /** The device's own copy of the parameters, for the check of E15. In mixed precision the device holds f16:
   *  where that is the rounding of a given parameter, the given parameter is returned. */
  readParameters(): Promise<Float32Array>;
  /** Runs single calls on this device, each on the tensors given with it, for the check by known answers. The engine's
   *  own tensors stay as they are. Throws EngineError. */
  runCalls(trials: readonly CallTrial[]): Promise<TrialResult[]>;
  destroy(): void;
}
