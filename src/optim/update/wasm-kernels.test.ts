import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('where no address space is left, the scratch is asked for once', async () => {
  let tries = 0;
  class Memory {
    constructor() {
      tries++;
      throw new RangeError('WebAssembly.Memory(): could not allocate memory');
    }
  }
  const { instantiate, validate, Module, Instance } = WebAssembly;
  const given = new WebAssembly.Memory({ initial: 2, maximum: 2 });
  vi.stubGlobal('WebAssembly', { instantiate, validate, Module, Instance, Memory });
  vi.resetModules();
  const { kernelsOver } = await import('./wasm-kernels');
  for (let call = 0; call < 3; call++) expect(kernelsOver()).toBeUndefined();
  expect(tries).toBe(1);
  expect(kernelsOver(given)).toBeDefined();
});
