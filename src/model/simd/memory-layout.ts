// Places a plan's tensors in one memory. Parameters and gradients come first, then what the host writes, then activations
// that share space by their lifetimes, then scratch. Every tensor begins at a multiple of 64 bytes (a cache line) and
// is padded to one, so kernels may compute whole quads. The threads' own scratch comes last: another number of threads
// leaves all else where it is.
import type { Tensor } from '../../ops/op-call';
import { scratchTensor } from '../../ops/lowering';
import { lifetimes, placeInRange } from '../plan/lifetimes';
import type { Plan } from '../plan/plan';
import type { PlanTensor } from '../plan/plan-tensor';
import type { SimdLowered } from '../../ops/simd-lowering';

export interface MemoryLayout {
  /** Bytes of the whole memory. */
  readonly bytes: number;
  /** Bytes from the start of the memory; also of scratchTensor. */
  readonly addresses: ReadonlyMap<Tensor, number>;
  /** Where all gradients lie, slot after slot with their padding. */
  readonly gradients: { readonly start: number; readonly end: number };
  readonly activationBytes: number;
  /** The scratch of each thread. */
  readonly threadScratch: readonly number[];
}

export const lineBytes = 64;
const padded = (bytes: number): number => Math.ceil(bytes / lineBytes) * lineBytes;
const bytesOf = ({ length, storage }: PlanTensor): number => (storage === 'half' ? 2 : 4) * length;

/** Bytes of the parameters that are not trained. */
export function baseBytes({ tensors }: Plan): number {
  return tensors.reduce((sum, tensor) => sum + (tensor.role.kind === 'base' ? bytesOf(tensor) : 0), 0);
}

export function layOut(
  plan: Plan,
  lowered: readonly (SimdLowered | undefined)[],
  threads: number,
): MemoryLayout {
  const addresses = new Map<Tensor, number>();
  let end = lineBytes; // address 0 means: no tensor
  const reserve = (bytes: number): number => {
    const at = end;
    end += padded(bytes);
    return at;
  };
  const placeAll = (kinds: readonly string[]): { start: number; end: number } => {
    const start = end;
    for (const tensor of plan.tensors)
      if (kinds.includes(tensor.role.kind)) addresses.set(tensor.name, reserve(bytesOf(tensor)));
    return { start, end };
  };
  placeAll(['base', 'parameter']);
  const gradients = placeAll(['gradient']);
  placeAll(['inputs', 'targets', 'token-order', 'sums']);

  const activations = new Map(
    plan.tensors.flatMap(({ name, length, role }) =>
      role.kind === 'activation' ? [[name, padded(4 * length)] as const] : [],
    ),
  );
  const placed = placeInRange(
    lifetimes([...plan.forward, ...plan.backward], (name) => activations.get(name)),
  );
  const activationStart = reserve(placed.bytes);
  for (const [name, offset] of placed.offsets) addresses.set(name, activationStart + offset);

  const largest = (bytes: readonly number[]): number => Math.max(0, ...bytes);
  addresses.set(scratchTensor, reserve(largest(lowered.map((each) => each?.scratchBytes ?? 0))));
  const ownBytes = largest(lowered.map((each) => each?.threadScratchBytes ?? 0));
  const threadScratch = Array.from({ length: threads }, () => reserve(ownBytes));
  return { bytes: end, addresses, gradients, activationBytes: placed.bytes, threadScratch };
}
