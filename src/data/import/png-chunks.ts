// A PNG file with only the chunks that make its pixels, after a look at what they unpack to (PNG, W3C Recommendation, third
// edition). The decoder unpacks profiles and pixels without a bound, and takes a palette or a second header of any size, so
// none of these may reach it.
import { sayOfFile } from '../../base/file-sayings';
import { damagedFile } from '../damaged-file';
import { groupDigits } from '../../base/group-digits';
import { fail, ok, type Result } from '../../base/result';
import { inflatedLength } from './inflate-within';

/** Of a phone's photo, with room to spare. */
export const mostPixels = 50e6;
/** Of the pixels as they are packed: such a photo with transparency. */
const mostPixelBytes = 2e8;
const mostColours = 256;
const headBytes = 8; // the signature
const channelsOf = new Map([[0, 1], [2, 3], [3, 1], [4, 2], [6, 4]]); // prettier-ignore
const indexed = 3;

interface Chunk {
  readonly type: string;
  /** Of its length. */
  readonly at: number;
  readonly data: Uint8Array;
}

/** A copy: IHDR, then PLTE and tRNS of an indexed image, IDAT, IEND. */
export function pixelChunks(bytes: Uint8Array, name: string): Result<Uint8Array<ArrayBuffer>, 'bad-file'> {
  const read = chunksOf(bytes, name);
  if (!read.ok) return read;
  const [header, ...others] = read.value;
  if (header.type !== 'IHDR' || header.data.length !== 13)
    return damagedFile('bad-file', name, `${name} is a PNG image that does not begin with its size`);
  const head = new DataView(header.data.buffer, header.data.byteOffset, 13);
  const [width, height] = [head.getUint32(0), head.getUint32(4)];
  if (!(width > 0 && height > 0 && width * height <= mostPixels))
    return fail('bad-file', ...sayOfFile('many-pixels', name, width, height));
  const [depth, colour, interlace] = [head.getUint8(8), head.getUint8(9), head.getUint8(12)];
  const bits = depth * (channelsOf.get(colour) ?? 0);
  if (bits === 0 || depth > 16)
    return damagedFile(
      'bad-file',
      name,
      `${name} is a PNG image of an unknown kind (${depth} bits, colour ${colour})`,
    );
  const expected = interlace === 0 ? passBytes(width, height, bits) : adam7Bytes(width, height, bits);
  if (expected > mostPixelBytes)
    return damagedFile(
      'bad-file',
      name,
      `${name} holds ${groupDigits(expected)} bytes of pixels; at most ${groupDigits(mostPixelBytes)} are read`,
    );
  const colours = others.find(({ type }) => type === 'PLTE');
  if (colours && colours.data.length > 3 * mostColours)
    return damagedFile('bad-file', name, `${name} has a palette of more than ${mostColours} colours`);
  const data = others.filter(({ type }) => type === 'IDAT');
  const found = inflatedLength(
    data.map((chunk) => chunk.data),
    expected,
    'zlib',
  );
  if (found === 'more')
    return damagedFile(
      'bad-file',
      name,
      `the pixels of ${name} unpack to more than the ${groupDigits(expected)} bytes of its ${width} × ${height} pixels`,
    );
  if (found < expected)
    return damagedFile(
      'bad-file',
      name,
      `${name} ends after ${groupDigits(found)} of ${groupDigits(expected)} bytes of pixels`,
    );
  const isIndexed = colour === indexed;
  if (isIndexed && !colours) return damagedFile('bad-file', name, `${name} has no palette`);
  const transparency = others.find(({ type }) => type === 'tRNS');
  const palette = isIndexed ? [colours!, ...(transparency ? [transparency] : [])] : [];
  return ok(joined(bytes, [header, ...palette, ...data, others.at(-1)!]));
}

/** All chunks up to IEND, at least one. */
function chunksOf(bytes: Uint8Array, name: string): Result<readonly Chunk[], 'bad-file'> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = headBytes; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (at + 12 + length > bytes.length) break;
    chunks.push({ type, at, data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
    if (type === 'IEND') return ok(chunks);
  }
  return damagedFile(
    'bad-file',
    name,
    `${name} is a PNG image that is cut short at byte ${groupDigits(bytes.length)}`,
  );
}

/** Each row begins with a byte that says how it is filtered. */
function passBytes(width: number, height: number, bits: number): number {
  return width === 0 ? 0 : height * (1 + Math.ceil((width * bits) / 8));
}

/** The first column and row of each pass, and the steps between two. */
const adam7 = [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]] as const; // prettier-ignore

function adam7Bytes(width: number, height: number, bits: number): number {
  return adam7.reduce((sum, [left, top, across, down]) => {
    const columns = Math.max(0, Math.ceil((width - left) / across));
    const rows = Math.max(0, Math.ceil((height - top) / down));
    return sum + passBytes(columns, rows, bits);
  }, 0);
}

function joined(bytes: Uint8Array, chunks: readonly Chunk[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(chunks.reduce((sum, { data }) => sum + 12 + data.length, headBytes));
  out.set(bytes.subarray(0, headBytes));
  let to = headBytes;
  for (const { at, data } of chunks) {
    out.set(bytes.subarray(at, at + 12 + data.length), to);
    to += 12 + data.length;
  }
  return out;
}
