import { inEnglish } from '../cli/english/in-english';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { bytesOf, equalBytes } from '../base/bytes';
import { prng } from '../base/prng';
import { largestExponent, largestValue } from './codec';
import { plainKernels } from './plain/plain-kernels';
import { codecOf } from './registry';
import { codecSchema, compressionSchema, type CodecSetting } from './setting';
import { oracleOf } from './testing/codec-oracle';
import { decoded, encoded } from './testing/round-trip';
import { codecSettings, settingName } from './testing/settings';
import { fillings, lengths, valuesOf } from './testing/values';
import { wasmKernels } from './wasm-kernels';

const exponents = [-largestExponent, -3, 0, 7, largestExponent];

const named = codecSettings.map((setting) => [settingName(setting), setting] as const);

describe.each(named)('%s', (_, setting) => {
  const codec = codecOf(setting);

  test('gives what the f64 oracle gives, within the stated bound, at every length and scale', () => {
    let checked = 0;
    for (const filling of fillings)
      for (const length of lengths) {
        const values = valuesOf(filling, length);
        // Only halves depend on the exponent.
        const hasHalves = setting.kind === 'fp16' || setting.kind === 'top-k';
        const ofAll = hasHalves ? undefined : oracleOf(setting, values, 0);
        for (const exponent of length < 300 ? exponents : [0, 5]) {
          const result = decoded(codec, encoded(codec, values, exponent), length, exponent);
          const oracle = ofAll ?? oracleOf(setting, values, exponent);
          const bounds = codec.errorBounds(values, exponent);
          for (let i = 0; i < length; i++) {
            const isRight = Math.abs(result[i] - oracle.decoded[i]) <= oracle.slack[i];
            const isWithin = Math.abs(result[i] - values[i]) <= bounds[i];
            if (!(isRight && isWithin))
              expect.fail(
                `${filling} ${length}, exponent ${exponent}, element ${i}: ${values[i]} → ${result[i]}, oracle ${oracle.decoded[i]}, bound ${bounds[i]}`,
              );
            checked++;
          }
        }
      }
    expect(checked).toBeGreaterThan(500_000);
  });

  test('SIMD and plain loops give the same bytes and bits', () => {
    const plain = codecOf(setting, plainKernels);
    const simd = codecOf(setting, wasmKernels()!);
    for (const filling of fillings)
      for (const length of lengths) {
        const values = valuesOf(filling, length, 'both');
        const bytes = encoded(plain, values, -2);
        const [a, b] = [plain, simd].map((one) => bytesOf(decoded(one, bytes, length, -2)));
        const isSame = equalBytes(encoded(simd, values, -2), bytes) && equalBytes(a, b);
        if (!isSame) expect.fail(`${filling}, length ${length}`);
      }
  });

  test('encodes what it decoded to the same values again, so an owner may pass them on', () => {
    if (setting.kind === 'sparse-loco' || setting.kind === 'sign') return; // gathered, never encoded again
    for (const length of lengths) {
      const once = decoded(codec, encoded(codec, valuesOf('heavy-tailed', length)), length);
      const twice = decoded(codec, encoded(codec, once), length);
      const bounds = oracleOf(setting, once, 0).slack;
      for (let i = 0; i < length; i++)
        if (!(Math.abs(twice[i] - once[i]) <= bounds[i])) expect.fail(`${once[i]} → ${twice[i]}`);
    }
  });

  test('is indifferent to where its bytes lie', () => {
    const values = valuesOf('normal', 1025);
    const bytes = encoded(codec, values);
    const shifted = new Uint8Array(bytes.length + 1).subarray(1);
    shifted.set(bytes);
    expect(decoded(codec, shifted, 1025)).toEqual(decoded(codec, bytes, 1025));
    expect(codec.encode(values, 0, shifted).ok).toBe(true);
    expect(shifted).toEqual(bytes);
  });

  test('refuses NaN, ∞ and magnitudes above 2¹²⁷, and says which element', () => {
    for (const [bad, code] of [
      [NaN, 'not-finite'],
      [-Infinity, 'not-finite'],
      [1.5 * 2 ** 127, 'too-large'],
    ] as const)
      // prettier-ignore
      for (const [length, at] of [[1, 0], [257, 256], [5000, 4998]]) {
        const values = valuesOf('normal', length);
        values[at] = bad;
        const result = codec.encode(values, 0, new Uint8Array(codec.encodedBytes(length)));
        expect(result).toMatchObject({ ok: false, error: { code } });
        if (!result.ok) expect(inEnglish(result.error.says)).toContain(`element ${at} is ${bad}`);
      }
  });

  test('refuses every other length, and says both', () => {
    for (const length of lengths)
      for (const wrong of [-1, 1]) {
        const expected = codec.encodedBytes(length);
        if (expected + wrong < 0) continue;
        const result = codec.decode(new Uint8Array(expected + wrong), 0, new Float32Array(length));
        expect(result).toMatchObject({ ok: false, error: { code: 'wrong-length' } });
        if (!result.ok) expect(inEnglish(result.error.says)).toContain(`${expected + wrong} bytes`);
      }
  });

  test('hostile bytes are refused, or give finite values of at most 2¹²⁷', () => {
    const random = prng('hostile', setting.kind);
    let [refused, taken] = [0, 0];
    for (let trial = 0; trial < 1500; trial++) {
      const length = [1, 5, 300, 4096, 4099][trial % 5];
      const bytes = encoded(codec, valuesOf('any scale', length, trial % 50));
      // Noise throughout, or a few wrong bytes in an honest encoding.
      if (trial % 3 === 0) for (let i = 0; i < bytes.length; i++) bytes[i] = random.below(256);
      else for (let i = 0; i <= trial % 4; i++) bytes[random.below(bytes.length)] = random.below(256);
      const into = new Float32Array(length);
      const result = codec.decode(bytes, exponents[trial % exponents.length], into);
      if (!result.ok) {
        expect(inEnglish(result.error.says).length).toBeGreaterThan(10);
        refused++;
        continue;
      }
      taken++;
      for (const value of into) if (!(Math.abs(value) <= largestValue)) expect.fail(`decoded ${value}`);
    }
    expect(taken).toBeGreaterThan(50);
    expect(refused).toBeGreaterThan(setting.kind === 'sign' ? 25 : 50);
  });

  test('no value grows past a power of two, which an honest bound must survive', () => {
    if (setting.kind === 'sparse-loco') return; // below
    for (const filling of ['normal', 'heavy-tailed', 'ties'] as const)
      for (let seed = 0; seed < 20; seed++) {
        const values = valuesOf(filling, 1025, seed);
        const largest = values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
        const power = 2 ** Math.ceil(Math.log2(largest));
        const result = decoded(codec, encoded(codec, values), 1025);
        for (const x of result) if (Math.abs(x) > power) expect.fail(`${x} after ${largest}`);
      }
  });
});

