// The files in testing/ were written by hyparquet-writer 0.17.0: images in three row groups with Hugging Face's names of
// classes, nine texts, and a table of 20 rows.
import { say } from '../../base/sayings';
import { inEnglish } from '../../cli/english/in-english';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, test, vi } from 'vitest';
import { concatBytes } from '../../base/bytes';
import { prng } from '../../base/prng';
import { importFiles } from './import-files';
import { openParquet } from './parquet-rows';
import { deltaLengths, deltaPacked, deltaShared, parquetOf, type HandColumn } from './testing/parquet-file';

const bytesOf = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(path.join(import.meta.dirname, 'testing', name)));

async function imported(name: string, bytes = bytesOf(name)) {
  const read = await importFiles([{ path: name, file: new Blob([bytes]) }], undefined, () => undefined);
  return read.ok ? read.value : inEnglish(read.error.says);
}

describe('parquet', () => {
  test('images with the names of their classes', async () => {
    const images = await imported('images.parquet');
    expect(images).toMatchObject({ kind: 'idx', name: 'images', examples: 12, inputShape: [28, 28], classNames: ['cat', 'dog', 'owl'] }); // prettier-ignore
    if (typeof images === 'string' || images.kind !== 'idx') throw new Error('no preview');
    // Example i is of brightness 20 i and class i % 3, and examples come class by class.
    const seen = images.preview.samples.map(({ label, inputs }) => [label, Math.round(inputs[0] * 255)]);
    expect(seen).toEqual(
      [0, 1, 2, 3].flatMap((round) => [0, 1, 2].map((label) => [label, 20 * (3 * round + label)])),
    );
  });

  test('a column of texts is one text', async () => {
    const texts = await imported('texts.parquet');
    expect(texts).toMatchObject({ kind: 'text', recipe: { kind: 'field', field: 'text' } });
    expect(typeof texts !== 'string' && texts.kind === 'text' && texts.preview.start).toMatch(/^Story 0 of .*\n\nStory 1 of/); // prettier-ignore
  });

  test('numbers, big ones and truths are a table', async () => {
    expect(await imported('table.parquet')).toMatchObject({ kind: 'table', examples: 20, inputs: 2, classNames: ['false', 'true'], inputNames: ['x', 'big'] }); // prettier-ignore
  });

  test.each(['images', 'texts', 'table'])(
    '%s: every cell is as hyparquet’s own reader has it',
    async (name) => {
      const bytes = bytesOf(`${name}.parquet`);
      const opened = await openParquet(new Blob([bytes]), 'f');
      if (!opened.ok) throw new Error(inEnglish(opened.error.says));
      const { rows, images } = opened.value;
      const expected = await parquetReadObjects({ file: bytes.buffer, utf8: false, compressors: { GZIP: (input, length) => new Uint8Array(gunzipSync(input, { maxOutputLength: length })) } }); // prettier-ignore
      const seen: (readonly string[])[] = [];
      await rows.read((cells) => seen.push([...cells]) > 0);
      expect(seen).toEqual(expected.map((row) => rows.columns.map((column) => String(row[column] ?? ''))));
      if (!images) return;
      const files = await images();
      if (!files.ok) throw new Error(inEnglish(files.error.says));
      const held = await Promise.all(files.value.files.map((file) => file.bytes()));
      expect(held.map((one) => one.ok && one.value)).toEqual(expected.map((row) => (row.image as { bytes: Uint8Array }).bytes)); // prettier-ignore
    },
  );

  test('rows come in order across row groups', async () => {
    const opened = await openParquet(new Blob([bytesOf('images.parquet')]), 'f');
    if (!opened.ok) throw new Error(inEnglish(opened.error.says));
    const seen: string[] = [];
    await opened.value.rows.read(([label], line) => seen.push(`${line}:${label}`) > 0);
    expect(seen).toEqual(Array.from({ length: 12 }, (_, i) => `${i + 1}:${i % 3}`));
  });

  test.each([
    [
      'cut short',
      (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, -9),
      /^a.parquet does not end like a parquet file: it is cut short$/,
    ],
    [
      'a directory larger than the file',
      (bytes: Uint8Array<ArrayBuffer>) => bytes.fill(0x7f, -8, -4),
      /^a.parquet claims a directory larger than the file$/,
    ],
  ])('%s', async (_, damage, message) => {
    expect(await imported('a.parquet', damage(bytesOf('table.parquet')))).toMatch(message);
  });

  // Damaged pages can keep hyparquet busy without end: there the reader's deadline holds (file-reader.ts).
  test('random damage of the directory is a sentence or a dataset, never an exception', async () => {
    const random = prng('damaged parquet');
    for (let life = 0; life < 120; life++) {
      const bytes = bytesOf(life % 2 ? 'table.parquet' : 'texts.parquet');
      const tail = new DataView(bytes.buffer).getUint32(bytes.length - 8, true) + 8;
      for (let n = 0; n < 2; n++) bytes[bytes.length - 1 - random.below(tail)] = random.below(256);
      await imported('a.parquet', bytes);
    }
  });
});

