// The messages between the owner of a SIMD engine and its compute threads. All are of one build, so nothing is validated
// here.
import type { SimdPath } from '../../simd/kernel-module';
import type { Bucket, EngineErrorCode, LossSums, MicroBatch } from '../engine';
import type { ModelSpec } from '../spec';
import type { TeamShare } from './team';

/** What the leader builds. With a share it leads a team over shared memory, if only of one. */
export interface LeaderJob {
  readonly kind: 'lead';
  readonly spec: ModelSpec;
  readonly microBatch: number;
  readonly checkpoints: boolean;
  readonly path: SimdPath;
  readonly share: Omit<TeamShare, 'steps'> | undefined;
}

/** What the leader is asked to compute. */
export type ComputeRequest =
  | {
      readonly kind: 'gradient';
      readonly microBatches: readonly MicroBatch[];
      readonly buckets: readonly Bucket[];
      readonly overlap: boolean;
    }
  | { readonly kind: 'evaluate'; readonly microBatches: readonly MicroBatch[] }
  | { readonly kind: 'predict'; readonly microBatch: MicroBatch }
  | { readonly kind: 'read-parameters' };

export interface HelperJob {
  readonly kind: 'help';
  readonly share: TeamShare;
}

export type ToComputeThread =
  /** The first message of a thread: one of these two. */
  | LeaderJob
  | HelperJob
  /** A change between two calls: the leader leads another team over the same memory. */
  | { readonly kind: 'team'; readonly share: Omit<TeamShare, 'steps'> }
  | { readonly kind: 'set-parameters'; readonly flat: Float32Array }
  | { readonly kind: 'set-base'; readonly halves: Uint16Array }
  | { readonly kind: 'request'; readonly call: number; readonly request: ComputeRequest }
  /** An abort without shared memory. With it, a cell of the team's control says so. */
  | { readonly kind: 'abort'; readonly call: number };

export type FromComputeThread =
  /** Answers the first message. */
  | { readonly kind: 'ready' }
  /** A long call continues. */
  | { readonly kind: 'progress' }
  /** This bucket is final: in the shared memory, or here. */
  | { readonly kind: 'bucket'; readonly bucket: Bucket; readonly values: Float32Array | undefined }
  | { readonly kind: 'done'; readonly result: LossSums | Float32Array }
  /** The call failed. With the code 'device-lost' the engine is unusable. */
  | { readonly kind: 'failed'; readonly code: EngineErrorCode; readonly message: string };
