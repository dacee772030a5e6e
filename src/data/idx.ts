// Parses one IDX file (yann.lecun.com/exdb/mnist): 0, 0, type, number of dimensions, the dimensions as big-endian u32,
// then the elements. Unsigned bytes are read, as image sets use them, and 32-bit floats. Every malformed file is an error
// value.
import type { Name } from '../base/sayings';
import { groupDigits } from '../base/group-digits';
import { ok, type Result } from '../base/result';
import { damagedFile, nameInEnglish } from './damaged-file';

export interface IdxFile {
  readonly shape: readonly number[];
  /** Row-major. Bytes are a view of the file; so are floats that overwrote it. */
  readonly values: Uint8Array<ArrayBuffer> | Float32Array<ArrayBuffer>;
}

const typeNames = new Map([
  [0x08, 'unsigned bytes'],
  [0x09, 'signed bytes'],
  [0x0b, '16-bit integers'],
  [0x0c, '32-bit integers'],
  [0x0d, '32-bit floats'],
  [0x0e, '64-bit floats'],
]);
const realType = 0x0d;
/** Every engine allows 2³¹ bytes in one ArrayBuffer. */
const maximumBytes = 2 ** 31;

/** `of`: the file’s name in messages. `mayOverwrite`: floats may take the place of the file's bytes, so that a large
 *  file is not held twice. */
export function parseIdx(
  file: Uint8Array<ArrayBuffer>,
  of: Name,
  mayOverwrite = false,
): Result<IdxFile, 'bad-file'> {
  const name = nameInEnglish(of);
  if (file.length < 4 || file[0] !== 0 || file[1] !== 0 || !typeNames.has(file[2]))
    return damagedFile(of, `${name} does not begin like an IDX file`);
  if (file[2] !== 0x08 && file[2] !== realType)
    return damagedFile(
      of,
      `${name} holds ${typeNames.get(file[2])}; only unsigned bytes and 32-bit floats are read`,
    );
  const elementBytes = file[2] === realType ? 4 : 1;
  const dimensions = file[3];
  const start = 4 + 4 * dimensions;
  if (dimensions === 0) return damagedFile(of, `${name} has no dimensions`);
  if (file.length < start)
    return damagedFile(of, `${name} ends before the last of its ${dimensions} dimensions`);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const shape = Array.from({ length: dimensions }, (_, d) => view.getUint32(4 + 4 * d));
  const exampleLength = shape.slice(1).reduce((product, size) => product * size, 1);
  const length = shape[0] * exampleLength; // at worst ∞, since f64 does not wrap around
  if (exampleLength === 0 || !(length * elementBytes <= maximumBytes))
    return damagedFile(of, `${name} claims the shape ${shape.join(' × ')}, which is empty or too large`);
  const bytes = file.subarray(start);
  if (bytes.length < length * elementBytes)
    return damagedFile(
      of,
      `${name} has ${groupDigits(Math.floor(bytes.length / elementBytes))} of ${groupDigits(length)} elements (${shape.join(' × ')}): it ends at byte ${groupDigits(file.length)} of ${groupDigits(start + length * elementBytes)}`,
    );
  if (bytes.length > length * elementBytes)
    return damagedFile(
      of,
      `${name} has ${groupDigits(bytes.length - length * elementBytes)} bytes after its elements`,
    );
  if (elementBytes === 1) return ok({ shape, values: bytes });
  const isAligned = (file.byteOffset + start) % 4 === 0;
  const values =
    mayOverwrite && isAligned
      ? new Float32Array(file.buffer, file.byteOffset + start, length)
      : new Float32Array(length);
  for (let at = 0; at < length; at++) values[at] = view.getFloat32(start + 4 * at);
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  return wrong < 0
    ? ok({ shape, values })
    : damagedFile(of, `${name} holds ${values[wrong]} at byte ${groupDigits(start + 4 * wrong)}`);
}

/** Writes IDX files: imported examples take the form that every replica reads, and whose hash members compare.
 *  Unsigned bytes. `values`: row-major. */
export function idxFile(shape: readonly number[], values: Uint8Array<ArrayBuffer>): Blob {
  return new Blob([idxHead(shape, 'bytes'), values]);
}

/** What stands before the elements: unsigned bytes, or 32-bit floats in big-endian order. */
export function idxHead(shape: readonly number[], elements: 'bytes' | 'floats'): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(4 + 4 * shape.length));
  head.setUint32(0, ((elements === 'floats' ? 0x0d : 0x08) << 8) | shape.length);
  for (const [d, size] of shape.entries()) head.setUint32(4 + 4 * d, size);
  return new Uint8Array(head.buffer);
}
