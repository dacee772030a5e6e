// Parses one IDX file (yann.lecun.com/exdb/mnist): 0, 0, type, number of dimensions, the dimensions as big-endian u32,
// then the elements. Only unsigned bytes are read; image sets use them. Every malformed file is an error value.
import { groupDigits } from '../base/group-digits';
import { fail, ok, type Result } from '../base/result';

export type IdxErrorCode =
  | 'not-idx' // the first bytes are neither IDX nor gzip
  | 'unsupported-type' // elements other than unsigned bytes
  | 'bad-shape' // no dimensions, a zero one beyond the first, or more elements than memory holds
  | 'truncated'
  | 'trailing-bytes';

export interface IdxFile {
  readonly shape: readonly number[];
  readonly bytes: Uint8Array; // row-major, a view of the file
}

const typeNames = new Map([
  [0x08, 'unsigned bytes'],
  [0x09, 'signed bytes'],
  [0x0b, '16-bit integers'],
  [0x0c, '32-bit integers'],
  [0x0d, '32-bit floats'],
  [0x0e, '64-bit floats'],
]);
/** Every engine allows 2³¹ bytes in one ArrayBuffer. */
const maximumElements = 2 ** 31;

/** `name` is the file's name in messages. */
export function parseIdx(file: Uint8Array, name: string): Result<IdxFile, IdxErrorCode> {
  if (file.length < 4 || file[0] !== 0 || file[1] !== 0 || !typeNames.has(file[2]))
    return fail('not-idx', `${name} does not begin like an IDX file`);
  if (file[2] !== 0x08)
    return fail('unsupported-type', `${name} holds ${typeNames.get(file[2])}; only unsigned bytes are read`);
  const dimensions = file[3];
  const start = 4 + 4 * dimensions;
  if (dimensions === 0) return fail('bad-shape', `${name} has no dimensions`);
  if (file.length < start)
    return fail('truncated', `${name} ends before the last of its ${dimensions} dimensions`);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const shape = Array.from({ length: dimensions }, (_, d) => view.getUint32(4 + 4 * d));
  const exampleLength = shape.slice(1).reduce((product, size) => product * size, 1);
  const length = shape[0] * exampleLength; // at worst ∞, since f64 does not wrap around
  if (exampleLength === 0 || !(length <= maximumElements))
    return fail('bad-shape', `${name} claims the shape ${shape.join(' × ')}, which is empty or too large`);
  const bytes = file.subarray(start);
  if (bytes.length < length)
    return fail(
      'truncated',
      `${name} has ${groupDigits(bytes.length)} of ${groupDigits(length)} elements (${shape.join(' × ')})`,
    );
  if (bytes.length > length)
    return fail(
      'trailing-bytes',
      `${name} has ${groupDigits(bytes.length - length)} bytes after its elements`,
    );
  return ok({ shape, bytes });
}
