// What the pages of a parquet file claim, before anybody makes room for it. A page's header says how many values it
// holds and how many bytes it unpacks to, and a few bytes can claim gigabytes of either. Here every header of the
// wanted columns is read first; pages themselves are not (parquet-column.ts).
import { damagedFile } from '../damaged-file';
import type { AsyncBuffer, PageHeader, RowGroup } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { groupDigits } from '../../base/group-digits';
import { ok, type Result } from '../../base/result';
import { mostRatioOf } from './parquet-packings';

/** A page of writers is a megabyte; one row of it may be a large image. */
const mostPageBytes = 256 * 2 ** 20;
/** A page of equal values takes a few bytes. Here it becomes an array. */
const mostPageValues = 2 ** 24;
/** The bytes of one page of each column together: so much is unpacked at once. */
const mostBytesAtOnce = 2 ** 30;
const mostValuesAtOnce = 2 ** 26;
/** A header holds statistics: the smallest and the largest value. */
const headerBytes = [4096, 2 ** 20] as const;

/** `columns`: names at the top. */
export async function checkPages(
  file: AsyncBuffer,
  { columns: chunks }: RowGroup,
  columns: readonly string[],
  name: string,
): Promise<Result<null, 'bad-file'>> {
  const wanted = new Set(columns);
  let bytes = 0;
  let values = 0;
  for (const { meta_data: chunk } of chunks) {
    if (!chunk || !wanted.has(chunk.path_in_schema[0])) continue;
    const of = `column “${chunk.path_in_schema.join('.')}” of ${name}`;
    const { start, end } = chunkPlace(chunk);
    if (!(start >= 0 && end >= start && end <= file.byteLength))
      return damagedFile(
        name,
        `${of} claims bytes outside the file (${groupDigits(start)} to ${groupDigits(end)})`,
      );
    let largest = 0;
    let most = 0;
    for (let at = start; at < end - 1;) {
      const read = await pageHeaderAt(file, at, end);
      if (!read) return damagedFile(name, `${of} has a broken page at byte ${groupDigits(at)}`);
      const { header, next } = read;
      const claim = claimOf(header, end - next, mostRatioOf(chunk.codec));
      if (typeof claim === 'string') return damagedFile(name, `${of} ${claim} at byte ${groupDigits(at)}`);
      largest = Math.max(largest, header.uncompressed_page_size);
      most = Math.max(most, claim);
      at = next + header.compressed_page_size;
    }
    bytes += largest;
    values += most;
  }
  if (bytes > mostBytesAtOnce || values > mostValuesAtOnce)
    return damagedFile(
      name,
      `the columns of ${name} unpack to ${groupDigits(bytes)} bytes of ${groupDigits(values)} values at once: write it with smaller pages`,
    );
  return ok(null);
}

/** Bytes of the file. */
export function chunkPlace(chunk: NonNullable<RowGroup['columns'][number]['meta_data']>): {
  readonly start: number;
  readonly end: number;
} {
  const start = Number(chunk.dictionary_page_offset || chunk.data_page_offset); // some write 0 for none
  return { start, end: start + Number(chunk.total_compressed_size) };
}

/** The number of values, or what is wrong. `room`: bytes of the column behind the header. `mostRatio`: of unpacked to packed
 *  bytes. */
function claimOf(header: PageHeader, room: number, mostRatio: number): number | string {
  const { compressed_page_size: packed, uncompressed_page_size: unpacked } = header;
  const page = `has a page of ${groupDigits(packed)} bytes`;
  if (!(packed >= 0 && packed <= room)) return `${page} where ${groupDigits(room)} are left`;
  if (!(unpacked >= 0 && unpacked <= mostPageBytes && unpacked <= mostRatio * (packed + 1)))
    return `${page} that claims to unpack to ${groupDigits(unpacked)}`;
  const data = header.data_page_header ?? header.data_page_header_v2;
  const values = (data ?? header.dictionary_page_header)?.num_values ?? 0;
  const isDictionary = header.dictionary_page_header !== undefined;
  return values >= 0 && values <= mostPageValues && (!isDictionary || values <= unpacked)
    ? values
    : `${page} that claims ${groupDigits(values)} values`;
}

/** Undefined: it is broken. `next`: where the page begins. */
export async function pageHeaderAt(
  file: AsyncBuffer,
  at: number,
  end: number,
): Promise<{ readonly header: PageHeader; readonly next: number } | undefined> {
  for (const bytes of headerBytes) {
    const view = new DataView(await file.slice(at, Math.min(at + bytes, end)));
    try {
      const reader = { view, offset: 0 };
      const header = parquetHeader(reader);
      return { header, next: at + reader.offset };
    } catch {
      // It continues behind these bytes, or is broken.
    }
  }
  return undefined;
}