const doubles = (count: number): Uint8Array => new Uint8Array(Float64Array.from({ length: count }, (_, i) => i / 3).buffer); // prettier-ignore
const flags = Uint8Array.of(0b1010_1010, 0b1010_1010, 0b10);
const label: HandColumn = { name: 'label', type: 0, page: flags };
const numbers: HandColumn = { name: 'x', type: 5, page: doubles(18) };

const bare = Blob.prototype.slice;
const storyOf = (value: number): string => `story ${'0'.repeat(20)} number ${value}`;

describe('a parquet file written by hand', () => {
  test('is read as it is meant', async () => {
    expect(await imported('a.parquet', parquetOf(18, [numbers, label]))).toMatchObject({
      kind: 'table',
      ...{ examples: 18, inputs: 1, classNames: ['false', 'true'], notes: [] },
    });
  });

  test.each([
    ['numbers of 32 bits', 1, undefined, 5, deltaPacked],
    ['numbers of 64 bits', 2, undefined, 5, deltaPacked],
    ['texts by their lengths', 6, 0, 6, (values: readonly number[]) => deltaLengths(values.map(storyOf))],
    ['texts by what they share', 6, 0, 7, (values: readonly number[]) => deltaShared(values.map(storyOf))],
  ] as const)('delta encodings: %s', async (_, type, converted, encoding, encode) => {
    const random = prng('delta');
    const values = Array.from({ length: 700 }, (_, at) => at * 7 - 900 + random.below(at < 300 ? 3 : 90_000));
    const column = {
      name: 'x',
      type,
      encoding,
      page: encode(values),
      ...(converted === 0 ? { converted } : {}),
    };
    const other: HandColumn = { name: 'y', type: 5, page: doubles(700) };
    const opened = await openParquet(new Blob([parquetOf(700, [column, other])]), 'f');
    if (!opened.ok) throw new Error(inEnglish(opened.error.says));
    const seen: string[] = [];
    const read = await opened.value.rows.read(([cell]) => seen.push(cell) > 0);
    expect(read).toEqual({ ok: true, value: null });
    expect(seen).toEqual(values.map((value) => (converted === 0 ? storyOf(value) : String(value))));
  });

  // zstd: a frame with one raw block, and with one block of 2^17 equal bytes. LZ4: literals only, with Hadoop's two lengths before.
  const zstd = (size: readonly number[], block: number, body: Uint8Array): Uint8Array =>
    concatBytes(
      Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, ...size, block & 255, (block >> 8) & 255, block >> 16),
      body,
    );
  const lz4 = (body: Uint8Array): Uint8Array => concatBytes(Uint8Array.of(0xf0, body.length - 15), body);
  const hadoop = (packed: Uint8Array): Uint8Array =>
    concatBytes(Uint8Array.of(0, 0, 0, 144, 0, 0, 0, packed.length), packed);

  test.each([
    ['zstd', 6, zstd([0x20, 144], (144 << 3) | 1, doubles(18))],
    ['brotli', 4, new Uint8Array(brotliCompressSync(doubles(18)))],
    ['LZ4', 7, lz4(doubles(18))],
    ['LZ4 as Hadoop writes it', 5, hadoop(lz4(doubles(18)))],
  ])('pages packed by %s', async (_, codec, page) => {
    const packed: HandColumn = { ...numbers, codec, page, unpacked: 144 };
    const opened = await openParquet(new Blob([parquetOf(18, [packed, label])]), 'f');
    if (!opened.ok) throw new Error(inEnglish(opened.error.says));
    const seen: number[] = [];
    expect(await opened.value.rows.read(([x]) => seen.push(Number(x)) > 0)).toEqual({
      ok: true,
      value: null,
    });
    expect(seen).toEqual(Array.from({ length: 18 }, (_, i) => i / 3));
  });

  test.each([
    ['zstd', 6, zstd([0xa0, 0, 0, 2, 0], ((2 ** 17) << 3) | 3, Uint8Array.of(0))],
    ['brotli', 4, new Uint8Array(brotliCompressSync(new Uint8Array(2 ** 17)))],
  ])('equal values by %s, ten thousand times the size of their page', async (_, codec, page) => {
    const rows = 2 ** 14;
    const packed: HandColumn = { ...numbers, codec, page, unpacked: 2 ** 17 };
    const opened = await openParquet(new Blob([parquetOf(rows, [packed])]), 'f');
    if (!opened.ok) throw new Error(inEnglish(opened.error.says));
    let seen = 0;
    const read = await opened.value.rows.read(([x]) => ++seen > 0 && x === '0');
    expect([read, seen]).toEqual([{ ok: true, value: null }, rows]);
  });

  test('a frame of zstd that claims gigabytes takes no more than its page', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const page = zstd([0xa0, 0, 0, 0, 0x7f], ((2 ** 17) << 3) | 3, Uint8Array.of(0));
    const packed: HandColumn = { ...numbers, codec: 6, page, unpacked: 144 };
    expect(await imported('a.parquet', parquetOf(18, [packed, label]))).toMatch(
      /a page of 144 bytes claims to unpack to 2,130,706,432$/,
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 2 ** 20);
  });

  test('packed runs of 256 values, as DuckDB writes them, may go beyond the last row', async () => {
    const rows = 300;
    // Two runs of 32 times 8 places in the dictionary, one bit each: 01010101 and so on.
    const run = concatBytes(Uint8Array.of((32 << 1) | 1), new Uint8Array(32).fill(0xaa));
    const levels = concatBytes(
      Uint8Array.of(66, 0, 0, 0),
      ...[0, 1].map(() => concatBytes(run.subarray(0, 1), new Uint8Array(32).fill(0xff))),
    );
    const page = concatBytes(levels, Uint8Array.of(1), run, run);
    const column: HandColumn = {
      name: 'x',
      type: 5,
      dictionary: doubles(2),
      encoding: 8,
      optional: true,
      page,
    };
    const opened = await openParquet(new Blob([parquetOf(rows, [column])]), 'f');
    if (!opened.ok) throw new Error(inEnglish(opened.error.says));
    const seen: number[] = [];
    const read = await opened.value.rows.read(([x]) => seen.push(Number(x)) > 0);
    expect(read).toEqual({ ok: true, value: null });
    expect(seen).toEqual(Array.from({ length: rows }, (_, at) => (at % 2) / 3));
  });

  test('every page is read once, however many rows it has', async () => {
    const rows = 40 * 8192;
    const pages = (count: number): readonly Uint8Array[] =>
      Array.from({ length: count }, (_, at) => new Uint8Array(rows / 8 / count).fill(at + 1));
    const columns = [40, 8].map((count, at): HandColumn => {
      const [page, ...more] = pages(count);
      return { name: `c${at}`, type: 0, page, more };
    });
    const file = new Blob([parquetOf(rows, columns)]);
    const opened = await openParquet(file, 'f');
    if (!opened.ok) throw new Error(inEnglish(opened.error.says));
    let read = 0;
    const slice = vi.spyOn(Blob.prototype, 'slice').mockImplementation(function (this: Blob, from = 0, to = this.size) {
      read += Math.min(to, this.size) - from;
      return bare.call(this, from, to);
    }); // prettier-ignore
    let [at, ones] = [0, 0];
    await opened.value.rows.read((cells) => {
      // Row i is bit i % 8 of byte i / 8 of its column.
      for (const [column, count] of [40, 8].entries()) {
        const byte = Math.floor(at / (rows / count)) + 1;
        if ((cells[column] === 'true') !== ((byte >> (at % 8)) & 1) > 0) ones = NaN;
      }
      return ++at > 0;
    });
    slice.mockRestore();
    expect([at, ones]).toEqual([rows, 0]);
    // Two looks at 4 KiB for each of the 48 headers, and every page once.
    expect(read).toBeLessThan(file.size + 48 * 2 * 4096);
  });

  test('says which columns it leaves out, and why', async () => {
    const columns = [
      { name: 'blob', type: 6, page: new Uint8Array(72) },
      { ...numbers, name: 'y'.repeat(101) },
      numbers,
      label,
    ];
    const read = await imported('a.parquet', parquetOf(18, columns));
    expect(typeof read !== 'string' && read.notes).toEqual([
      say('column-of-other-type', { column: 'blob', type: 'BYTE_ARRAY' }),
      say('columns-with-long-names', { most: 100, count: 1 }),
    ]);
    const many = Array.from({ length: 4099 }, (_, at): HandColumn => ({ ...label, name: `c${at}` }));
    const opened = await openParquet(new Blob([parquetOf(18, many)]), 'f');
    if (!opened.ok) throw new Error(inEnglish(opened.error.says));
    expect(opened.value.rows.columns).toHaveLength(4096);
    expect(opened.value.rows.notes?.()).toEqual([say('columns-beyond', { most: 4096, count: 3 })]);
  });

  test('images beyond the limit are counted out', async () => {
    const opened = await openParquet(new Blob([bytesOf('images.parquet')]), 'f', 400);
    if (!opened.ok) throw new Error(inEnglish(opened.error.says));
    const images = await opened.value.images!();
    if (!images.ok) throw new Error(inEnglish(images.error.says));
    const { files, notes } = images.value;
    expect(files.length).toBeGreaterThan(0);
    expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(400);
    expect(notes).toEqual([say('first-images', { count: files.length, bytes: 400 })]);
  });

  // Each value is the one before it and a letter more.
  const square = concatBytes(
    deltaPacked(Array.from({ length: 16_000 }, (_, at) => at)),
    deltaLengths(Array.from({ length: 16_000 }, () => 'a')),
  );
  // One RLE run of two bytes and a bit width: as many equal values as the header says.
  const run = Uint8Array.of(1, 0xfe, 0xff, 0xff, 0xff, 0x0f, 1);

  test.each([
    ['bytes', { ...numbers, codec: 1, page: run, unpacked: 2 ** 31 - 1 }, /has a page of 7 bytes that claims to unpack to 2,147,483,647 at byte 4$/], // prettier-ignore
    ['bytes by gzip', { ...numbers, codec: 2, page: new Uint8Array(gzipSync(new Uint8Array(2 ** 20))), unpacked: 144 }, /a page unpacks to more than the 144 bytes that it claims$/], // prettier-ignore
    ['values', { ...label, encoding: 3, page: run, values: 2 ** 31 - 1 }, /has a page of 7 bytes that claims 2,147,483,647 values at byte 4$/], // prettier-ignore
    ['a negative count', { ...numbers, values: -5 }, /claims -5 values/],
    [
      'a page beyond its column',
      { ...numbers, packed: 1e6 },
      /has a page of 1,000,000 bytes where 144 are left/,
    ],
    ['a square of the page', { name: 'x', type: 6, converted: 0, encoding: 7, page: square, values: 16_000 }, /the values of a page take 128,008,000 bytes: write it with smaller pages$/], // prettier-ignore
    ['a start that there is none of', { name: 'x', type: 6, converted: 0, encoding: 7, page: concatBytes(deltaPacked([2 ** 30]), deltaLengths(['a'])), values: 1 }, /a value shares 1,073,741,824 bytes with one of 0$/], // prettier-ignore
    ['blocks in many parts', { name: 'x', type: 2, encoding: 5, page: Uint8Array.of(128, 1, 0xff, 0xff, 0xff, 0xff, 7, 2, 0, 0) }, /a page claims blocks of 128 values in 2,147,483,647 parts$/], // prettier-ignore
    ['a run longer than the page', { ...label, encoding: 3, page: concatBytes(Uint8Array.of(6, 0, 0, 0), Uint8Array.of(0xfe, 0xff, 0xff, 0xff, 0x0f, 1)) }, /a page claims a run of 2,147,483,647 values where 18 are left$/], // prettier-ignore
  ])('claims too much: %s', async (_, column: HandColumn, message) => {
    const before = process.memoryUsage().arrayBuffers;
    expect(await imported('a.parquet', parquetOf(18, [column, { ...label, name: 'other' }]))).toMatch(
      message,
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 2 ** 20);
  });

  test('many columns that each claim what one may are refused together', async () => {
    const page = new Uint8Array(4);
    const columns = Array.from({ length: 8 }, (_, at): HandColumn => ({ ...label, name: `c${at}`, page, values: 2 ** 24 })); // prettier-ignore
    expect(await imported('a.parquet', parquetOf(18, columns))).toMatch(/unpack to 32 bytes of 134,217,728 values at once/); // prettier-ignore
  });
});
