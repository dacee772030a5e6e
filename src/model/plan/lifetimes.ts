// Lets activations share memory. A tensor lives from its first write to its last use. Two tensors whose lifetimes do
// not overlap may share space. WebGPU shares whole buffers, not parts: one dispatch may not bind one buffer for
// reading and for writing. There the largest tensor comes first, each into the buffer where it wastes least (greedy
// interval colouring). The SIMD engine has one memory and shares any range of it.
import { tensorsOf, type OpCall, type Tensor } from '../../ops/op-call';

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
    for (const tensor of tensorsOf(call)) {
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

/** Bytes from the start of a range that all tensors share, and its size. */
export interface RangePlacement {
  readonly offsets: ReadonlyMap<Tensor, number>;
  readonly bytes: number;
}

/** Places tensors in one range, so that two that live at the same time do not overlap. The largest comes first, each at
 *  the lowest free offset. */
export function placeInRange(lives: readonly Lifetime[]): RangePlacement {
  const placed: { readonly life: Lifetime; readonly offset: number }[] = [];
  for (const life of lives.toSorted((a, b) => b.bytes - a.bytes || a.first - b.first)) {
    const neighbours = placed
      .filter((other) => other.life.first <= life.last && life.first <= other.life.last)
      .sort((a, b) => a.offset - b.offset);
    let offset = 0;
    for (const other of neighbours) {
      if (offset + life.bytes <= other.offset) break;
      offset = Math.max(offset, other.offset + other.life.bytes);
    }
    placed.push({ life, offset });
  }
  return {
    offsets: new Map(placed.map(({ life, offset }) => [life.tensor, offset])),
    bytes: Math.max(0, ...placed.map(({ life, offset }) => offset + life.bytes)),
  };
}
