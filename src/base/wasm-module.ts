// WebAssembly from text in base64: a module, where this engine knows its instructions, and instances over a memory.

/** `change` may alter the bytes before they are compiled. */
export function wasmModule(
  base64: string,
  change?: (bytes: Uint8Array) => void,
): WebAssembly.Module | undefined {
  if (typeof WebAssembly === 'undefined') return undefined;
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  change?.(bytes);
  // Validation alone shows whether this engine knows SIMD.
  return WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : undefined;
}

/** The exports of an instance over this memory. */
export function wasmExports(module: WebAssembly.Module, memory: WebAssembly.Memory): WebAssembly.Exports {
  const abort = (): never => {
    throw new Error('a kernel aborted');
  };
  return new WebAssembly.Instance(module, { env: { memory, abort } }).exports;
}
