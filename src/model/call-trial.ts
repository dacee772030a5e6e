// Single calls with their tensors: what an engine is asked to run for the check by known answers (src/model/check).
import type { OpCall, Storage, Tensor } from '../ops/op-call';

/** Reals in f32, whatever the device stores them in; u32 for integers. */
export type TensorValues = Float32Array | Uint32Array;

export interface TrialTensor {
  readonly storage: Storage;
  /** The values before the call. Those of 'half' tensors are exact in f16, and in mixed precision those of 'real' ones. */
  readonly values: TensorValues;
}

export interface CallTrial {
  readonly call: OpCall;
  /** Every tensor of the call's three lists. */
  readonly tensors: ReadonlyMap<Tensor, TrialTensor>;
}

/** The tensors that the call writes or updates, after it. */
export type TrialResult = ReadonlyMap<Tensor, TensorValues>;

export const resultsOf = ({ call }: CallTrial): readonly Tensor[] => [...call.writes, ...call.updates];
