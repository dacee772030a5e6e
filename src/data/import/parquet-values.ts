// What the values of an unpacked page claim, before hyparquet makes room for them: a run of equal values has any length, and
// a value that is written as the start of the one before it and a rest (DELTA_BYTE_ARRAY) makes a page as large as its square.
// Lengths are read here, values are not.
import type { PageHeader } from 'hyparquet';
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { getMaxDefinitionLevel } from 'hyparquet/src/schema.js';
import { readVarInt } from 'hyparquet/src/thrift.js';
import type { readPage } from 'hyparquet/src/column.js';
import { groupDigits } from '../../base/group-digits';

/** The decoder of one column, as hyparquet reads it. */
export type ColumnDecoder = Parameters<typeof readPage>[2];

interface Reader {
  readonly view: DataView;
  offset: number;
}

/** The bytes of all values of a page that are written by what they share: 64 times what writers put into a page. */
const mostSharedBytes = 64 * 2 ** 20;
/** Writers use 4. */
const mostMiniblocks = 2 ** 16;

/** Throws a sentence. `page`: unpacked, levels included. */
export function checkValues(
  page: Uint8Array,
  { data_page_header: first, data_page_header_v2: second }: PageHeader,
  { schemaPath, type }: Pick<ColumnDecoder, 'schemaPath' | 'type'>,
): void {
  const reader: Reader = { view: new DataView(page.buffer, page.byteOffset, page.byteLength), offset: 0 };
  const most = getMaxDefinitionLevel(schemaPath);
  const levelBits = 32 - Math.clz32(most);
  let count: number;
  if (second) {
    reader.offset = second.repetition_levels_byte_length;
    if (most > 0) {
      checkRuns(reader, levelBits, second.num_values);
      reader.offset = second.repetition_levels_byte_length + second.definition_levels_byte_length;
    }
    count = second.num_values - second.num_nulls;
    if (!(count >= 0)) throw new Error('a page claims more gaps than values');
  } else if (first) {
    count = first.num_values;
    if (most > 0) {
      checkRuns({ ...reader, offset: 4 }, levelBits, count);
      const levels = new Uint8Array(count);
      readRleBitPackedHybrid(reader, levelBits, levels);
      count = levels.reduce((sum, level) => sum + Number(level === most), 0);
    }
  } else return; // a dictionary
  const encoding = (second ?? first)!.encoding;
  switch (encoding) {
    case 'RLE':
      if (type !== 'BOOLEAN') throw new Error('runs of values that are no truths are not read');
      return checkRuns({ ...reader, offset: reader.offset + 4 }, 1, count);
    case 'PLAIN_DICTIONARY':
    case 'RLE_DICTIONARY': {
      if (type === 'BOOLEAN') throw new Error('a dictionary of truths is not read');
      const bits = reader.view.getUint8(reader.offset++);
      return bits === 0 && first ? undefined : checkRuns(reader, bits, count);
    }
    case 'DELTA_BINARY_PACKED':
    case 'DELTA_LENGTH_BYTE_ARRAY':
      return checkBlocks(reader);
    case 'DELTA_BYTE_ARRAY':
      return checkShared(reader, count);
    default: // as many bytes as there are values
  }
}

/** Runs of `bits` each, up to `count` values. */
function checkRuns({ view, offset }: Reader, bits: number, count: number): void {
  const reader: Reader = { view, offset };
  for (let seen = 0; seen < count;) {
    const head = readVarInt(reader);
    const isPacked = (head & 1) === 1;
    const length = (head >>> 1) * (isPacked ? 8 : 1);
    // Packed values come by eight, and DuckDB always writes 256: the last of them may be none, but their bytes are there.
    const bytes = isPacked ? (head >>> 1) * bits : 0;
    const spare = !isPacked ? 0 : bytes > 0 && bytes <= view.byteLength - reader.offset ? Infinity : 7;
    if (length > count - seen + spare)
      throw new Error(
        `a page claims a run of ${groupDigits(length)} values where ${groupDigits(count - seen)} are left`,
      );
    reader.offset += isPacked ? (head >>> 1) * bits : (bits + 7) >> 3;
    seen += length;
  }
}

function checkBlocks({ view, offset }: Reader): void {
  const reader: Reader = { view, offset };
  const size = readVarInt(reader);
  const miniblocks = readVarInt(reader);
  if (!(miniblocks > 0 && miniblocks <= mostMiniblocks && size > 0 && size % miniblocks === 0))
    throw new Error(
      `a page claims blocks of ${groupDigits(size)} values in ${groupDigits(miniblocks)} parts`,
    );
}

function checkShared(reader: Reader, count: number): void {
  const [shared, rests] = [lengthsIn(reader, count), lengthsIn(reader, count)];
  let length = 0;
  let total = 0;
  for (let at = 0; at < count; at++) {
    if (shared[at] < 0 || shared[at] > length || rests[at] < 0)
      throw new Error(`a value shares ${groupDigits(shared[at])} bytes with one of ${groupDigits(length)}`);
    length = shared[at] + rests[at];
    total += length;
  }
  if (total > mostSharedBytes)
    throw new Error(`the values of a page take ${groupDigits(total)} bytes: write it with smaller pages`);
}

function lengthsIn(reader: Reader, count: number): Int32Array {
  checkBlocks(reader);
  const lengths = new Int32Array(count);
  deltaBinaryUnpack(reader, count, lengths);
  return lengths;
}
