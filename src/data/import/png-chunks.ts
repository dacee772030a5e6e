// A PNG file with only the chunks that make its pixels, after a look at what they unpack to (PNG, W3C Recommendation, third
// edition). The decoder unpacks profiles and pixels without a bound, and takes a palette or a second header of any size, so
// none of these may reach it.
import { say } from '../../base/sayings';
import { damagedFile } from '../damaged-file';
import { groupDigits } from '../../base/group-digits';
import { fail, ok, type Result } from '../../base/result';
import { zlibSync } from 'fflate';
import { concatBytes, utf8 } from '../../base/bytes';
import { crc32 } from '../../base/crc32';
import { inflatedLength, inflateWithin } from './inflate-within';
import { adam7, plainRows } from './png-interlace';

/** The pixels of a phone's photo, with room to spare. */
export const mostPixels = 50e6;
/** The bytes of the pixels as they are packed: such a photo with transparency. */
const mostPixelBytes = 2e8;
const mostColours = 256;
const headBytes = 8; // the signature
const channelsOf = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
const indexed = 3;

interface Chunk {
  readonly type: string;
  /** The place of its length. */
  readonly at: number;
  readonly data: Uint8Array;
}

export interface PixelChunks {
  /** A copy: IHDR, then PLTE and tRNS of an indexed image, IDAT, IEND. */
  readonly png: Uint8Array<ArrayBuffer>;
  /** Pixels of this grey or colour are transparent: samples in the bits of the copy. */
  readonly transparent?: readonly number[];
}

/** Interlaced pixels that are smaller than a byte become plain ones of a byte. */
export function pixelChunks(bytes: Uint8Array, name: string): Result<PixelChunks, 'bad-file'> {
  const read = chunksOf(bytes, name);
  if (!read.ok) return read;
  const [header, ...others] = read.value;
  if (header.type !== 'IHDR' || header.data.length !== 13)
    return damagedFile(name, `${name} is a PNG image that does not begin with its size`);
  const head = new DataView(header.data.buffer, header.data.byteOffset, 13);
  const [width, height] = [head.getUint32(0), head.getUint32(4)];
  if (!(width > 0 && height > 0 && width * height <= mostPixels))
    return fail('bad-file', say('many-pixels', { name, width, height }));
  const [depth, colour, interlace] = [head.getUint8(8), head.getUint8(9), head.getUint8(12)];
  const bits = depth * (channelsOf.get(colour) ?? 0);
  if (bits === 0 || depth > 16)
    return damagedFile(name, `${name} is a PNG image of an unknown kind (${depth} bits, colour ${colour})`);
  const expected = interlace === 0 ? passBytes(width, height, bits) : adam7Bytes(width, height, bits);
  if (expected > mostPixelBytes)
    return damagedFile(
      name,
      `${name} holds ${groupDigits(expected)} bytes of pixels; at most ${groupDigits(mostPixelBytes)} are read`,
    );
  const colours = others.find(({ type }) => type === 'PLTE');
  if (colours && colours.data.length > 3 * mostColours)
    return damagedFile(name, `${name} has a palette of more than ${mostColours} colours`);
  const data = others.filter(({ type }) => type === 'IDAT');
  const compressed = data.map((chunk) => chunk.data);
  const found = inflatedLength(compressed, expected, 'zlib');
  if (found === 'more')
    return damagedFile(
      name,
      `the pixels of ${name} unpack to more than the ${groupDigits(expected)} bytes of its ${width} × ${height} pixels`,
    );
  if (found < expected)
    return damagedFile(
      name,
      `${name} ends after ${groupDigits(found)} of ${groupDigits(expected)} bytes of pixels`,
    );
  const isIndexed = colour === indexed;
  if (isIndexed && !colours) return damagedFile(name, `${name} has no palette`);
  const transparency = others.find(({ type }) => type === 'tRNS');
  const isRepacked = interlace === 1 && depth < 8;
  const scale = isRepacked && !isIndexed ? 255 / (2 ** depth - 1) : 1;
  const transparent = isIndexed ? undefined : transparentSamples(transparency, colour, depth, scale);
  const palette = isIndexed ? [colours!, ...(transparency ? [transparency] : [])] : [];
  const copy = (chunks: readonly Uint8Array[]): Result<PixelChunks, 'bad-file'> =>
    ok({ png: concatBytes(bytes.subarray(0, headBytes), ...chunks), ...(transparent && { transparent }) });
  const whole = ({ at, data: { length } }: Chunk): Uint8Array => bytes.subarray(at, at + 12 + length);
  if (!isRepacked) return copy([header, ...palette, ...data, others.at(-1)!].map(whole));
  const unpacked = inflateWithin(compressed, expected, 'zlib');
  if (unpacked === 'more' || width * height > mostPixelBytes)
    return fail('bad-file', say('many-pixels', { name, width, height }));
  const rows = plainRows(unpacked, width, height, depth);
  if (scale !== 1) for (let at = 0; at < rows.length; at++) rows[at] *= scale;
  const plainHeader = header.data.slice();
  plainHeader[8] = 8;
  plainHeader[12] = 0;
  const packed = zlibSync(rows, { level: 0 });
  return copy([
    chunkOf('IHDR', plainHeader),
    ...palette.map(whole),
    chunkOf('IDAT', packed),
    whole(others.at(-1)!),
  ]);
}

/** Undefined: there are none, or not as many as the colour has samples. */
function transparentSamples(
  chunk: Chunk | undefined,
  colour: number,
  depth: number,
  scale: number,
): readonly number[] | undefined {
  const samples = colour === 0 ? 1 : colour === 2 ? 3 : 0;
  if (!chunk || samples === 0 || chunk.data.length !== 2 * samples) return undefined;
  const view = new DataView(chunk.data.buffer, chunk.data.byteOffset, 2 * samples);
  return Array.from({ length: samples }, (_, at) => (view.getUint16(2 * at) & (2 ** depth - 1)) * scale);
}

function chunkOf(type: string, data: Uint8Array): Uint8Array {
  const chunk = concatBytes(new Uint8Array(4), utf8(type), data, new Uint8Array(4));
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
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
  return damagedFile(name, `${name} is a PNG image that is cut short at byte ${groupDigits(bytes.length)}`);
}

/** Each row begins with a byte that says how it is filtered. */
function passBytes(width: number, height: number, bits: number): number {
  return width === 0 ? 0 : height * (1 + Math.ceil((width * bits) / 8));
}

function adam7Bytes(width: number, height: number, bits: number): number {
  return adam7.reduce((sum, [left, top, across, down]) => {
    const columns = Math.max(0, Math.ceil((width - left) / across));
    const rows = Math.max(0, Math.ceil((height - top) / down));
    return sum + passBytes(columns, rows, bits);
  }, 0);
}
