// The WebAssembly versions of the update rules (wasm/*.as), and blocks laid out for them. Arrays in one memory are
// used in place. Others are copied through its scratch, a block at a time.
import { once } from '../../base/once';
import { wasmExports, wasmModule } from '../../base/wasm-module';
import { scratchBytes } from '../state/train-memory';
import { simdBase64 } from './wasm-bytes';

type Rule = (...args: number[]) => void;

/** Pointers (bytes), then length, then the rule's constants, in the order of wasm/simd.as. */
interface WasmExports {
  readonly sgd: Rule;
  readonly momentum: Rule;
  readonly adamw: Rule;
  readonly lars: Rule;
  readonly lambDirection: Rule;
  readonly lambApply: Rule;
  readonly squares: (x: number, length: number) => number;
  readonly leaves: (count: number, p: number, a: number, b: number, length: number, into: number) => number;
}

/** Scratch places of a block: 16 KiB and a few lines each, so that equal elements do not share cache lines. */
const placeBytes = 16_384 + 256;
export const leavesAt = 4 * placeBytes;

export interface Kernels {
  readonly buffer: ArrayBuffer;
  readonly exports: WasmExports;
  /** The scratch: a block of the sum, then of each array of the state. */
  readonly places: readonly Float32Array[];
  /** (2 × arrays) lo and hi, written by `leaves`. */
  readonly leaves: Uint32Array;
}

const instances = new WeakMap<object, Kernels>();
let sharedMemory: WebAssembly.Memory | undefined;
let hasNoMemory = false;

/** Kernels over `memory`, or over this thread's scratch; undefined when this engine cannot have them. */
export function kernelsOver(memory = scratchMemory()): Kernels | undefined {
  const module = moduleOnce();
  if (!module || !memory) return undefined;
  const known = instances.get(memory);
  if (known) return known;
  const { buffer } = memory;
  const kernels: Kernels = {
    buffer,
    exports: wasmExports(module, memory) as unknown as WasmExports,
    places: [0, 1, 2, 3].map((i) => new Float32Array(buffer, i * placeBytes, placeBytes / 4)),
    leaves: new Uint32Array(buffer, leavesAt, 6),
  };
  instances.set(memory, kernels);
  return kernels;
}

function scratchMemory(): WebAssembly.Memory | undefined {
  if (typeof WebAssembly === 'undefined' || hasNoMemory) return undefined;
  const pages = scratchBytes / 65_536;
  try {
    return (sharedMemory ??= new WebAssembly.Memory({ initial: pages, maximum: pages }));
  } catch (error) {
    // A browser with many Workers may have no address space left. Plain loops need none.
    if (!(error instanceof RangeError)) throw error;
    // The next try would fail too, and takes time.
    hasNoMemory = true;
    return undefined;
  }
}

/** Undefined where this engine has no SIMD. */
const moduleOnce = once(() => wasmModule(simdBase64));

/** Where the kernels read elements [start, end) of `array`: in place, or as a copy in scratch place `place`. */
export function pointerTo(
  kernels: Kernels,
  array: Float32Array,
  start: number,
  end: number,
  place: number,
): number {
  if (array.buffer === kernels.buffer) return array.byteOffset + 4 * start;
  kernels.places[place].set(array.subarray(start, end));
  return place * placeBytes;
}

/** Where the kernels write elements from `start` of `array`. `fetchFrom` then copies them there. */
export function pointerFor(kernels: Kernels, array: Float32Array, start: number, place: number): number {
  return array.buffer === kernels.buffer ? array.byteOffset + 4 * start : place * placeBytes;
}

export function fetchFrom(
  kernels: Kernels,
  array: Float32Array,
  start: number,
  end: number,
  place: number,
): void {
  if (array.buffer !== kernels.buffer) array.set(kernels.places[place].subarray(0, end - start), start);
}
