// What `npm run ring -- --data PATH` and `npm run replica -- --file PATH` read, and the sentences for what they cannot read.
import { inEnglish } from '../english/in-english';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { encode } from 'fast-png';
import { prng } from '../../base/prng';
import { namesPairs } from '../../data/recipe';
import { fileBytes, heldState } from '../../train/checkpoint/testing/held-state';
import { readImport } from './import-choice';
import { readInput } from './ring-input';
import { parseRingOptions } from './ring-options';
import { openTemporaryTokens } from './temporary-tokens';

const png = (grey: number) => encode({ width: 28, height: 28, data: new Uint8Array(784).fill(grey), channels: 1, depth: 8 }).slice(); // prettier-ignore

let folder: string;
const at = (name: string): string => path.join(folder, name);
const table = 'size,colour,kind\n' + Array.from({ length: 40 }, (_, i) => `${i},${i % 3 ? 'red' : 'blue'},${i % 2 ? 'a' : 'b'}\n`).join(''); // prettier-ignore
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lockstep-import-'));
  await writeFile(at('table.csv'), table);
  await writeFile(at('rows.jsonl'), Array.from({ length: 30 }, (_, i) => `${JSON.stringify({ n: (i * i) % 7, kind: i % 2 ? 'a' : 'b' })}\n`).join('')); // prettier-ignore
  await writeFile(at('cut.jsonl'), '{"n":1,"kind":"a"}\n{"n":2,"kind":\n');
  await writeFile(at('fox.txt'), 'The quick brown fox jumps over the lazy dog.\n'.repeat(60));
  const files: Record<string, Uint8Array> = {};
  for (const kind of ['cats', 'dogs'])
    for (let i = 0; i < 12; i++) files[`pets/${kind}/${i}.png`] = png(kind === 'cats' ? 40 + i : 200 - i);
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(path.dirname(at(name)), { recursive: true });
    await writeFile(at(name), bytes);
  }
  await writeFile(at('pets.zip'), zipSync(files));
});
afterAll(() => rm(folder, { recursive: true }));

async function input(...args: readonly string[]) {
  const parsed = parseRingOptions(args);
  if (!parsed.ok || parsed.value.kind !== 'run') throw new Error('bad options');
  const read = await readInput(parsed.value.options);
  return read.ok ? read.value : inEnglish(read.error.says);
}

test('tables, texts and images become what the page makes of them', async () => {
  expect(await input('--data', at('table.csv'))).toMatchObject({
    config: {
      data: {
        kind: 'table',
        name: 'table',
        examples: 40,
        classes: 2,
        recipe: { kind: 'table', target: 'kind' },
      },
    },
    files: { kind: 'provide-files' },
  });
  expect(await input('--data', at('table.csv'), '--column', 'colour')).toMatchObject({
    config: { data: { recipe: { target: 'colour' }, classNames: ['blue', 'red'] } },
  });
  const cut = ['--delimiter', 'comma', '--names', 'no'];
  expect(await input('--data', at('table.csv'), ...cut)).toMatchObject({
    config: { data: { examples: 41, recipe: { names: false, delimiter: ',' } } },
  });
  expect(await input('--data', at('rows.jsonl'))).toMatchObject({ config: { data: { examples: 30, classes: 2 } } }); // prettier-ignore
  const images = await input('--data', at('pets'));
  expect(images).toMatchObject({ config: { data: { examples: 24, classNames: ['cats', 'dogs'] } } });
  const zipped = await input('--data', at('pets.zip'));
  if (typeof images === 'string' || typeof zipped === 'string') throw new Error('not read');
  const hash = ({ data }: typeof images.config) => ('sha256' in data ? data.sha256 : '');
  expect(hash(zipped.config)).toBe(hash(images.config));
  const pairs = await input('--data', at('fox.txt'), '--byte-pairs', '270', '--model', 'gpt:layers=1,channels=8,heads=1,context=8'); // prettier-ignore
  if (typeof pairs === 'string' || pairs.config.data.kind !== 'text') throw new Error(String(pairs));
  expect(pairs.config.data.vocabulary).toBeLessThanOrEqual(270);
  expect(namesPairs(pairs.config.data.recipe)).toBe(true);
});

/** Written by hyparquet-writer (src/data/import/parquet.test.ts). */
const parquetNames = ['table', 'texts', 'images'].map((name) => `${name}.parquet`);
const parquetFixture = (name: string): string =>
  path.join(import.meta.dirname, '../../data/import/testing', name);

test('parquet files become a table, a text or images, as their columns say', async () => {
  for (const name of parquetNames) await copyFile(parquetFixture(name), at(name));
  expect(await input('--data', at('table.parquet'))).toMatchObject({
    config: { data: { kind: 'table', name: 'table', examples: 20, inputs: 2, classNames: ['false', 'true'] } }, // prettier-ignore
    files: { kind: 'provide-files', name: 'table' },
  });
  const gpt = ['--model', 'gpt:layers=1,channels=8,heads=1,context=8'];
  const texts = await input('--data', at('texts.parquet'), '--field', 'text', ...gpt);
  expect(texts).toMatchObject({
    config: { data: { kind: 'text', recipe: { kind: 'field', field: 'text' } } },
  });
  if (typeof texts === 'string' || texts.files?.kind !== 'provide-text') throw new Error('not a text');
  expect(await texts.files.text.text()).toMatch(/^Story 0 of .*\n\nStory 1 of/);
  const images = await input('--data', at('images.parquet'));
  expect(images).toMatchObject({
    config: { data: { examples: 12, inputShape: [28, 28], classNames: ['cat', 'dog', 'owl'] } },
  });
  if (typeof images === 'string' || images.files?.kind !== 'provide-files') throw new Error('not images');
  // The bytes of the IDX file behind its head: example i, of class i % 3, is of brightness 20 i, and classes come in turn.
  const pixels = new Uint8Array(await images.files.inputFile.slice(16).arrayBuffer());
  const brightness = Array.from({ length: 12 }, (_, i) => pixels[i * 784]);
  expect(brightness).toEqual([0, 1, 2].flatMap((label) => [0, 1, 2, 3].map((round) => 20 * (3 * round + label)))); // prettier-ignore
  expect(await input('--data', at('table.parquet'), '--column', 'shape')).toContain(
    'table.parquet has no column “shape”',
  );
});

