// What `npm run ring -- --data PATH` and `npm run replica -- --file PATH` read, and the sentences for what they cannot read.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { encode } from 'fast-png';
import { mergesIn } from '../../data/recipe';
import { fileBytes, heldState } from '../../train/checkpoint/testing/held-state';
import { readImport } from './import-choice';
import { readInput } from './ring-input';
import { parseRingOptions } from './ring-options';

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
  return read.ok ? read.value : read.error.message;
}

test('tables, texts and images become what the page makes of them', async () => {
  expect(await input('--data', at('table.csv'))).toMatchObject({
    config: { data: { kind: 'idx', name: 'table', examples: 40, classes: 2, recipe: { kind: 'table', target: 'kind' } } }, // prettier-ignore
    files: { kind: 'idx' },
  });
  expect(await input('--data', at('table.csv'), '--column', 'colour')).toMatchObject({
    config: { data: { recipe: { target: 'colour' }, classNames: ['blue', 'red'] } },
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
  expect(mergesIn(pairs.config.data.recipe)).toBeDefined();
});

test('a saved run reads its file by its own recipe', async () => {
  const read = await readImport([at('table.csv')], { kind: 'table', target: 'colour' });
  if (!read.ok || read.value.data.kind !== 'examples') throw new Error('not read');
  const first = await input('--data', at('table.csv'), '--column', 'colour');
  if (typeof first === 'string') throw new Error(first);
  const { data, model, validationExamples } = first.config;
  await writeFile(at('run.safetensors'), fileBytes(heldState({ data, model, validationExamples })));
  const resume = ['--resume', at('run.safetensors')];
  expect(await input(...resume, '--data', at('table.csv'))).toMatchObject({ config: { data }, files: { kind: 'idx' } }); // prettier-ignore
  expect(await input(...resume)).toMatch(/^the saved run trains on “table”, .*: give it by --data$/);
  expect(await input(...resume, '--data', at('rows.jsonl'))).toContain('colour');
});

test('what cannot be read is named, with its line', async () => {
  expect(await input('--data', at('none.csv'))).toContain('no such file');
  expect(await input('--data', at('cut.jsonl'))).toMatch(/cut\.jsonl.*line 2|line 2.*cut\.jsonl/);
  expect(await input('--data', at('table.csv'), '--column', 'shape')).toContain('shape');
  const many = await readImport([at('pets')], undefined, 5);
  expect(many.ok ? '' : many.error.message).toMatch(/at most 5 files/);
});
