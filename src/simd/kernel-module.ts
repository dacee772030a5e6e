// The WebAssembly modules of the SIMD engine's kernels (kernels/*.as), and instances of them over a memory.
import { assert } from '../base/assert';
import { wasmExports, wasmModule } from '../base/wasm-module';
import { relaxedBase64, simdBase64 } from './kernel-bytes';

/** 'relaxed': multiply–adds that round once where the processor has them. 'simd': multiplications, then additions. */
export type SimdPath = 'simd' | 'relaxed';

/** Kernels by name. Arguments are addresses and sizes. */
export type KernelExports = Readonly<Record<string, (...args: number[]) => void>>;

const compiled = new Map<string, WebAssembly.Module | undefined>();

/** Undefined where this browser or Node does not know the instructions. A module for shared memory refuses another
 *  memory, and the reverse. */
export function kernelModule(path: SimdPath, isShared: boolean): WebAssembly.Module | undefined {
  const key = `${path} ${isShared}`;
  if (compiled.has(key)) return compiled.get(key);
  const module = wasmModule(
    path === 'simd' ? simdBase64 : relaxedBase64,
    isShared ? undefined : declareUnshared,
  );
  compiled.set(key, module);
  return module;
}

/** Every memory for these modules must declare this maximum, or less. */
export const mostPages = 65_536;

export function instantiateKernels(module: WebAssembly.Module, memory: WebAssembly.Memory): KernelExports {
  return wasmExports(module, memory) as unknown as KernelExports;
}

/** The import of the memory: "env", "memory", kind 2. Its flags follow: 3 is shared with a maximum, 1 unshared with a
 *  maximum. */
const memoryImport = [3, ...ascii('env'), 6, ...ascii('memory'), 2];

/** The one byte in which modules for shared and for unshared memory differ. */
function declareUnshared(bytes: Uint8Array): void {
  const at = bytes.findIndex((_, start) => memoryImport.every((byte, i) => bytes[start + i] === byte));
  const flags = at + memoryImport.length;
  assert(at >= 0 && bytes[flags] === 3, 'the kernels import a shared memory');
  bytes[flags] = 1;
}

function ascii(text: string): number[] {
  return Array.from(text, (char) => char.charCodeAt(0));
}
