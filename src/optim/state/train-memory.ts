// WebAssembly memory that holds a large state and its shadow, so that the update's kernels read and write them in
// place. Copying blocks in and out costs as much again as the update (npm run bench:update). A memory lives as long
// as any array in it. It never grows, because growing would detach its arrays. Small states live in plain arrays: a
// memory reserves gigabytes of address space, and their copies stay in the cache.

const pageBytes = 65_536;
/** The bytes at the start of each memory: a block of four arrays, and the leaves (wasm-kernels.ts). */
export const scratchBytes = 2 * pageBytes;
/** Smaller states are plain arrays. 1 MiB with AdamW and its shadow. */
export const smallestParameterCount = 1 << 16;
const maxPages = 65_536;

interface Arena {
  readonly memory: WebAssembly.Memory;
  /** Where the next array goes. */
  nextByte: number;
}

const arenas = new WeakMap<ArrayBufferLike, Arena>();

/** The memory that holds an array, when the kernels can work on it in place. */
export function memoryUnder(array: Float32Array): WebAssembly.Memory | undefined {
  return arenas.get(array.buffer)?.memory;
}

/** `arrayCount` zeroed arrays in a new memory. It has room for as many more (a shadow) and one more (a sum of
 *  gradients). Plain arrays when no memory is available. */
export function allocateArrays(arrayCount: number, length: number): Float32Array[] {
  const memory = length < smallestParameterCount ? undefined : newMemory(2 * arrayCount + 1, length);
  if (!memory) return Array.from({ length: arrayCount }, () => new Float32Array(length));
  const arena = { memory, nextByte: scratchBytes };
  arenas.set(memory.buffer, arena);
  return place(arena, arrayCount, length);
}

/** `arrayCount` zeroed arrays of the length of `array`, in its memory while that has room. */
export function allocateBeside(array: Float32Array, arrayCount: number): Float32Array[] {
  const { buffer, length } = array;
  const arena = arenas.get(buffer);
  const room = arena ? arena.memory.buffer.byteLength - arena.nextByte : 0;
  if (!arena || room < arrayCount * stride(length)) return allocateArrays(arrayCount, length);
  return place(arena, arrayCount, length);
}

function place(arena: Arena, arrayCount: number, length: number): Float32Array[] {
  return Array.from({ length: arrayCount }, () => {
    const array = new Float32Array(arena.memory.buffer, arena.nextByte, length);
    arena.nextByte += stride(length);
    return array;
  });
}

function newMemory(arrayCount: number, length: number): WebAssembly.Memory | undefined {
  const pages = Math.ceil((scratchBytes + arrayCount * stride(length)) / pageBytes);
  if (pages > maxPages || typeof WebAssembly === 'undefined') return undefined;
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages });
  } catch {
    return undefined; // no address space left: RangeError
  }
}

/** Bytes from one array to the next: whole cache lines, but not a whole page. Equal elements of two arrays then do not
 *  compete for one place in the cache. */
function stride(length: number): number {
  return Math.ceil((4 * length) / 4096) * 4096 + 320;
}
