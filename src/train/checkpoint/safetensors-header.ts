// The head of a `.safetensors` file (huggingface.co/docs/safetensors): a u64 header length, then a JSON header
// {name: {dtype, shape, data_offsets}} with `__metadata__` of strings, padded with spaces to a multiple of 8. The data
// follows, little-endian, without gaps. Every platform with WebGPU is little-endian: selfTest checks it.
import { assert } from '../../base/assert';
import { utf8 } from '../../base/bytes';

/** The formats that a file of weights may hold. Those of fewer bits than F32 are only read. */
export type Dtype = keyof typeof bytesPerElement;

export interface FileTensor {
  readonly name: string;
  readonly dtype: Dtype;
  readonly shape: readonly number[];
}

export const bytesPerElement = { F32: 4, F64: 8, F16: 2, BF16: 2, U8: 1, BOOL: 1 } as const;

export const elementsOf = ({ shape }: Pick<FileTensor, 'shape'>): number =>
  shape.reduce((product, size) => product * size, 1);

/** The data must follow in the order of `tensors`. Those of longer elements come first, so that all stay aligned. */
export function safetensorsHead(
  tensors: readonly FileTensor[],
  metadata: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  let at = 0;
  let shortest = Infinity;
  const entries: [string, unknown][] = [['__metadata__', metadata]];
  for (const { name, dtype, shape } of tensors) {
    assert(bytesPerElement[dtype] <= shortest, 'tensors of longer elements come first');
    shortest = bytesPerElement[dtype];
    const end = at + bytesPerElement[dtype] * elementsOf({ shape });
    entries.push([name, { dtype, shape, data_offsets: [at, end] }]);
    at = end;
  }
  assert(new Set(entries.map(([name]) => name)).size === entries.length, 'no two tensors have the same name');
  const header = utf8(JSON.stringify(Object.fromEntries(entries)));
  const headerBytes = Math.ceil(header.byteLength / 8) * 8;
  const head = new Uint8Array(8 + headerBytes).fill(0x20, 8);
  new DataView(head.buffer).setBigUint64(0, BigInt(headerBytes), true);
  head.set(header, 8);
  return head;
}
