// Parquet files written by hand, claims included: pages and metadata in Thrift's compact protocol, for tests of what a file
// may claim.
import { concatBytes, utf8 } from '../../../base/bytes';

export interface HandColumn {
  readonly name: string;
  /** BOOLEAN 0, INT32 1, INT64 2, FLOAT 4, DOUBLE 5, BYTE_ARRAY 6 */
  readonly type: number;
  /** UTF8 is 0. */
  readonly converted?: number;
  /** UNCOMPRESSED 0, SNAPPY 1, GZIP 2, BROTLI 4, LZ4 5, ZSTD 6, LZ4_RAW 7. */
  readonly codec?: number;
  /** The page as packed. */
  readonly page: Uint8Array;
  /** Plain values, in a page before this one. */
  readonly dictionary?: Uint8Array;
  /** May it have gaps? The page then begins with levels. */
  readonly optional?: boolean;
  /** Further pages of as many values each, after this one; their values are the last of the rows. */
  readonly more?: readonly Uint8Array[];
  /** What the page's header claims; undefined: the truth. */
  readonly unpacked?: number;
  readonly packed?: number;
  readonly values?: number;
  /** PLAIN 0, PLAIN_DICTIONARY 2, RLE 3, DELTA_BINARY_PACKED 5, DELTA_LENGTH_BYTE_ARRAY 6, DELTA_BYTE_ARRAY 7,
   *  RLE_DICTIONARY 8. */
  readonly encoding?: number;
}

export function parquetOf(rows: number, columns: readonly HandColumn[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [utf8('PAR1')];
  let at = 4;
  const chunks = columns.map(
    ({ name, type, codec = 0, page: first, more = [], encoding = 0, dictionary, ...claimed }) => {
      let size = 0;
      if (dictionary) {
        const held = struct([1, int(dictionary.length / 8)], [2, int(0)]);
        const header = struct(
          [1, int(2)],
          [2, int(dictionary.length)],
          [3, int(dictionary.length)],
          [7, held],
        );
        size += header.bytes.length + dictionary.length;
        parts.push(header.bytes, dictionary);
      }
      for (const page of [first, ...more]) {
        const { unpacked = page.length, packed = page.length, values = rows / (1 + more.length) } = claimed;
        const data = struct([1, int(values)], [2, int(encoding)], [3, int(3)], [4, int(3)]);
        const header = struct([1, int(0)], [2, int(unpacked)], [3, int(packed)], [5, data]);
        size += header.bytes.length + page.length;
        parts.push(header.bytes, page);
      }
      const meta = struct(
        ...([[1, int(type)], [2, list(5, [int(encoding)])], [3, list(8, [text(name)])], [4, int(codec)]] as const), // prettier-ignore
        ...([
          [5, long(rows)],
          [6, long(size)],
          [7, long(size)],
          [9, long(at)],
          ...(dictionary ? ([[11, long(at)]] as const) : []),
        ] as const),
      );
      const chunk = struct([2, long(at)], [3, meta]);
      at += size;
      return chunk;
    },
  );
  const root = struct([4, text('schema')], [5, int(columns.length)]);
  const elements = columns.map(({ name, type, converted, optional }) =>
    struct(
      [1, int(type)],
      [3, int(optional ? 1 : 0)],
      [4, text(name)],
      ...(converted === undefined ? [] : ([[6, int(converted)]] as const)),
    ),
  );
  const group = struct([1, list(12, chunks)], [2, long(at)], [3, long(rows)]);
  const metadata = struct([1, int(1)], [2, list(12, [root, ...elements])], [3, long(rows)], [4, list(12, [group])]); // prettier-ignore
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, metadata.bytes.length, true);
  return concatBytes(...parts, metadata.bytes, length, utf8('PAR1'));
}

/** Whole numbers as DELTA_BINARY_PACKED has them: blocks of 128 in 4 parts, each with as many bits as it needs. */
export function deltaPacked(values: readonly number[]): Uint8Array {
  const parts = [varint(128n), varint(4n), varint(BigInt(values.length)), zigzag(values[0] ?? 0)];
  const deltas = values.slice(1).map((value, at) => value - values[at]);
  for (let from = 0; from < deltas.length; from += 128) {
    const block = deltas.slice(from, from + 128);
    const least = Math.min(...block);
    const miniblocks = [0, 32, 64, 96].map((at) => block.slice(at, at + 32).map((delta) => delta - least));
    const widths = miniblocks.map((rests) => rests.reduce((most, rest) => Math.max(most, rest.toString(2).length), 0)); // prettier-ignore
    parts.push(zigzag(least), Uint8Array.from(widths));
    for (const [at, rests] of miniblocks.entries())
      if (rests.length > 0) parts.push(packedBits(rests, widths[at]));
  }
  return concatBytes(...parts);
}

/** 32 values of so many bits each, the lowest bit first. */
function packedBits(values: readonly number[], width: number): Uint8Array {
  const bytes = new Uint8Array(4 * width);
  for (const [at, value] of values.entries())
    for (let bit = 0; bit < width; bit++)
      if (Math.floor(value / 2 ** bit) % 2 === 1)
        bytes[(at * width + bit) >> 3] |= 1 << ((at * width + bit) & 7);
  return bytes;
}

/** Texts, as DELTA_LENGTH_BYTE_ARRAY has them. */
export function deltaLengths(texts: readonly string[]): Uint8Array {
  const bytes = texts.map((one) => utf8(one));
  return concatBytes(deltaPacked(bytes.map(({ length }) => length)), ...bytes);
}

/** Texts of ASCII, as DELTA_BYTE_ARRAY has them: what each shares with the one before it, and the rests. */
export function deltaShared(texts: readonly string[]): Uint8Array {
  const shared = texts.map((one, at) => {
    const before = at > 0 ? texts[at - 1] : '';
    let length = 0;
    while (length < one.length && one[length] === before[length]) length++;
    return length;
  });
  return concatBytes(deltaPacked(shared), deltaLengths(texts.map((one, at) => one.slice(shared[at]))));
}

interface Value {
  readonly type: number;
  readonly bytes: Uint8Array;
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 128n) return Uint8Array.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 127n) | 128);
  }
}

const zigzag = (value: number): Uint8Array => varint(value < 0 ? -2n * BigInt(value) - 1n : 2n * BigInt(value)); // prettier-ignore
const int = (value: number): Value => ({ type: 5, bytes: zigzag(value) });
const long = (value: number): Value => ({ type: 6, bytes: zigzag(value) });

function text(value: string): Value {
  const bytes = utf8(value);
  return { type: 8, bytes: concatBytes(varint(BigInt(bytes.length)), bytes) };
}

function list(type: number, values: readonly Value[]): Value {
  const head = concatBytes(Uint8Array.of(0xf0 | type), varint(BigInt(values.length)));
  return { type: 9, bytes: concatBytes(head, ...values.map(({ bytes }) => bytes)) };
}

function struct(...fields: readonly (readonly [id: number, value: Value])[]): Value {
  let before = 0;
  const parts = fields.map(([id, { type, bytes }]) => {
    const head = Uint8Array.of(((id - before) << 4) | type);
    before = id;
    return concatBytes(head, bytes);
  });
  return { type: 12, bytes: concatBytes(...parts, Uint8Array.of(0)) };
}
