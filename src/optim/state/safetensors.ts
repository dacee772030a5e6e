// Writes tensors by name as one `.safetensors` file (huggingface.co/docs/safetensors). It begins with a u64 header
// length and a JSON header {name: {dtype, shape, data_offsets}} with `__metadata__` of strings. Spaces pad the header
// to a multiple of 8. The data follows, little-endian, without gaps. Every platform with WebGPU is little-endian:
// selfTest checks it.
import { assert } from '../../base/assert';
import { bytesOf, utf8 } from '../../base/bytes';

export interface NamedTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array | Float64Array;
}

/** Names are unique. Tensors of 8-byte elements come first, so that all of them stay aligned. */
export function encodeSafetensors(
  tensors: readonly NamedTensor[],
  metadata: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  const isDouble = ({ values }: NamedTensor): boolean => values instanceof Float64Array;
  const ordered = [...tensors.filter(isDouble), ...tensors.filter((tensor) => !isDouble(tensor))];
  const entries: [string, unknown][] = [['__metadata__', metadata]];
  let at = 0;
  for (const { name, shape, values } of ordered) {
    assert(shape.reduce((a, b) => a * b, 1) === values.length, `${name} has the elements of its shape`);
    const end = at + values.byteLength;
    entries.push([name, { dtype: values instanceof Float64Array ? 'F64' : 'F32', shape, data_offsets: [at, end] }]); // prettier-ignore
    at = end;
  }
  assert(new Set(entries.map(([name]) => name)).size === entries.length, 'no two tensors have the same name');
  const header = utf8(JSON.stringify(Object.fromEntries(entries)));
  const headerBytes = Math.ceil(header.byteLength / 8) * 8;
  const file = new Uint8Array(8 + headerBytes + at);
  new DataView(file.buffer).setBigUint64(0, BigInt(headerBytes), true);
  file.fill(0x20, 8, 8 + headerBytes);
  file.set(header, 8);
  let to = 8 + headerBytes;
  for (const { values } of ordered) {
    file.set(bytesOf(values), to);
    to += values.byteLength;
  }
  return file;
}
