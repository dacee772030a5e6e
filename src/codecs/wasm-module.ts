// The WebAssembly module of wasm/*.as, and instances of it over a memory.
import { codecsBase64 } from './wasm-bytes';

let compiled: WebAssembly.Module | undefined;

/** Undefined where this engine has no SIMD. */
export function instantiateCodecs(memory: WebAssembly.Memory): WebAssembly.Exports | undefined {
  if (!compiled) {
    const code = Uint8Array.from(atob(codecsBase64), (char) => char.charCodeAt(0));
    if (!WebAssembly.validate(code)) return undefined;
    compiled = new WebAssembly.Module(code);
  }
  const abort = (): never => {
    throw new Error('a kernel aborted');
  };
  return new WebAssembly.Instance(compiled, { env: { memory, abort } }).exports;
}