test('an output of another size and an exponent out of range are errors of the caller', () => {
  for (const setting of codecSettings)
    for (const room of [-1, 1]) {
      const codec = codecOf(setting);
      const into = new Uint8Array(codec.encodedBytes(5) + room);
      expect(() => codec.encode(new Float32Array(5), 0, into)).toThrow('bytes for 5 elements, of which');
    }
  const half = codecOf({ kind: 'fp16' });
  for (const exponent of [112, -112, 0.5, NaN]) {
    expect(() => half.encode(new Float32Array(1), exponent, new Uint8Array(2))).toThrow('a whole number');
    expect(() => half.decode(new Uint8Array(2), exponent, new Float32Array(1))).toThrow('a whole number');
  }
});

test('bytes per element are those of theory', () => {
  const bytesOf = (setting: CodecSetting): number => codecOf(setting).encodedBytes(1 << 20) / (1 << 20);
  expect(bytesOf({ kind: 'fp16' })).toBe(2);
  expect(bytesOf({ kind: 'int8' })).toBe(1 + 4 / 128);
  expect(bytesOf({ kind: 'int4' })).toBe(0.5 + 4 / 128);
  expect(bytesOf({ kind: 'sign' })).toBe(1 / 8 + 4 / 256);
  expect(bytesOf({ kind: 'top-k', share: 0.01 })).toBe((41 * (1.5 + 2) + 0.5) / 4096);
  // SparseLoCo at 1.56 %: 64 of 4,096, 12 + 2 bits each, and 32 bits of scale: 928 bits for 131,072 of f32, 1/141.
  const sparse = bytesOf({ kind: 'sparse-loco', share: 0.0156 });
  expect(sparse).toBe((64 * (12 + 2) + 32) / 8 / 4096);
  expect(4 / sparse).toBeCloseTo(141.24, 2);
});

test('SparseLoCo keeps at least four fifths of the squares of what top-k keeps', () => {
  for (const filling of ['normal', 'heavy-tailed'] as const) {
    const values = valuesOf(filling, 1 << 16, 'tails');
    const lossOf = (setting: CodecSetting): number => {
      const codec = codecOf(setting);
      const result = decoded(codec, encoded(codec, values), values.length);
      return values.reduce((sum, x, i) => sum + (x - result[i]) ** 2, 0);
    };
    const all = values.reduce((sum, x) => sum + x * x, 0);
    const kept = all - lossOf({ kind: 'top-k', share: 1 / 64 });
    expect(all - lossOf({ kind: 'sparse-loco', share: 1 / 64 })).toBeGreaterThan(0.8 * kept);
  }
});

test('a SparseLoCo value is at most 1.2 times the largest magnitude', () => {
  const codec = codecOf({ kind: 'sparse-loco', share: 0.03 });
  for (const filling of fillings)
    for (let seed = 0; seed < 20; seed++) {
      const values = valuesOf(filling, 4096, seed);
      const most = (array: Float32Array): number => array.reduce((so, x) => Math.max(so, Math.abs(x)), 0);
      const bound = most(values) * (1.2 + 2 ** -20);
      expect(most(decoded(codec, encoded(codec, values), 4096))).toBeLessThanOrEqual(bound);
    }
});

test('the schema takes the settings above and refuses shares and ranks out of range', () => {
  for (const setting of codecSettings) expect(v.parse(codecSchema, setting)).toEqual(setting);
  expect(v.parse(compressionSchema, { kind: 'power-sgd', rank: 4 })).toEqual({ kind: 'power-sgd', rank: 4 });
  for (const bad of [
    { kind: 'top-k', share: 0 },
    { kind: 'top-k', share: 0.3 },
    { kind: 'top-k', share: NaN },
    { kind: 'sparse-loco', share: 0.5 },
    { kind: 'power-sgd', rank: 0 },
    { kind: 'power-sgd', rank: 1.5 },
    { kind: 'power-sgd', rank: 33 },
    { kind: 'int8', share: 0.1 },
    { kind: 'zip' },
  ])
    expect(v.safeParse(compressionSchema, bad).success, JSON.stringify(bad)).toBe(false);
});
