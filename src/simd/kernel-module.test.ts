// The modules of the kernels: one for shared and one for unshared memory, the second derived by one byte.
import { expect, test } from 'vitest';
import { instantiateKernels, kernelModule } from './kernel-module';

const memory = (shared: boolean): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: 1, maximum: 1, shared });

test('a module takes the kind of memory that it was made for, and refuses the other', () => {
  for (const shared of [false, true]) {
    const module = kernelModule('simd', shared)!;
    const exports = instantiateKernels(module, memory(shared));
    expect(Object.keys(exports)).toContain('multiply');
    expect(() => instantiateKernels(module, memory(!shared))).toThrow(WebAssembly.LinkError);
  }
});

test('a module brings no data into the memory that the tensors fill', () => {
  const used = memory(false);
  const words = new Uint32Array(used.buffer).fill(0xabad_1dea);
  instantiateKernels(kernelModule('simd', false)!, used);
  expect(words.every((word) => word === 0xabad_1dea)).toBe(true);
});

test('a module is compiled once', () => {
  expect(kernelModule('simd', true)).toBe(kernelModule('simd', true));
  expect(kernelModule('simd', true)).not.toBe(kernelModule('simd', false));
});
