// Rows and images of parquet files, by hyparquet. Files are read from the disk a few thousand rows at once.
import {
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type AsyncBuffer,
  type FileMetaData,
  type SchemaTree,
} from 'hyparquet';
import { groupDigits } from '../../base/group-digits';
import { fail, ok, type Result } from '../../base/result';
import { boundedCompressors, checkPages } from './parquet-pages';
import { mostColumns, mostNameCharacters, type RowSource } from './rows';
import type { PackedFile } from './zip-entries';

export interface ParquetFile {
  readonly rows: RowSource;
  /** Files of images, in folders by class; undefined: the table holds none. */
  readonly images?: () => Promise<Result<ParquetImages, 'bad-file'>>;
}

export interface ParquetImages {
  readonly files: readonly PackedFile[];
  /** What was left out. Sentences. */
  readonly notes: readonly string[];
}

const rowsAtOnce = 4096;
/** Further ones are counted. */
const mostNamedColumns = 4;
/** Packed images are held in memory while they are read. */
const mostImageBytes = 256 * 2 ** 20;
const mostMetadataBytes = 64 * 2 ** 20;

type Row = Readonly<Record<string, unknown>>;

/** `mostBytes`: of all images together. */
export async function openParquet(
  file: Blob,
  name: string,
  mostBytes = mostImageBytes,
): Promise<Result<ParquetFile, 'bad-file'>> {
  const end = new DataView(await file.slice(-8).arrayBuffer());
  if (end.byteLength < 8 || end.getUint32(4) !== 0x50415231)
    return fail('bad-file', `${name} does not end like a parquet file: it is cut short`);
  if (end.getUint32(0, true) > Math.min(file.size, mostMetadataBytes))
    return fail('bad-file', `${name} claims a directory larger than the file`);
  const buffer: AsyncBuffer = {
    byteLength: file.size,
    slice: (from, to) => file.slice(from, to).arrayBuffer(),
  };
  let metadata: FileMetaData;
  let top: readonly SchemaTree[];
  try {
    metadata = await parquetMetadataAsync(buffer);
    top = parquetSchema(metadata).children;
  } catch (error) {
    return fail('bad-file', `${name} is no parquet file that can be read: ${words(error)}`);
  }
  if (top.some(({ element }) => typeof element.name !== 'string'))
    return fail('bad-file', `${name} has a column without a name`);
  const plain = top.filter(isPlain).map(({ element }) => element.name);
  const named = plain.filter((column) => column.length <= mostNameCharacters);
  const columns = named.slice(0, mostColumns);
  if (top.length === 0) return fail('bad-file', `${name} has no columns`);
  const read = (wanted: readonly string[], take: (row: Row, at: number) => boolean) =>
    readRows(buffer, metadata, wanted, name, take);
  const rows: RowSource = {
    columns,
    notes: () => columnNotes(top, plain.length - named.length, named.length - columns.length),
    read: (take) =>
      read(columns, (row, at) =>
        take(
          columns.map((column) => cellOf(row[column])),
          at + 1,
        ),
      ),
  };
  const image = top.find(isImage)?.element.name;
  const label = columns.find((column) => /^(fine_)?(label|class|target|digit|category)s?$/i.test(column));
  if (image === undefined || label === undefined) return ok({ rows });
  const names = classNames(metadata, label);
  return ok({ rows, images: () => imagesOf(read, image, label, names, name, mostBytes) });
}

