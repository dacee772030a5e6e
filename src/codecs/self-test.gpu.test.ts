// The known answers in a browser: its compilers must give the bits that Node's give.
import { expect, test } from 'vitest';
import { plainProducts } from './power-sgd/products';
import * as products from './power-sgd/self-test';
import { knownDigests, stepDigests } from './power-sgd/testing/members';
import { wasmProducts } from './power-sgd/wasm-products';
import { plainKernels } from './plain/plain-kernels';
import { chosenKernels, digestOf, knownCodecs } from './self-test';
import { wasmKernels } from './wasm-kernels';

test('the codecs have the known bits, again and again while the compiler optimizes', () => {
  for (let round = 0; round < 5; round++)
    for (const kernels of [plainKernels, wasmKernels()!]) expect(digestOf(kernels)).toBe(knownCodecs);
  expect(chosenKernels()).toBe(wasmKernels());
});

test('PowerSGD has the known bits', () => {
  for (let round = 0; round < 3; round++)
    for (const one of [plainProducts, wasmProducts()!])
      expect(products.digestOf(one)).toBe(products.knownProducts);
  for (const rank of [1, 2, 4]) expect(stepDigests(rank)).toEqual(knownDigests[rank]);
});
