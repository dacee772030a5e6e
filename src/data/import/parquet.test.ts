// The files in testing/ were written by hyparquet-writer 0.17.0: images in three row groups with Hugging Face's names of
// classes, nine texts, and a table of 20 rows.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { importFiles } from './import-files';
import { openParquet } from './parquet-rows';

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