async function imagesOf(
  read: (
    columns: readonly string[],
    take: (row: Row, at: number) => boolean,
  ) => Promise<Result<null, 'bad-file'>>,
  image: string,
  label: string,
  names: readonly string[],
  name: string,
  mostBytes: number,
): Promise<Result<ParquetImages, 'bad-file'>> {
  const files: PackedFile[] = [];
  let bytes = 0;
  let without = 0;
  let hasMore = false;
  const passed = await read([image, label], (row, at) => {
    const held: unknown = (row[image] as { readonly bytes?: unknown } | null)?.bytes;
    if (!(held instanceof Uint8Array)) {
      without++;
      return true;
    }
    bytes += held.length;
    if (bytes > mostBytes) {
      hasMore = true;
      return false;
    }
    const place = cellOf(row[label]);
    const folder = (names[Number(place)] ?? place).replace(/^\.|\//g, '_') || '_';
    const path = `${folder}/row ${String(at + 1).padStart(8, '0')}.png`;
    files.push({ path, size: held.length, bytes: () => Promise.resolve(ok(held)) });
    return true;
  });
  if (!passed.ok) return passed;
  if (files.length === 0) return fail('bad-file', `${name} refers to images that it does not hold`);
  const notes = [
    ...(hasMore
      ? [
          `The first ${groupDigits(files.length)} images are used: the file holds more than ${groupDigits(mostBytes)} bytes of them.`,
        ]
      : []),
    ...(without > 0 ? [`Rows without an image are left out: ${groupDigits(without)}.`] : []),
  ];
  return ok({ files, notes });
}

async function readRows(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly string[],
  name: string,
  take: (row: Row, at: number) => boolean,
): Promise<Result<null, 'bad-file'>> {
  let start = 0;
  for (const group of metadata.row_groups) {
    const end = start + Number(group.num_rows);
    try {
      const checked = await checkPages(file, group, columns, name);
      if (!checked.ok) return checked;
    } catch (error) {
      return fail('bad-file', `the directory of ${name} is broken: ${words(error)}`);
    }
    for (let from = start; from < end; from += rowsAtOnce) {
      const to = Math.min(end, from + rowsAtOnce);
      let rows: Row[];
      try {
        const options = { rowStart: from, rowEnd: to, columns: [...columns] };
        rows = await parquetReadObjects({
          file,
          metadata,
          ...options,
          utf8: false,
          compressors: boundedCompressors,
        });
      } catch (error) {
        return fail('bad-file', `${name} cannot be read from row ${from + 1} on: ${words(error)}`);
      }
      if (rows.length !== to - from)
        return fail('bad-file', `${name} ends after row ${from + rows.length}, earlier than it claims`);
      for (const [at, row] of rows.entries()) if (!take(row, from + at)) return ok(null);
    }
    start = end;
  }
  return ok(null);
}

/** Which columns at the top cannot be used, or are too many. `long`, `beyond`: how many. */
function columnNotes(top: readonly SchemaTree[], long: number, beyond: number): readonly string[] {
  const others = top
    .filter((column) => !isPlain(column) && !isImage(column))
    .map(
      ({ element, children }) =>
        `“${element.name.slice(0, mostNameCharacters)}” (${typeOf(element, children)})`,
    );
  const more = others.length - mostNamedColumns;
  return [
    ...others
      .slice(0, mostNamedColumns)
      .map((column) => `Column ${column} is left out: it is of a type that is not read.`),
    ...(more > 0 ? [`Further columns of types that are not read: ${groupDigits(more)}.`] : []),
    ...(long > 0
      ? [
          `Columns whose names have more than ${mostNameCharacters} characters are left out: ${groupDigits(long)}.`,
        ]
      : []),
    ...(beyond > 0
      ? [`Columns beyond the first ${groupDigits(mostColumns)} are left out: ${groupDigits(beyond)}.`]
      : []),
  ];
}

function typeOf(
  { repetition_type: repetition, type }: SchemaTree['element'],
  children: readonly unknown[],
): string {
  if (repetition === 'REPEATED') return 'LIST';
  return children.length > 0 ? 'STRUCT' : (type ?? 'unknown');
}

function isPlain({ children, element }: SchemaTree): boolean {
  if (children.length > 0 || element.repetition_type === 'REPEATED') return false;
  const isText = element.converted_type === 'UTF8' || element.logical_type?.type === 'STRING';
  return isText || ['BOOLEAN', 'INT32', 'INT64', 'FLOAT', 'DOUBLE'].includes(element.type ?? '');
}

/** As the library "datasets" of Hugging Face writes images. */
function isImage({ children }: SchemaTree): boolean {
  return children.some(({ element }) => element.name === 'bytes' && element.type === 'BYTE_ARRAY');
}

function cellOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return value instanceof Date ? value.toISOString() : '';
  }
}

/** The names of a column of classes, where Hugging Face's metadata gives them. */
function classNames(metadata: FileMetaData, column: string): readonly string[] {
  const text = metadata.key_value_metadata?.find(({ key }) => key === 'huggingface')?.value;
  try {
    const known = JSON.parse(text ?? '{}') as {
      readonly info?: { readonly features?: Readonly<Record<string, { readonly names?: unknown }>> };
    };
    const names = known.info?.features?.[column]?.names;
    return Array.isArray(names) ? names.map(String) : [];
  } catch {
    return [];
  }
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
