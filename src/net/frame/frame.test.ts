import { inEnglish } from '../../cli/english/in-english';
import { expect, test } from 'vitest';
import { bytesOf } from '../../base/bytes';
import { prng } from '../../base/prng';
import {
  channelOf,
  decodeFrame,
  emptyHeader,
  encodeFrame,
  frameHeaderBytes,
  frameTypes,
  maxPayloadBytes,
  writeHeader,
  type FrameHeader,
  type FrameType,
} from './frame';

const types = Object.keys(frameTypes) as readonly FrameType[];

test('F1 every field is encoded at its offset and decoded again', () => {
  const header: FrameHeader = {
    type: 'reduce',
    phase: 0x12,
    flags: 0x34,
    lineage: 0x89abcdef,
    generation: 0xfffffffe,
    round: 3,
    step: 0x80000001,
    bucket: 0xfedc,
    chunk: 0xba98,
    segment: 70_000,
    offset: 0xf0000000,
  };
  const payload = Uint8Array.of(1, 2, 3, 4, 5);
  const bytes = encodeFrame(header, payload);
  expect(bytes.byteLength).toBe(45);
  expect([...bytes.subarray(0, 8)]).toEqual([1, 1, 0x12, 0x34, 0xef, 0xcd, 0xab, 0x89]);
  expect(decodeFrame(bytes)).toEqual({ ok: true, value: { ...header, payload } });
});

test('F1 random headers are decoded as they were encoded', () => {
  const seed = 1;
  const random = prng(seed, 'headers');
  for (let i = 0; i < 500; i++) {
    const header: FrameHeader = {
      type: types[random.below(types.length)],
      phase: random.below(256),
      flags: random.below(256),
      lineage: random.uint32(),
      generation: random.uint32(),
      round: random.uint32(),
      step: random.uint32(),
      bucket: random.below(65_536),
      chunk: random.below(65_536),
      segment: random.uint32(),
      offset: random.uint32(),
    };
    const payload = Uint8Array.from({ length: random.below(50) }, () => random.below(256));
    const decoded = decodeFrame(encodeFrame(header, payload));
    expect(decoded, `seed ${seed}, header ${i}`).toEqual({ ok: true, value: { ...header, payload } });
  }
});

test('F2 an unknown value is refused with the name of its field', () => {
  const good = encodeFrame({ ...emptyHeader, type: 'record' }, Uint8Array.of(9, 9, 9));
  const changed = (at: number, value: number): Uint8Array => {
    const bytes = good.slice();
    bytes[at] = value;
    return bytes;
  };
  const code = (bytes: Uint8Array): string => {
    const decoded = decodeFrame(bytes);
    return decoded.ok ? 'ok' : decoded.error.code;
  };
  expect(code(good)).toBe('ok');
  expect(code(new Uint8Array(0))).toBe('too-short');
  expect(code(good.subarray(0, frameHeaderBytes - 1))).toBe('too-short');
  expect(code(changed(0, 0))).toBe('unknown-type');
  expect(code(changed(0, 0xef))).toBe('unknown-type');
  expect(code(changed(0, 0xf1))).toBe('unknown-type');
  expect(code(changed(1, 2))).toBe('unknown-version');
  expect(code(changed(32, 2))).toBe('wrong-length');
  expect(code(good.subarray(0, good.byteLength - 1))).toBe('wrong-length');
  expect(code(changed(36, 1))).toBe('reserved-not-zero');
  expect(code(changed(39, 1))).toBe('reserved-not-zero');
});

test('F2 random bytes never throw', () => {
  const seed = 2;
  const random = prng(seed, 'noise');
  for (let i = 0; i < 2000; i++) {
    const bytes = Uint8Array.from({ length: random.below(60) }, () => random.below(256));
    if (random.below(2) === 0) bytes.set([1 + random.below(8), 1].slice(0, bytes.byteLength));
    expect(() => decodeFrame(bytes), `seed ${seed}, message ${i}`).not.toThrow();
  }
});

test('F3 a payload is a view, aligned for floats', () => {
  const floats = Float32Array.of(1.5, -2.25, 3e-40);
  const bytes = encodeFrame({ ...emptyHeader, type: 'reduce' }, bytesOf(floats));
  const decoded = decodeFrame(bytes);
  if (!decoded.ok) throw new Error(inEnglish(decoded.error.says));
  const { payload } = decoded.value;
  expect(payload.buffer).toBe(bytes.buffer);
  expect(new Float32Array(payload.buffer, payload.byteOffset, 3)).toEqual(floats);
});

test('F3 a header may be written before the payload is filled in place', () => {
  const bytes = new Uint8Array(frameHeaderBytes + 2);
  bytes[frameHeaderBytes] = 7;
  writeHeader(bytes, { ...emptyHeader, type: 'state', step: 5 }, 2);
  const decoded = decodeFrame(bytes);
  expect(decoded.ok && [...decoded.value.payload]).toEqual([7, 0]);
});

test('F4 only reduce, state and shard are bulk', () => {
  expect(types.filter((type) => channelOf(type) === 'bulk')).toEqual(['reduce', 'state', 'shard']);
});

test('F5 a payload that does not fit is a bug of the caller', () => {
  expect(encodeFrame({ ...emptyHeader, type: 'state' }, new Uint8Array(maxPayloadBytes)).byteLength).toBe(
    65536,
  );
  const tooLong = new Uint8Array(maxPayloadBytes + 1);
  expect(() => encodeFrame({ ...emptyHeader, type: 'state' }, tooLong)).toThrow('F5');
});
