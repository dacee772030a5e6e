// The files in testing/ were written by hyparquet-writer 0.17.0: images in three row groups with Hugging Face's names of
// classes, nine texts, and a table of 20 rows.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { importFiles } from './import-files';
import { openParquet } from './parquet-rows';
import { parquetOf, type HandColumn } from './testing/parquet-file';

const bytesOf = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(path.join(import.meta.dirname, 'testing', name)));

async function imported(name: string, bytes = bytesOf(name)) {
  const read = await importFiles([{ path: name, file: new Blob([bytes]) }], undefined, () => undefined);
  return read.ok ? read.value : read.error.message;
}

describe('parquet', () => {
  test('images with the names of their classes', async () => {
    const images = await imported('images.parquet');
    expect(images).toMatchObject({ kind: 'idx', name: 'images', examples: 12, inputShape: [28, 28], classNames: ['cat', 'dog', 'owl'] }); // prettier-ignore
    if (typeof images === 'string' || images.preview.kind !== 'examples') throw new Error('no preview');
    // Example i is of brightness 20 i and class i % 3, and examples come class by class.
    const seen = images.preview.samples.map(({ label, inputs }) => [label, Math.round(inputs[0] * 255)]);
    expect(seen).toEqual(
      [0, 1, 2, 3].flatMap((round) => [0, 1, 2].map((label) => [label, 20 * (3 * round + label)])),
    );
  });

  test('a column of texts is one text', async () => {
    const texts = await imported('texts.parquet');
    expect(texts).toMatchObject({ kind: 'text', recipe: { kind: 'field', field: 'text' } });
    expect(typeof texts !== 'string' && texts.preview.kind === 'text' && texts.preview.start).toMatch(/^Story 0 of .*\n\nStory 1 of/); // prettier-ignore
  });

  test('numbers, big ones and truths are a table', async () => {
    expect(await imported('table.parquet')).toMatchObject({ kind: 'idx', examples: 20, inputShape: [2], classNames: ['false', 'true'], inputNames: ['x', 'big'] }); // prettier-ignore
  });

  test('rows come in order across row groups', async () => {
    const opened = await openParquet(new Blob([bytesOf('images.parquet')]), 'f');
    if (!opened.ok) throw new Error(opened.error.message);
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

describe('a parquet file written by hand', () => {
  test('is read as it is meant', async () => {
    expect(await imported('a.parquet', parquetOf(18, [numbers, label]))).toMatchObject({
      kind: 'idx',
      ...{ examples: 18, inputShape: [1], classNames: ['false', 'true'], notes: [] },
    });
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
      'Column “blob” (BYTE_ARRAY) is left out: it is of a type that is not read.',
      'Columns whose names have more than 100 characters are left out: 1.',
    ]);
    const many = Array.from({ length: 4099 }, (_, at): HandColumn => ({ ...label, name: `c${at}` }));
    const opened = await openParquet(new Blob([parquetOf(18, many)]), 'f');
    if (!opened.ok) throw new Error(opened.error.message);
    expect(opened.value.rows.columns).toHaveLength(4096);
    expect(opened.value.rows.notes?.()).toEqual(['Columns beyond the first 4,096 are left out: 3.']);
  });

  test('images beyond the limit are counted out', async () => {
    const opened = await openParquet(new Blob([bytesOf('images.parquet')]), 'f', 400);
    if (!opened.ok) throw new Error(opened.error.message);
    const images = await opened.value.images!();
    if (!images.ok) throw new Error(images.error.message);
    const { files, notes } = images.value;
    expect(files.length).toBeGreaterThan(0);
    expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(400);
    expect(notes).toEqual([
      `The first ${files.length} images are used: the file holds more than 400 bytes of them.`,
    ]);
  });

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
    ['a square of the page', { ...numbers, encoding: 7 }, /is written as DELTA_BYTE_ARRAY, which is not read, at byte 4$/], // prettier-ignore
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
