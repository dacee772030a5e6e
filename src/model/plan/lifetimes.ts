// Lets activations share buffers. A tensor lives from its first write to its last use. Two tensors whose lifetimes do
// not overlap may share a buffer. Buffers are shared whole, not in parts: one dispatch may not bind one buffer for
// reading and for writing. The largest tensor comes first, each into the buffer where it wastes least (greedy
// interval colouring).
import type { OpCall, Tensor } from '../../ops/op-call';

export interface Lifetime {
  readonly tensor: Tensor;
  readonly bytes: number;
  /** The first and last call that touch it, counted through forward and backward. */
  readonly first: number;
  readonly last: number;
}

export interface SharedBuffer {
  bytes: number;
  readonly tenants: Lifetime[];
}

/** Lifetimes of the tensors for which `bytesOf` returns a size, in the order of their first call. */
export function lifetimes(
  calls: readonly OpCall[],
  bytesOf: (tensor: Tensor) => number | undefined,
): Lifetime[] {
  const lives = new Map<Tensor, { tensor: Tensor; bytes: number; first: number; last: number }>();
  calls.forEach((call, index) => {
    for (const tensor of [...call.reads, ...call.writes, ...call.updates]) {
      const bytes = bytesOf(tensor);
      if (bytes === undefined) continue;
      const life = lives.get(tensor);
      if (life) life.last = index;
      else lives.set(tensor, { tensor, bytes, first: index, last: index });
    }
  });
  return [...lives.values()];
}

export function shareBuffers(lives: readonly Lifetime[]): SharedBuffer[] {
  const buffers: SharedBuffer[] = [];
  for (const life of lives.toSorted((a, b) => b.bytes - a.bytes || a.first - b.first)) {
    const free = buffers.filter(({ tenants }) =>
      tenants.every((tenant) => tenant.last < life.first || life.last < tenant.first),
    );
    // Tensors come sorted by size: every buffer is large enough, and the smallest wastes least.
    const best = free.reduce<SharedBuffer | undefined>(
      (least, buffer) => (!least || buffer.bytes < least.bytes ? buffer : least),
      undefined,
    );
    if (best) best.tenants.push(life);
    else buffers.push({ bytes: life.bytes, tenants: [life] });
  }
  return buffers;
}
