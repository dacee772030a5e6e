// Rows and images of parquet files, by hyparquet. Of each column one page is held at a time.
import { say, type Saying } from '../../base/sayings';
import { damagedFile } from '../damaged-file';
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetSchema,
  type SchemaTree,
} from 'hyparquet';
import { groupDigits } from '../../base/group-digits';
import { fail, ok, type Result } from '../../base/result';
import { ColumnPages } from './parquet-column';
import { checkPages } from './parquet-pages';
import { mostColumns, mostNameCharacters, type RowSource } from './rows';
import type { PackedFile } from './zip-entries';

export interface ParquetFile {
  readonly rows: RowSource;
  /** Files of images, in folders by class; undefined: the table holds none. */
  readonly images?: () => Promise<Result<ParquetImages, 'bad-file'>>;
}

interface ParquetImages {
  readonly files: readonly PackedFile[];
  /** What was left out. */
  readonly notes: readonly Saying[];
}

/** Further ones are counted. */
const mostNamedColumns = 4;
/** Packed images are held in memory while they are read. */
const mostImageBytes = 256 * 2 ** 20;
const mostMetadataBytes = 64 * 2 ** 20;

/** Takes the values of the columns that are read, in order. */
type TakeValues = (values: readonly unknown[], at: number) => boolean;

/** `mostBytes`: of all images together. */
export async function openParquet(
  file: Blob,
  name: string,
  mostBytes = mostImageBytes,
): Promise<Result<ParquetFile, 'bad-file'>> {
  const end = new DataView(await file.slice(-8).arrayBuffer());
  if (end.byteLength < 8 || end.getUint32(4) !== 0x50415231)
    return damagedFile(name, `${name} does not end like a parquet file: it is cut short`);
  if (end.getUint32(0, true) > Math.min(file.size, mostMetadataBytes))
    return damagedFile(name, `${name} claims a directory larger than the file`);
  const buffer: AsyncBuffer = {
    byteLength: file.size,
    slice: (from, to) => file.slice(from, to).arrayBuffer(),
  };
  let metadata: FileMetaData;
  let schema: SchemaTree;
  try {
    metadata = await parquetMetadataAsync(buffer);
    schema = parquetSchema(metadata);
  } catch (error) {
    return damagedFile(name, `${name} is no parquet file that can be read: ${words(error)}`);
  }
  const top = schema.children;
  if (top.some(({ element }) => typeof element.name !== 'string'))
    return damagedFile(name, `${name} has a column without a name`);
  const plain = top.filter(isPlain).map(({ element }) => element.name);
  const named = plain.filter((column) => column.length <= mostNameCharacters);
  const columns = named.slice(0, mostColumns);
  if (top.length === 0) return fail('bad-file', say('no-columns', { name }));
  const read: Read = (paths, take) => readRows(buffer, { metadata, schema }, paths, name, take);
  const rows: RowSource = {
    columns,
    notes: () => columnNotes(top, plain.length - named.length, named.length - columns.length),
    read: (take) =>
      read(
        columns.map((column) => [column]),
        (values, at) => take(values.map(cellOf), at + 1),
      ),
  };
  const image = top.find(isImage)?.element.name;
  const label = columns.find((column) => /^(fine_)?(label|class|target|digit|category)s?$/i.test(column));
  if (image === undefined || label === undefined) return ok({ rows });
  const names = classNames(metadata, label);
  return ok({ rows, images: () => imagesOf(read, { image, label, names, name }, mostBytes) });
}

/** `paths`: to leaves of the schema. */
type Read = (paths: readonly (readonly string[])[], take: TakeValues) => Promise<Result<null, 'bad-file'>>;

interface ImageColumns {
  readonly image: string;
  readonly label: string;
  /** The classes, by the number of a label. */
  readonly names: readonly string[];
  /** The name of the file. */
  readonly name: string;
}

