// The tensors of a reference. Targets and other integers from the host are u32; all others are real.
import type { Tensor } from './op-call';
import type { Reals } from './reals';

export interface ReferenceTensors {
  reals(name: Tensor): Reals;
  integers(name: Tensor): Uint32Array;
}