test('a damaged parquet file is a sentence, or data; the command goes on', async () => {
  const sound = new Uint8Array(await readFile(parquetFixture('table.parquet')));
  const refusal = async (bytes: Uint8Array): Promise<unknown> => {
    await writeFile(at('bad.parquet'), bytes);
    return input('--data', at('bad.parquet'));
  };
  const changed = (change: (bytes: Uint8Array<ArrayBuffer>) => void): Uint8Array => {
    const bytes = sound.slice();
    change(bytes);
    return bytes;
  };
  const directoryLength = (length: number) => (bytes: Uint8Array<ArrayBuffer>) =>
    new DataView(bytes.buffer).setUint32(bytes.length - 8, length, true);
  expect(await refusal(sound.subarray(0, -9))).toBe('bad.parquet does not end like a parquet file: it is cut short'); // prettier-ignore
  expect(await refusal(sound.subarray(0, 4))).toBe('bad.parquet does not end like a parquet file: it is cut short'); // prettier-ignore
  expect(await refusal(changed(directoryLength(2 ** 31)))).toBe('bad.parquet claims a directory larger than the file'); // prettier-ignore
  expect(await refusal(changed(directoryLength(0)))).toMatch(/^bad\.parquet is no parquet file that can be read: /); // prettier-ignore
  // The file’s pages are gone, and its directory is whole.
  expect(await refusal(changed((bytes) => bytes.fill(0xff, 4, 200)))).toBe('column “x” of bad.parquet has a broken page at byte 4'); // prettier-ignore
  const random = prng('damaged parquet of a command');
  const directory = new DataView(sound.buffer).getUint32(sound.length - 8, true) + 8;
  const refusals: string[] = [];
  for (let life = 0; life < 40; life++) {
    const read = await refusal(changed((bytes) => (bytes[bytes.length - 1 - random.below(directory)] = random.below(256)))); // prettier-ignore
    if (typeof read === 'string') refusals.push(read);
  }
  expect(refusals.length).toBeGreaterThan(10);
  for (const refusal of refusals) expect(refusal).toContain('bad.parquet');
});

test('a saved run reads its file by its own recipe', async () => {
  const read = await readImport([at('table.csv')], { kind: 'table', target: 'colour' });
  expect(read.ok && read.value.data.kind).toBe('table');
  const first = await input('--data', at('table.csv'), '--column', 'colour');
  if (typeof first === 'string') throw new Error(first);
  const { data, model, validationExamples } = first.config;
  await writeFile(at('run.safetensors'), fileBytes(heldState({ data, model, validationExamples })));
  const resume = ['--resume', at('run.safetensors')];
  expect(await input(...resume, '--data', at('table.csv'))).toMatchObject({ config: { data }, files: { kind: 'provide-files' } }); // prettier-ignore
  expect(await input(...resume)).toMatch(/^the saved run trains on “table”, .*: give it by --data$/);
  expect(await input(...resume, '--data', at('rows.jsonl'))).toContain('colour');
});

test('a text too large for memory is read whole by a file on the disk, or as a run of its beginning says', async () => {
  const room = { openTokens: openTemporaryTokens, inMemoryBytes: 1000 };
  const small = await readImport([at('fox.txt')]);
  const large = await readImport([at('fox.txt')], undefined, { room });
  const cut = await readImport([at('fox.txt')], undefined, { room: { inMemoryBytes: 1000 } });
  const choices = [small, large, cut].map((read) => (read.ok ? read.value.data : expect.fail('not read')));
  expect(choices[1]).toEqual(choices[0]);
  expect(choices[2]).toMatchObject({ bytes: 22 * 45, cutFrom: 60 * 45 });
  const again = await readImport([at('fox.txt')], undefined, { room, isCut: true });
  expect(again.ok && again.value.data).toEqual(choices[2]);
});

test('what cannot be read is named, with its line', async () => {
  expect(await input('--data', at('none.csv'))).toContain('no such file');
  expect(await input('--data', at('cut.jsonl'))).toMatch(/cut\.jsonl.*line 2|line 2.*cut\.jsonl/);
  expect(await input('--data', at('table.csv'), '--column', 'shape')).toContain('shape');
  const many = await readImport([at('pets')], undefined, { limit: 5 });
  expect(many.ok ? '' : inEnglish(many.error.says)).toMatch(/at most 5 files/);
});

test('notes of one kind are counted after the first ones', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `c${at}`);
  const lines = Array.from({ length: 20 }, (_, at) =>
    [...names.map(() => 'same'), at * 1.7, at % 2 ? 'a' : 'b'].join(),
  );
  const folder = await mkdtemp(path.join(tmpdir(), 'lockstep-notes-'));
  try {
    const file = path.join(folder, 'wide.csv');
    await writeFile(file, `${[...names, 'x', 'kind'].join()}\n${lines.join('\n')}\n`);
    const read = await readImport([file]);
    expect(read.ok && read.value.notes).toEqual([
      ...[0, 1, 2].map((at) => `Column “c${at}” is left out: it has the same value everywhere.`),
      '… and 37 more of this kind.',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
