import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { buildWasm } from '../../scripts/build-wasm.mjs';
import { bytesOf, equalBytes } from '../base/bytes';
import { bitsUnder } from './codec';
import type { CodecKernels } from './kernels';
import { plainKernels } from './plain/plain-kernels';
import { chosenKernels, digestOf, firstExact, knownCodecs } from './self-test';
import { fillings, lengths, valuesOf } from './testing/values';
import { wasmKernels } from './wasm-kernels';

test('the committed WebAssembly equals a fresh build of its sources', async () => {
  const committed = await readFile(new URL('wasm-bytes.ts', import.meta.url), 'utf8');
  expect(await buildWasm('codecs/wasm-bytes.ts')).toBe(committed); // else: npm run build:wasm
}, 60_000);

test('both sets of kernels give the known digest, and SIMD is chosen', () => {
  expect(digestOf(plainKernels)).toBe(knownCodecs);
  expect(digestOf(wasmKernels()!)).toBe(knownCodecs);
  expect(chosenKernels()).toBe(wasmKernels());
});

/** Kernels whose results are a little wrong, one kind each. */
const wrongKernels: readonly [string, Partial<CodecKernels>][] = [
  ['an f16 that is cut, not rounded', { encodeHalf: changed('encodeHalf', 2) }],
  ['a bf16 that is cut', { encodeBrain: changed('encodeBrain', 1) }],
  ['a code that is off by one', { encodeLevels: changed('encodeLevels', 3) }],
  ['a sign', { encodeSigns: changed('encodeSigns', 2) }],
  ['a decoded f16', { decodeHalf: changed('decodeHalf', 2) }],
  ['a decoded bf16', { decodeBrain: changed('decodeBrain', 1) }],
  ['a decoded level', { decodeLevels: changed('decodeLevels', 3) }],
  ['a decoded sign', { decodeSigns: changed('decodeSigns', 2) }],
  ['a place', { selectLargest: changed('selectLargest', 2) }],
  ['a value with its residual', { addResidual: changed('addResidual', 3) }],
  ['a residual', { takeResidual: changed('takeResidual', 3) }],
  ['a largest magnitude', { largestBits: (values) => plainKernels.largestBits(values) - 1 }],
];

/** The plain kernel, whose output argument then has its lowest bit flipped in the middle. */
function changed(name: keyof CodecKernels, output: number): never {
  const run = plainKernels[name] as (...args: unknown[]) => unknown;
  return ((...args: unknown[]) => {
    const result = run(...args);
    const array = args[output] as Float32Array | Uint8Array | Uint16Array;
    if (array instanceof Float32Array) bitsUnder(array)[array.length >> 1] ^= 1;
    else array[array instanceof Uint16Array ? 0 : array.length >> 1] ^= 1;
    return result;
  }) as never;
}

test.each(wrongKernels)('%s that is wrong in one bit sends the thread to the plain loops', (_, wrong) => {
  const kernels = { ...plainKernels, ...wrong };
  expect(digestOf(kernels)).not.toBe(knownCodecs);
  expect(firstExact([kernels, plainKernels])).toBe(plainKernels);
  expect(() => firstExact([undefined, kernels])).toThrow('to the known bits');
});

test('values that no codec takes have the same largest magnitude by both', () => {
  for (const bad of [NaN, Infinity, -Infinity, 3e38])
    for (const length of [1, 7, 1025, 16_390]) {
      const values = valuesOf('normal', length);
      values[length - 1] = bad;
      const largest = plainKernels.largestBits(values);
      const bytes = new Uint8Array(4 * length);
      const scales = new Uint8Array(4 * length);
      expect(largest).toBeGreaterThan(0x7f000000);
      for (const kernels of [plainKernels, wasmKernels()!]) {
        expect(kernels.largestBits(values)).toBe(largest);
        expect(kernels.encodeHalf(values, 1, bytes.subarray(0, 2 * length))).toBe(largest);
        expect(kernels.encodeBrain(values, bytes.subarray(0, 2 * length))).toBe(largest);
        expect(kernels.encodeLevels(8, values, scales, bytes.subarray(0, length))).toBe(largest);
        expect(kernels.encodeSigns(values, scales, bytes.subarray(0, length))).toBe(largest);
      }
    }
});

test('all 65,536 f16 and bf16 decode to the same bits, and f16 of factors', () => {
  const bytes = new Uint8Array(Uint16Array.from({ length: 65_536 }, (_, i) => i).buffer);
  for (const factor of [1, 2 ** -111, 2 ** 111, 2 ** 16]) {
    const [plain, simd] = [new Float32Array(65_536), new Float32Array(65_536)];
    expect(wasmKernels()!.decodeHalf(bytes, factor, simd)).toBe(
      plainKernels.decodeHalf(bytes, factor, plain),
    );
    // ∞ and NaN, 0x7c00 … 0x7fff and their negatives, are refused, so their values do not matter.
    for (let i = 0; i < 65_536; i++)
      if ((i & 0x7c00) !== 0x7c00 && !Object.is(plain[i], simd[i])) expect.fail(`f16 ${i.toString(16)}`);
  }
  const [plain, simd] = [new Float32Array(65_536), new Float32Array(65_536)];
  expect(wasmKernels()!.decodeBrain(bytes, simd)).toBe(plainKernels.decodeBrain(bytes, plain));
  expect(bitsUnder(simd)).toEqual(bitsUnder(plain));
});

test('the largest are selected alike for every number kept, ties included', () => {
  for (const filling of fillings)
    for (const length of lengths.filter((one) => one > 0 && one <= 4096))
      for (const kept of new Set([1, 2, length >> 6, length >> 1, length - 1, length])) {
        if (kept < 1 || kept > length) continue;
        const values = valuesOf(filling, length);
        const [plain, simd] = [new Uint16Array(4096), new Uint16Array(4096)];
        plainKernels.selectLargest(values, kept, plain);
        wasmKernels()!.selectLargest(values, kept, simd);
        if (!equalBytes(bytesOf(simd), bytesOf(plain))) expect.fail(`${filling} ${length}, ${kept} kept`);
      }
});

test('residuals are the same bits by both, in place and at every length', () => {
  for (const length of lengths) {
    const [values, residual] = [valuesOf('any scale', length), valuesOf('any scale', length, 1)];
    const results = [plainKernels, wasmKernels()!].map((kernels) => {
      const into = new Float32Array(length);
      kernels.addResidual(values, residual, Math.fround(0.3), into);
      const sent = into.slice();
      kernels.takeResidual(into, residual, 96, into);
      return [sent, into];
    });
    for (const i of [0, 1])
      expect(equalBytes(bytesOf(results[0][i]), bytesOf(results[1][i])), `${length}`).toBe(true);
  }
});

test('a residual is added where it lies, by both', () => {
  for (const length of lengths)
    for (const kernels of [plainKernels, wasmKernels()!]) {
      const [values, residual] = [valuesOf('normal', length), valuesOf('normal', length, 1)];
      const apart = new Float32Array(length);
      kernels.addResidual(values, residual, 3, apart);
      const expected = values.map((value, i) => Math.fround(value + Math.fround(residual[i] * 3)));
      expect(apart).toEqual(expected);
      kernels.addResidual(values, residual, 3, residual);
      expect(residual).toEqual(expected);
    }
});
