// Every format of files in a real browser, whose own unpackers and decoders of text take part. A valid file is read. A
// truncated one and a bomb are refused with a sentence; of a table only the line that breaks off is left out, and named.
// Random damage gives data or a sentence, never an exception.
import { inEnglish } from '../../cli/english/in-english';
import { encode as encodePng } from 'fast-png';
import { gzipSync, zipSync, zlibSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { concatBytes, utf8 } from '../../base/bytes';
import { crc32 } from '../../base/crc32';
import { prng } from '../../base/prng';
import { importFiles } from '../../data/import/import-files';
import { parquetOf } from '../../data/import/testing/parquet-file';
import { openSafetensors } from '../../train/checkpoint/safetensors-file';

type Bytes = Uint8Array<ArrayBuffer>;
type Read = (bytes: Bytes) => Promise<string>;

interface Format {
  readonly name: string;
  readonly valid: Bytes;
  /** 'read', or the sentence that refuses it. */
  readonly read: Read;
  readonly truncated: RegExp;
  readonly bomb?: Bytes;
  readonly refusal?: RegExp;
}

const plain = (bytes: Uint8Array): Bytes => bytes.slice();
const big = (size: number): ArrayBuffer =>
  new Uint8Array([size >>> 24, size >>> 16, size >>> 8, size]).buffer;
const ints = (...sizes: readonly number[]): Bytes => concatBytes(...sizes.map((size) => new Uint8Array(big(size)))); // prettier-ignore

const asFile =
  (...names: readonly string[]): Read =>
  async (bytes) => {
    const files = names.map((path) => ({ path, file: new Blob([bytes]) }));
    const read = await importFiles(files, undefined, () => undefined);
    if (!read.ok) return inEnglish(read.error.says);
    return read.value.notes.map(inEnglish).find((note) => note.includes('left out')) ?? 'read';
  };

const labels = plain(gzipSync(concatBytes(ints(0x0801, 4), Uint8Array.of(0, 1, 0, 1))));
const asImages: Read = async (bytes) => {
  const files = [bytes, labels].map((part, at) => ({ path: `${at ? 'label' : 'image'}.gz`, file: new Blob([part]) })); // prettier-ignore
  const read = await importFiles(files, undefined, () => undefined);
  return read.ok ? 'read' : inEnglish(read.error.says);
};

const pixels = { width: 8, height: 8, channels: 1, depth: 8 } as const;
const png = plain(encodePng({ ...pixels, data: Uint8Array.from({ length: 64 }, (_, at) => at) }));
const pngBomb = concatBytes(png.subarray(0, 33), chunk('IDAT', zlibSync(new Uint8Array(2 ** 20))), png.slice(-12)); // prettier-ignore
const canvas = new OffscreenCanvas(16, 16);
canvas.getContext('2d')!.fillRect(2, 2, 9, 7);
const jpegFile = await canvas.convertToBlob({ type: 'image/jpeg' });
const jpeg = new Uint8Array(await jpegFile.arrayBuffer());
const jpegBomb = plain(jpeg);
const frame = jpegBomb.findIndex((byte, at) => byte === 0xff && jpegBomb[at + 1] === 0xc0);
jpegBomb.fill(0xff, frame + 5, frame + 9); // 65,535 × 65,535

function chunk(type: string, data: Uint8Array): Bytes {
  const named = concatBytes(utf8(type), data);
  return concatBytes(ints(data.length), named, ints(crc32(named)));
}

const zip = plain(zipSync({ 'a/1.png': png, 'b/1.png': png }, { level: 6 }));
const zipBomb = plain(zipSync({ 'a/1.png': new Uint8Array(70 * 2 ** 20), 'b/1.png': png }, { level: 1 }));
const rows = Array.from({ length: 40 }, (_, at) => `${at / 3},${at % 2 ? 'red' : 'blue'}`);
const objects = rows.map((row) =>
  JSON.stringify({ x: Number(row.split(',')[0]), colour: row.split(',')[1] }),
);
const text = utf8('The quick brown fox jumps over the lazy dög.\n'.repeat(20));
const doubles = new Uint8Array(Float64Array.from({ length: 18 }, (_, at) => at / 3).buffer);
const flags = { name: 'label', type: 0, page: Uint8Array.of(170, 170, 2) };
const number = { name: 'x', type: 5, page: doubles };
const empty = gzipSync(new Uint8Array(8 * 2 ** 20).fill(10));
const header = utf8(JSON.stringify({ w: { dtype: 'F32', shape: [2], data_offsets: [0, 8] } }));
const little = (length: number): Bytes => concatBytes(ints(length).reverse(), new Uint8Array(4));

const formats: readonly Format[] = [
  {
    ...{
      name: 'gzipped IDX',
      valid: plain(gzipSync(concatBytes(ints(0x0803, 4, 2, 2), new Uint8Array(16)))),
    },
    ...{
      read: asImages,
      truncated: /^the image file begins like gzip but breaks off after \d+ unpacked bytes/,
    },
    bomb: plain(gzipSync(new Uint8Array(260 * 2 ** 20), { level: 1 })),
    refusal: /^the image file unpacks to more than 256\u00a0MiB/,
  },
  {
    ...{ name: 'CSV', valid: utf8(`x,colour\n${rows.join('\n')}`), read: asFile('a.csv') },
    truncated: /^Line \d+ has 1 value instead of 2, and is left out/,
    ...{ bomb: plain(empty), refusal: /lines of a.csv are empty|empty lines of a.csv/ },
  },
  {
    ...{ name: 'JSON Lines', valid: utf8(objects.join('\n')), read: asFile('a.jsonl') },
    truncated: /^line \d+ of a.jsonl is not a JSON object/,
    ...{ bomb: plain(empty), refusal: /^the empty lines of a.jsonl/ },
  },
  {
    ...{ name: 'parquet', valid: parquetOf(18, [number, flags]), read: asFile('a.parquet') },
    truncated: /^a.parquet does not end like a parquet file/,
    bomb: parquetOf(18, [{ ...number, codec: 1, unpacked: 2 ** 31 - 1 }, flags]),
    refusal: /has a page of 144 bytes that claims to unpack to 2,147,483,647/,
  },
  {
    ...{
      name: 'ZIP',
      valid: zip,
      read: asFile('a.zip'),
      truncated: /^a.zip has no ZIP directory at its end/,
    },
    ...{ bomb: zipBomb, refusal: /^a\/1.png has more than 64\u00a0MiB$/ },
  },
  {
    ...{
      name: 'PNG',
      valid: png,
      read: asFile('t/a/1.png', 't/b/1.png'),
      truncated: /is cut short at byte \d+$/,
    },
    ...{ bomb: pngBomb, refusal: /unpack to more than the 72 bytes of its 8 × 8 pixels$/ },
  },
  {
    ...{
      name: 'JPEG',
      valid: jpeg,
      read: asFile('t/a/1.jpg', 't/b/1.jpg'),
      truncated: /is a broken JPEG image/,
    },
    ...{ bomb: jpegBomb, refusal: /is a broken JPEG image: .*maxResolutionInMP/ },
  },
  {
    ...{ name: 'text', valid: text, read: asFile('a.txt') },
    truncated: /^line \d+ of the text file ends in the middle of a character, at byte \d+/,
  },
  {
    ...{ name: 'safetensors', valid: concatBytes(little(header.length), header, new Uint8Array(8)) },
    read: async (bytes) => {
      const opened = await openSafetensors(new Blob([bytes]));
      return opened.ok ? 'read' : inEnglish(opened.error.says);
    },
    truncated: /./,
    ...{ bomb: concatBytes(little(2 ** 31 - 1), header), refusal: /./ },
  },
];

/** A text that ends between the two bytes of its ö. */
const cutOf = ({ name, valid }: Format): Bytes =>
  name === 'text'
    ? valid.slice(0, valid.lastIndexOf(0xc3) + 1)
    : valid.slice(0, Math.floor(valid.length * 0.9) - 1);

describe.each(formats)('$name', (format) => {
  const { name, valid, read, truncated, bomb, refusal } = format;

  test('a valid file is read', async () => {
    expect(await read(valid)).toBe('read');
  });

  test('a truncated file is refused with a sentence', async () => {
    const said = await read(cutOf(format));
    expect(said).not.toBe('read');
    expect(said).toMatch(truncated);
  });

  if (bomb)
    test('a bomb is refused with a sentence', async () => {
      const said = await read(bomb);
      expect(said).not.toBe('read');
      expect(said).toMatch(refusal!);
    });

  test('random damage is data or a sentence', async () => {
    const random = prng(`damaged ${name}`);
    for (let life = 0; life < 60; life++) {
      const bytes = valid.slice(0, life % 3 ? valid.length : 1 + random.below(valid.length - 1));
      for (let n = 0; n < 2; n++) bytes[random.below(bytes.length)] = random.below(256);
      expect((await read(bytes)).length).toBeGreaterThan(0);
    }
  });
});
