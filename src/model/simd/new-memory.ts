// The one memory of a SIMD engine, of a fixed size.
import { mostPages } from '../../simd/kernel-module';
import { EngineError } from '../engine';

const pageBytes = 65_536;

/** Throws EngineError 'model-does-not-fit' or 'out-of-memory'. */
export function newMemory(bytes: number, isShared: boolean): WebAssembly.Memory {
  const pages = Math.ceil(bytes / pageBytes);
  if (pages > mostPages)
    throw new EngineError(
      'model-does-not-fit',
      `the model needs ${(bytes / 2 ** 30).toFixed(1)} GiB on the processor, where WebAssembly has at most 4 GiB`,
    );
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: isShared });
  } catch {
    throw new EngineError(
      'out-of-memory',
      `this device has no ${(bytes / 2 ** 20).toFixed(0)} MiB of memory for the model`,
    );
  }
}
