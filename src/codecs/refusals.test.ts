// What a decoder refuses, one kind of hostile byte at a time.
import { inWords } from '../cli/english/testing/in-words';
import { expect, test } from 'vitest';
import { codecOf } from './registry';
import type { CodecSetting } from './setting';
import { decoded, encoded } from './testing/round-trip';
import { valuesOf } from './testing/values';

/** Decodes after a change to an honest encoding of `length` normal values. */
function tampered(setting: CodecSetting, length: number, change: (bytes: Uint8Array) => void): unknown {
  const codec = codecOf(setting);
  const bytes = encoded(codec, valuesOf('normal', length));
  change(bytes);
  const result = codec.decode(bytes, 0, new Float32Array(length));
  return result.ok ? 'taken' : result.error;
}

test('a wrong scale is refused by name: NaN, ∞, too large, negative, −0', () => {
  const scales = [NaN, Infinity, 2 ** 127 * 1.5, -1, -0];
  const places: [CodecSetting, number][] = [
    [{ kind: 'int8' }, 4],
    [{ kind: 'int4' }, 4],
    [{ kind: 'sign' }, 4],
    [{ kind: 'sparse-loco', share: 1 / 64 }, 116],
  ];
  for (const [setting, at] of places)
    for (const scale of scales) {
      const change = (bytes: Uint8Array): void => new DataView(bytes.buffer).setFloat32(at, scale, true);
      expect(tampered(setting, 5000, change)).toMatchObject({
        code: 'wrong-scale',
        says: inWords(/scale of block 1/),
      });
    }
});

test('the largest scale gives finite values, the next one is refused', () => {
  for (const [kind, levels] of [
    ['int8', 127],
    ['int4', 7],
  ] as const) {
    // prettier-ignore
    const bytes = encoded(codecOf({ kind }), new Float32Array(1).fill(2 ** 127));
    expect(decoded(codecOf({ kind }), bytes, 1)[0]).toBe(2 ** 127);
    const view = new DataView(bytes.buffer);
    expect(view.getFloat32(0, true)).toBe(Math.fround(2 ** 127 / levels));
    view.setUint32(0, view.getUint32(0, true) + 1, true);
    expect(codecOf({ kind }).decode(bytes, 0, new Float32Array(1))).toMatchObject({ ok: false });
  }
});

test('places that repeat, descend or lie outside the block are refused', () => {
  for (const setting of [
    { kind: 'top-k', share: 1 / 64 },
    { kind: 'sparse-loco', share: 1 / 64 },
  ] as const) {
    const at = setting.kind === 'top-k' ? 0 : 4;
    const write = (first: number, second: number) => (bytes: Uint8Array) =>
      bytes.set([first & 255, (first >>> 8) | ((second & 15) << 4), second >>> 4], at);
    for (const pair of [
      [7, 7],
      [9, 8],
    ])
      // prettier-ignore
      expect(tampered(setting, 4096, write(pair[0], pair[1]))).toMatchObject({
        code: 'wrong-index',
        says: inWords(new RegExp(`index ${pair[1]} follows ${pair[0]} in a block of 4096 elements`)),
      });
    expect(tampered(setting, 128, write(100, 127))).toBe('taken');
    expect(tampered(setting, 128, write(100, 128))).toMatchObject({ code: 'wrong-index' });
  }
});

test('codes of −128 and −8, and f16 and bf16 that are not finite, are refused', () => {
  const set = (at: number, byte: number) => (bytes: Uint8Array) => void (bytes[at] = byte);
  expect(tampered({ kind: 'int8' }, 300, set(12 + 299, 0x80))).toMatchObject({ code: 'wrong-value' });
  expect(tampered({ kind: 'int8' }, 300, set(12 + 299, 0x81))).toBe('taken');
  expect(tampered({ kind: 'int4' }, 300, set(12 + 149, 0x81))).toMatchObject({ code: 'wrong-value' });
  expect(tampered({ kind: 'int4' }, 300, set(12 + 149, 0x18))).toMatchObject({ code: 'wrong-value' });
  expect(tampered({ kind: 'int4' }, 300, set(12 + 149, 0x99))).toBe('taken');
  expect(tampered({ kind: 'fp16' }, 300, set(599, 0x7c))).toMatchObject({ code: 'wrong-value' });
  expect(tampered({ kind: 'bf16' }, 300, set(599, 0x7f))).toMatchObject({ code: 'wrong-value' });
  expect(tampered({ kind: 'f32' }, 300, set(1199, 0x7f))).toMatchObject({ code: 'wrong-value' });
  expect(tampered({ kind: 'top-k', share: 0.01 }, 100, set(3, 0x7c))).toMatchObject({ code: 'wrong-value' });
});

test('refused bytes leave nothing behind that spoils a shorter decoding', () => {
  for (const [kind, least] of [
    ['int8', 0x80],
    ['int4', 0x88],
  ] as const) {
    // prettier-ignore
    const codec = codecOf({ kind });
    const bytes = encoded(codec, valuesOf('normal', 5));
    const expected = decoded(codec, bytes, 5);
    const spoilt = tampered({ kind }, 300, (all) => void all.fill(least, 12));
    expect(spoilt).toMatchObject({ code: 'wrong-value' });
    expect(decoded(codec, bytes, 5)).toEqual(expected);
  }
});

test('padding that is not zero is refused', () => {
  const last = (bits: number) => (bytes: Uint8Array) => void (bytes[bytes.length - 1] |= bits);
  expect(tampered({ kind: 'int4' }, 3, last(0x10))).toMatchObject({ code: 'wrong-padding' });
  expect(tampered({ kind: 'sign' }, 7, last(0x80))).toMatchObject({ code: 'wrong-padding' });
  expect(tampered({ kind: 'sparse-loco', share: 0.01 }, 100, last(4))).toMatchObject({
    code: 'wrong-padding',
  });
  const place = (bytes: Uint8Array): void => void (bytes[1] |= 0x10);
  expect(tampered({ kind: 'top-k', share: 0.01 }, 100, place)).toMatchObject({ code: 'wrong-padding' });
});
