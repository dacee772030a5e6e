import { say } from '../../base/sayings';
import { inWords } from '../../cli/english/testing/in-words';
import { inEnglish } from '../../cli/english/in-english';
import { gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { encode as encodePng } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { zipOf } from '../../base/zip';
import { openIdx } from '../idx-dataset';
import { importFiles, type GivenFile } from './import-files';
import type { Recipe } from '../recipe';
import type { TextRoom } from './text-part';
import { idxFile } from '../idx';

const given = (path: string, ...parts: BlobPart[]): GivenFile => ({ path, file: new Blob(parts) });
const nothing = (): void => undefined;

async function imported(files: readonly GivenFile[], recipe?: Recipe, room?: TextRoom) {
  const read = await importFiles(files, recipe, nothing, undefined, room);
  if (!read.ok) throw new Error(inEnglish(read.error.says));
  return read.value;
}

async function refused(files: readonly GivenFile[]): Promise<string> {
  const read = await importFiles(files, undefined, nothing);
  return read.ok ? `read as ${read.value.kind}` : inEnglish(read.error.says);
}

const csv =
  'length,colour,kind\n' +
  Array.from({ length: 40 }, (_, i) => `${i * 1.5},${i % 2 ? 'red' : 'blue'},${i % 3 ? 'a' : 'b'}`).join(
    '\n',
  );
const image = (value: number): Uint8Array<ArrayBuffer> =>
  encodePng({ width: 28, height: 28, channels: 1, depth: 8, data: new Uint8Array(784).fill(value) }).slice();

describe('what a file is', () => {
  test('a CSV becomes f32 IDX files, which open to the same dataset', async () => {
    const table = await imported([given('flowers.csv', csv)]);
    if (table.kind !== 'table') throw new Error(table.kind);
    expect(table).toMatchObject({
      ...{ name: 'flowers', examples: 40, inputs: 3, classes: 2, classNames: ['a', 'b'] },
      recipe: { kind: 'table', target: 'kind' },
      choices: ['colour', 'kind'],
      inputNames: ['length', 'colour: blue', 'colour: red'],
    });
    const numbers = Array.from({ length: 40 }, (_, i) => i * 1.5);
    const middle = numbers.reduce((sum, x) => sum + x) / 40;
    expect(table.columns).toEqual([
      {
        kind: 'number',
        name: 'length',
        mean: expect.closeTo(middle, 9) as number,
        deviation: expect.closeTo(
          Math.sqrt(numbers.reduce((sum, x) => sum + (x - middle) ** 2, 0) / 40),
          9,
        ) as number,
      },
      { kind: 'category', name: 'colour', values: ['blue', 'red'] },
    ]);
    const opened = await openIdx(table.inputFile, table.labelFile, 'again');
    if (!opened.ok) throw new Error(inEnglish(opened.error.says));
    expect(opened.value.sha256).toBe(table.sha256);
    const inputs = new Float32Array(3);
    const labels = new Uint8Array(1);
    opened.value.dataset.read(1, inputs, 0, labels, 0);
    const lengths = Array.from({ length: 40 }, (_, i) => i * 1.5);
    const mean = lengths.reduce((sum, x) => sum + x) / 40;
    const deviation = Math.sqrt(lengths.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 40);
    expect(inputs[0]).toBeCloseTo((1.5 - mean) / deviation, 6);
    expect([inputs[1], inputs[2], labels[0]]).toEqual([0, 1, 0]);
  });

  test('a text in the tokens of a model keeps them; a character without one is named with its line', async () => {
    const recipe: Recipe = { kind: 'characters', characters: '\n abcdez' };
    const read = await imported([given('a.txt', 'a bad bed\n'.repeat(30))], recipe);
    expect(read).toMatchObject({ kind: 'text', characters: 300, tokens: 300, vocabulary: 8, recipe });
    const other = await importFiles([given('b.txt', `${'a bad bed\n'.repeat(30)}a\tfad\n`)], recipe, nothing);
    expect(!other.ok && inEnglish(other.error.says)).toBe(
      'line 31 of the text holds “U+0009”, for which the model has no token',
    );
  });

  test('the same file and recipe give the same hash, gzipped or not; another target another', async () => {
    const recipe: Recipe = { kind: 'table', target: 'colour' };
    const plain = await imported([given('a.csv', csv)], recipe);
    const packed = await imported([given('b.csv.gz', new Uint8Array(gzipSync(csv)))], recipe);
    const other = await imported([given('a.csv', csv)]);
    expect(packed.sha256).toBe(plain.sha256);
    expect(other.sha256).not.toBe(plain.sha256);
  });

  test('IDX files in any order, whatever their names', async () => {
    const images = idxFile(
      [4, 2, 2],
      Uint8Array.from({ length: 16 }, (_, i) => i),
    );
    const labels = idxFile([4], Uint8Array.of(0, 1, 0, 1));
    for (const files of [
      [images, labels],
      [labels, images],
      [new Blob([new Uint8Array(gzipSync(await labels.bytes()))]), images],
    ]) {
      const pair = await imported(files.map((file, at) => ({ path: `part ${at}`, file })));
      expect(pair).toMatchObject({ kind: 'idx', examples: 4, inputShape: [2, 2], classes: 2 });
      expect(pair.recipe).toBeUndefined();
    }
  });

  test('images in folders and in an archive are the same dataset', async () => {
    const files = ['a', 'b'].flatMap((folder, label) =>
      [0, 1].map((at) => ({ name: `${folder}/${at}.png`, bytes: image(50 * label + at) })),
    );
    const folder = await imported(files.map(({ name, bytes }) => given(`top/${name}`, bytes)));
    const archive = await imported([given('top.zip', zipOf(files))]);
    expect(folder).toMatchObject({
      kind: 'idx',
      inputShape: [28, 28],
      examples: 4,
      name: 'top',
      recipe: { kind: 'images', side: 28, channels: 1 },
    });
    expect(archive.sha256).toBe(folder.sha256);
    const preview = folder.kind === 'idx' ? folder.preview : undefined;
    expect(preview?.counts).toEqual([2, 2]);
    expect(preview?.samples.map(({ label }) => label)).toEqual([0, 1, 0, 1]);
  });

  test('a text is read as it is; one field of JSON Lines is a text too', async () => {
    const line = 'The quick brown fox jumps over the lazy dog, again and again.';
    const text = await imported([given('a.txt', `${line}\n`.repeat(20))]);
    expect(text).toMatchObject({ kind: 'text', name: 'a.txt', characters: 20 * 62 });
    const json = Array.from({ length: 20 }, (_, id) => JSON.stringify({ id, title: 'x', text: line })).join(
      '\n',
    );
    const field = await imported([given('a.jsonl', json)]);
    const expected = `${line}\n\n`.repeat(20);
    expect(field).toMatchObject({
      kind: 'text',
      recipe: { kind: 'field', field: 'text' },
      characters: expected.length,
    });
    expect(field.sha256).toBe(createHash('sha256').update(expected).digest('hex'));
  });

  test('byte pairs are learnt once, and then travel as a recipe: the same tokens without learning', async () => {
    const line = 'The quick brown fox jumps over the lazy dog, again and again.';
    const file = given('a.txt', `${line}\n`.repeat(20));
    const seen: string[] = [];
    const learnt = await importFiles([file], { kind: 'text', learn: 290 }, (read, of, total) => seen.push(`${read} ${of} ${total}`)); // prettier-ignore
    if (!learnt.ok || learnt.value.kind !== 'text') throw new Error('not a text');
    const { recipe, tokens, bytes, vocabulary } = learnt.value;
    expect(seen).toContain('32 merges 34');
    expect([bytes, vocabulary]).toEqual([20 * 62, 290]);
    expect(tokens).toBeLessThan(bytes / 2);
    expect(recipe?.kind === 'text' && recipe.merges).toHaveLength(4 * 34);
    seen.length = 0;
    expect(await importFiles([file], recipe, (_, of) => seen.push(of))).toEqual(learnt);
    expect(seen).toEqual([]);
    const json = given(
      'a.jsonl',
      Array.from({ length: 20 }, () => JSON.stringify({ text: line })).join('\n'),
    );
    const field = await imported([json], { kind: 'field', field: 'text', merges: 'AYRi' });
    expect(field).toMatchObject({
      recipe: { kind: 'field', field: 'text', merges: 'AYRi' },
      vocabulary: 257,
    });
    const bad = await importFiles([file], { kind: 'text', merges: 'A___' }, nothing);
    expect(bad).toMatchObject({
      ok: false,
      error: { says: inWords(expect.stringContaining('pair 1 names a later')) },
    });
  });

  test('a text in more than 256 characters gets byte pairs, and says so', async () => {
    const many = Array.from({ length: 400 }, (_, i) => String.fromCodePoint(0x4e00 + i))
      .join('')
      .repeat(3);
    const text = await imported([given('many.txt', many)]);
    expect(text).toMatchObject({ kind: 'text', characters: 1200, vocabulary: 512 });
    expect(text.notes).toEqual([say('many-characters', { most: 256 })]);
  });

  test('JSON Lines without texts are a table', async () => {
    const json = Array.from({ length: 20 }, (_, i) => JSON.stringify({ x: i / 3, label: i % 2 === 0 })).join(
      '\n',
    );
    expect(await imported([given('a.jsonl', json)])).toMatchObject({
      kind: 'table',
      classNames: ['false', 'true'],
      inputs: 1,
    });
  });

  test('a field that first comes after a thousand lines is named, with its line', async () => {
    const line = (i: number, more = ''): string => `{"x":${i / 3},"label":${i % 2 === 0}${more}}`;
    const lines = Array.from({ length: 1300 }, (_, i) => line(i, i === 1149 ? ',"late":1,"later":2' : ''));
    const table = await imported([given('a.jsonl', lines.join('\n'))]);
    expect(table.notes).toEqual([
      say('field-late', { field: 'late', line: 1150, after: 1000 }),
      say('field-late', { field: 'later', line: 1150, after: 1000 }),
    ]);
    const many = Array.from({ length: 1030 }, (_, i) => line(i, i < 1000 ? '' : `,"f${i}":1`));
    expect((await imported([given('a.jsonl', many.join('\n'))])).notes.at(-1)).toEqual(
      say('fields-late', { count: 26, isAtLeast: false }),
    );
  });

  test('of a text above the limit whole lines of its beginning are used, gzipped or not', async () => {
    const line = 'x'.repeat(1022) + 'y\n';
    const long = new Blob([line.repeat(3 * 1024)]);
    const packed = new Blob([new Uint8Array(gzipSync(new Uint8Array(await long.arrayBuffer())))]);
    // Instead of 64 MiB.
    const room = { inMemoryBytes: 2 ** 20 + 5 };
    const [plain, unpacked] = [
      await imported([{ path: 'long.txt', file: long }], undefined, room),
      await imported([{ path: 'long.txt.gz', file: packed }], undefined, room),
    ];
    expect(plain).toMatchObject({
      kind: 'text',
      ...{ characters: 2 ** 20, bytes: 2 ** 20, cutFrom: 3 * 2 ** 20 },
      notes: [say('first-part', { used: { bytes: 2 ** 20 }, of: { bytes: 3 * 2 ** 20 } })],
    });
    expect(unpacked).toMatchObject({
      ...{ characters: 2 ** 20, sha256: plain.sha256, cutFrom: 0 },
      notes: [say('first-part-of-more', { used: { bytes: 2 ** 20 } })],
    });
    expect(unpacked.preview).toEqual(plain.preview);
  });

  test('the preview of a gzipped text is its text; a broken one says after how many bytes', async () => {
    const words = 'the quick brown fox jumps over the lazy dog\n'.repeat(300);
    const packed = new Uint8Array(gzipSync(words));
    const text = await imported([given('a.txt.gz', packed)]);
    expect(text.kind === 'text' && text.file.size).toBe(packed.length);
    expect(text.kind === 'text' && text.preview.start).toBe(words.slice(0, 240));
    expect(await refused([given('a.txt.gz', packed.slice(0, -9))])).toMatch(
      /^the text file begins like gzip but breaks off after [\d,]+ unpacked bytes/,
    );
  });

  test.each([
    [[], 'no file was given'],
    [
      [given('a.csv', 'x'), given('b.csv', 'y'), given('c.csv', 'z')],
      'give one file, the two files of an IDX set, or images in folders by class',
    ],
    [[given('images.idx', 'x'), given('labels.idx', 'y')], 'the image file does not begin like an IDX file'],
    [
      [given('a.idx', new Uint8Array([0, 0, 8, 1, 0, 0, 0, 0]))],
      'a.idx is one of two IDX files: give the images and the labels together',
    ],
    [
      [given('a.bin', new Uint8Array([1, 2, 3, 0]))],
      'line 1 of the text file (byte 0) holds the control character U+0001: it is binary, not plain text',
    ],
    [[given('a.csv', '')], 'a.csv is empty'],
    [[given('a.jsonl', '{')], 'line 1 of a.jsonl is not a JSON object such as {"text": "…"}'],
  ])('refused: %#', async (files, message) => {
    expect(await refused(files)).toBe(message);
  });
});

test('the preview counts classes, repeats and the split as plain loops do', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => `${(i * 7) % 90},${(i * 13) % 4 === 0 ? 'x' : 'y'}`);
  const table = await imported([given('a.csv', `n,class\n${rows.join('\n')}`)]);
  const preview = table.kind === 'table' ? table.preview : undefined;
  const isX = rows.filter((row) => row.endsWith('x')).length;
  expect(preview?.counts).toEqual([isX, 300 - isX]);
  const seen = new Map<string, string>();
  let repeated = 0;
  let contradicting = 0;
  for (const row of rows) {
    const [input, label] = row.split(',');
    if (seen.has(input)) repeated++;
    if (seen.has(input) && seen.get(input) !== label) contradicting++;
    if (!seen.has(input)) seen.set(input, label);
  }
  expect([preview?.repeated, preview?.contradicting]).toEqual([repeated, contradicting]);
  const { split } = preview!;
  expect(split.validation).toBe(60);
  expect(split.train + split.validation + split.leftOut).toBe(300);
  expect(split.leftOut).toBeGreaterThan(0);
});
