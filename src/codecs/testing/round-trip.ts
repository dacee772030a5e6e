// Encoding and decoding that must succeed.
import { logged } from '../../base/sayings';
import type { Codec } from '../codec';

export function encoded(codec: Codec, values: Float32Array, exponent = 0): Uint8Array {
  const bytes = new Uint8Array(codec.encodedBytes(values.length)).fill(0xa5);
  const result = codec.encode(values, exponent, bytes);
  if (!result.ok) throw new Error(logged(result.error.says));
  return bytes;
}

export function decoded(codec: Codec, bytes: Uint8Array, length: number, exponent = 0): Float32Array {
  const values = new Float32Array(length).fill(NaN);
  const result = codec.decode(bytes, exponent, values);
  if (!result.ok) throw new Error(logged(result.error.says));
  return values;
}
