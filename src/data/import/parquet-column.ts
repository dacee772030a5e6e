// One column of a row group, page by page: each page is read from the file, unpacked and decoded once, and only one is held.
import type { AsyncBuffer, DecodedArray, PageHeader, RowGroup, SchemaTree } from 'hyparquet';
import { readPage } from 'hyparquet/src/column.js';
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { decompressPage } from 'hyparquet/src/datapage.js';
import { getTreePath } from 'hyparquet/src/schema.js';
import { concatBytes } from '../../base/bytes';
import { boundedCompressors } from './parquet-packings';
import { chunkPlace, pageHeaderAt } from './parquet-pages';
import { checkValues, type ColumnDecoder } from './parquet-values';

type ColumnMetaData = NonNullable<RowGroup['columns'][number]['meta_data']>;

export class ColumnPages {
  readonly #file: AsyncBuffer;
  readonly #chunk: ColumnMetaData;
  readonly #decoder: ColumnDecoder;
  #at: number;
  readonly #end: number;
  #dictionary: DecodedArray | undefined;
  #values: DecodedArray = [];
  #next = 0;

  /** `path`: to a leaf that is not repeated. Throws where the group lacks it. */
  constructor(file: AsyncBuffer, group: RowGroup, schema: SchemaTree, path: readonly string[]) {
    const name = path.join('.');
    const chunk = group.columns.find(
      ({ meta_data: one }) => one?.path_in_schema.join('.') === name,
    )?.meta_data;
    if (!chunk) throw new Error(`a part of the file has no column “${name}”`);
    this.#file = file;
    this.#chunk = chunk;
    const schemaPath = getTreePath(schema, chunk.path_in_schema);
    this.#decoder = {
      pathInSchema: chunk.path_in_schema,
      schemaPath,
      element: schemaPath.at(-1)!.element,
      type: chunk.type,
      codec: 'UNCOMPRESSED',
      parsers: DEFAULT_PARSERS,
      utf8: false,
    };
    const { start, end } = chunkPlace(chunk);
    this.#at = start;
    this.#end = end;
  }

  /** So many values can be taken. */
  get ready(): number {
    return this.#values.length - this.#next;
  }

  take(): unknown {
    return this.#values[this.#next++];
  }

  /** Goes on to the next page that holds values; false: there is none. Throws what hyparquet says of a broken one. */
  async load(): Promise<boolean> {
    while (this.#at < this.#end - 1) {
      const read = await pageHeaderAt(this.#file, this.#at, this.#end);
      if (!read) throw new Error('a page has a broken header');
      const { header, next } = read;
      this.#at = next + header.compressed_page_size;
      const packed = new Uint8Array(await this.#file.slice(next, this.#at));
      if (packed.length < header.compressed_page_size) throw new Error('a page breaks off');
      const values = this.#decoded(packed, header);
      if (values.length === 0) continue;
      this.#values = values;
      this.#next = 0;
      return true;
    }
    return false;
  }

  #decoded(packed: Uint8Array, header: PageHeader): DecodedArray {
    const plain = unpacked(packed, header, this.#chunk.codec);
    const { page } = plain;
    checkValues(page, plain.header, this.#decoder);
    const reader = { view: new DataView(page.buffer, page.byteOffset, page.byteLength), offset: 0 };
    const { data = [] } = readPage(reader, plain.header, this.#decoder, this.#dictionary, undefined, 0);
    if (header.type !== 'DICTIONARY_PAGE') return data;
    this.#dictionary = convert(data, this.#decoder);
    return [];
  }
}

/** The page as if it had never been packed, with a header that says so. Levels of the second kind of page never are. */
function unpacked(
  packed: Uint8Array,
  header: PageHeader,
  codec: ColumnMetaData['codec'],
): { readonly page: Uint8Array; readonly header: PageHeader } {
  const { uncompressed_page_size: size, data_page_header_v2: second } = header;
  const levels = second ? second.repetition_levels_byte_length + second.definition_levels_byte_length : 0;
  if (!(levels >= 0 && levels <= packed.length && levels <= size))
    throw new Error('a page claims levels longer than itself');
  const isPacked = second?.is_compressed !== false;
  const body = packed.subarray(levels);
  const page = isPacked ? decompressPage(body, size - levels, codec, boundedCompressors) : body;
  return {
    page: levels > 0 ? concatBytes(packed.subarray(0, levels), page) : page,
    header: {
      ...header,
      uncompressed_page_size: levels + page.length,
      compressed_page_size: levels + page.length,
      ...(second && { data_page_header_v2: { ...second, is_compressed: false } }),
    },
  };
}
