// A segment's values as bytes and back: by the plan's codec, or as f32. Notes what the codec drops.
import { logged } from '../base/sayings';
import { assert } from '../base/assert';
import { bytesOf } from '../base/bytes';
import type { Codec } from '../codecs/codec';
import { chosenKernels } from '../codecs/self-test';
import { segmentElements } from './schedule';

/** C9: how sums travel in fewer bytes. Every member encodes each element of a bucket once: in its partial sum, or in
 *  the whole sum of a chunk that it owns. */
export interface Compression {
  readonly codec: Codec;
  /** The exponent of the codec's f16 numbers; the same at every member. */
  readonly exponent: number;
  /** What is dropped here (C9b), of the bucket's length: f(f(value − what was decoded of it) / unit), f rounding to
   *  f32, for every element that this replica encoded. */
  readonly dropped: Float32Array;
  /** An f32: Σn where what is dropped is kept in mean units (E21), else 1. */
  readonly unit: number;
}

/** Encoded values, and what every receiver decodes from them: a view, valid until the next call. */
export interface Compressed {
  readonly bytes: Uint8Array;
  readonly decoded: Float32Array;
}

export class SegmentCodec {
  readonly #scratch: Float32Array;

  /** `length`: elements of the bucket. `longest`: of a segment. `compression` absent: f32. */
  constructor(
    private readonly compression: Compression | undefined,
    length: number,
    longest = segmentElements,
  ) {
    this.#scratch = new Float32Array(compression ? Math.min(longest, length) : 0);
  }

  encodedBytes(count: number): number {
    return this.compression?.codec.encodedBytes(count) ?? 4 * count;
  }

  /** A view of received values, valid until the next call. A text says why the bytes are refused. */
  decode(payload: Uint8Array, count: number): Float32Array | string {
    if (!this.compression) return floatsOf(payload);
    const { codec, exponent } = this.compression;
    const into = this.#scratch.subarray(0, count);
    const decoded = codec.decode(payload, exponent, into);
    return decoded.ok ? into : logged(decoded.error.says);
  }

  /** Elements [start, end) of `values`. Undefined: they cannot be encoded. */
  encode(values: Float32Array, start: number, end: number): Compressed | undefined {
    const segment = values.subarray(start, end);
    if (!this.compression) return { bytes: bytesOf(segment), decoded: segment };
    const { codec, exponent, dropped, unit } = this.compression;
    const bytes = new Uint8Array(codec.encodedBytes(end - start));
    if (!codec.encode(segment, exponent, bytes).ok) return undefined;
    const decoded = this.decode(bytes, end - start);
    assert(typeof decoded !== 'string', `${codec.name} decodes what it encodes`);
    chosenKernels().takeResidual(segment, decoded, unit, dropped.subarray(start, end));
    return { bytes, decoded };
  }
}

/** The payload as f32: a view where its bytes are aligned, else a copy. */
function floatsOf(payload: Uint8Array): Float32Array {
  if (payload.byteOffset % 4 === 0)
    return new Float32Array(payload.buffer, payload.byteOffset, payload.byteLength / 4);
  return new Float32Array(payload.slice().buffer);
}
