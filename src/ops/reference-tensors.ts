// The tensors a reference works on. Targets and other host-written integers are u32; all else is real.
import type { Tensor } from './op-call';
import type { Reals } from './reals';

export interface ReferenceTensors {
  reals(name: Tensor): Reals;
  integers(name: Tensor): Uint32Array;
}
