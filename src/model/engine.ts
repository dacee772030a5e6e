// The engine as the training step sees it: parameters in, sums of gradients out. It does not know that peers
// exist. Two backends pass one contract suite: WebGPU, and the CPU one made of the ops' plain-loop references.

/** Where one named parameter lives in the flat parameter vector. */
export interface ParameterSlot {
  readonly name: string; // 'layers.0.weight'
  readonly shape: readonly number[];
  /** In elements; slots follow each other without gaps, in forward order. */
  readonly offset: number;
  readonly length: number;
  /** Weight decay, and LARS's and LAMB's adaptation, apply: not for biases and norms. */
  readonly decays: boolean;
}

/** One micro-batch: exactly `microBatch` rows; padding rows have weights 0. A row has `terms` loss terms: 1, or one per
 *  position of a language model. */
export interface MicroBatch {
  readonly inputs: Float32Array; // (microBatch, inputs); token ids as whole numbers
  readonly labels: Uint32Array; // (microBatch, terms)
  readonly weights: Float32Array; // (microBatch, terms): 1, or 0 for padding
  /** (microBatch): each row's stream of dropout, not 0. Absent: no dropout. */
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
  /** Loss terms whose largest logit is the label's. */
  readonly correct: number;
  /** Loss terms with weight 1. */
  readonly count: number;
}

/** mixed: tensors and a compute copy of the parameters in f16; f32 sums, gradients and master parameters. */
export type Precision = 'f32' | 'mixed';

/** Bytes on the device. */
export interface EngineMemory {
  /** Of parameters and their gradients. */
  readonly parameters: number;
  /** Of activations, with buffers shared by those whose lives do not meet. */
  readonly planned: number;
  /** Of activations, were each to have its own buffer. */
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
  | 'aborted';

export class EngineError extends Error {
  override name = 'EngineError';
  constructor(
    readonly code: EngineErrorCode,
    message: string,
  ) {
    super(message);
  }
}

export interface Engine {
  readonly backend: 'webgpu' | 'cpu';
  /** For people: 'SwiftShader', 'Apple M3', 'CPU (plain loops)'. */
  readonly device: string;
  /** A software adapter (no GPU behind it), or the CPU backend. */
  readonly isSoftware: boolean;
  /** The one really used. A replica's own choice: only f32 sums of gradients leave it (E5). */
  readonly precision: Precision;
  readonly memory: EngineMemory;
  readonly slots: readonly ParameterSlot[];
  readonly parameterCount: number;
  readonly microBatch: number;
  /** Loss terms of a row. */
  readonly terms: number;
  /** Settles when the device is lost for good; this engine is then unusable. */
  readonly lost: Promise<EngineError>;

  /** Seeded initial parameters (E0: only the first replica's are used), flat. */
  initialParameters(seed: number): Float32Array;
  /** Replaces the parameters used by everything called after it. The array is copied before it returns. */
  setParameters(flat: Float32Array): void;
  /** Σ∇L over all loss terms with weight 1 of all micro-batches, written to `into` (flat, parameterCount) bucket by
   *  bucket: buckets are disjoint, cover the vector and come in backward order (the last parameters first).
   *  `onBucket(index)` is called when that bucket's elements of `into` are final, as early as the backward pass
   *  allows when `overlap`, else all at the end. With no micro-batches: zeros, at once.
   *  In mixed precision buckets come all at the end, overlap or not: only the whole gradient says whether it overflowed
   *  f16. Then it is computed again at a lower loss scale; if that never helps: zeros and count 0, for this replica has
   *  nothing to contribute.
   *  Throws EngineError; any uncaptured GPU error fails the call. One call at a time. */
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
  /** The device's own copy of the parameters, for the check of E15. In mixed precision: those given, wherever the
   *  device holds them as f16 rounds them. */
  readParameters(): Promise<Float32Array>;
  destroy(): void;
}