async function imagesOf(
  read: Read,
  { image, label, names, name }: ImageColumns,
  mostBytes: number,
): Promise<Result<ParquetImages, 'bad-file'>> {
  const files: PackedFile[] = [];
  let bytes = 0;
  let without = 0;
  let hasMore = false;
  const passed = await read([[image, 'bytes'], [label]], ([given, labelled], at) => {
    const held = innermost(given);
    if (!(held instanceof Uint8Array)) {
      without++;
      return true;
    }
    bytes += held.length;
    if (bytes > mostBytes) {
      hasMore = true;
      return false;
    }
    const place = cellOf(labelled);
    const folder = (names[Number(place)] ?? place).replace(/^\.|\//g, '_') || '_';
    const path = `${folder}/row ${String(at + 1).padStart(8, '0')}.png`;
    files.push({ path, size: held.length, bytes: () => Promise.resolve(ok(held)) });
    return true;
  });
  if (!passed.ok) return passed;
  if (files.length === 0) return fail('bad-file', say('images-elsewhere', { name }));
  const notes = [
    ...(hasMore ? [say('first-images', { count: files.length, bytes: mostBytes })] : []),
    ...(without > 0 ? [say('rows-without-image', { count: without })] : []),
  ];
  return ok({ files, notes });
}

/** A value within structures that may be absent comes in a list for each. */
function innermost(value: unknown): unknown {
  return Array.isArray(value) ? innermost(value[0]) : value;
}

async function readRows(
  file: AsyncBuffer,
  { metadata, schema }: { readonly metadata: FileMetaData; readonly schema: SchemaTree },
  paths: readonly (readonly string[])[],
  name: string,
  take: TakeValues,
): Promise<Result<null, 'bad-file'>> {
  let at = 0;
  for (const group of metadata.row_groups) {
    const end = at + Number(group.num_rows);
    try {
      const top = paths.map(([column]) => column);
      const checked = await checkPages(file, group, top, name);
      if (!checked.ok) return checked;
    } catch (error) {
      return damagedFile(name, `the directory of ${name} is broken: ${words(error)}`);
    }
    let columns: readonly ColumnPages[] = [];
    while (at < end) {
      let ready = end - at;
      try {
        if (columns.length === 0) columns = paths.map((path) => new ColumnPages(file, group, schema, path));
        for (const column of columns) {
          if (column.ready === 0 && !(await column.load()))
            return damagedFile(name, `${name} ends after row ${groupDigits(at)}, earlier than it claims`);
          ready = Math.min(ready, column.ready);
        }
      } catch (error) {
        return damagedFile(
          name,
          `${name} cannot be read from row ${groupDigits(at + 1)} on: ${words(error)}`,
        );
      }
      const taken = columns;
      for (const next = at + ready; at < next; at++)
        if (
          !take(
            taken.map((column) => column.take()),
            at,
          )
        )
          return ok(null);
    }
  }
  return ok(null);
}

/** Which columns at the top cannot be used, or are too many. `long`, `beyond`: how many. */
function columnNotes(top: readonly SchemaTree[], long: number, beyond: number): readonly Saying[] {
  const others = top.filter((column) => !isPlain(column) && !isImage(column));
  const more = others.length - mostNamedColumns;
  return [
    ...others.slice(0, mostNamedColumns).map(({ element, children }) =>
      say('column-of-other-type', {
        column: element.name.slice(0, mostNameCharacters),
        type: typeOf(element, children),
      }),
    ),
    ...(more > 0 ? [say('columns-of-other-types', { count: more })] : []),
    ...(long > 0 ? [say('columns-with-long-names', { most: mostNameCharacters, count: long })] : []),
    ...(beyond > 0 ? [say('columns-beyond', { most: mostColumns, count: beyond })] : []),
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

/** Whether a column holds images as the library "datasets" of Hugging Face writes them. */
function isImage({ children, element: { repetition_type: repetition } }: SchemaTree): boolean {
  const isBytes = ({ element }: SchemaTree): boolean =>
    element.name === 'bytes' && element.type === 'BYTE_ARRAY' && element.repetition_type !== 'REPEATED';
  return repetition !== 'REPEATED' && children.some(isBytes);
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
