// What `npm run ring -- --resume FILE` goes on with and `--init DIR` begins with, and why they do not.
import { inEnglish } from '../english/in-english';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gptPreset, gptSizes } from '../../model/presets';
import { readCheckpoint } from '../../train/checkpoint/read-checkpoint';
import { around, fileBytes, heldState } from '../../train/checkpoint/testing/held-state';
import { inWindows } from '../../replica/file-data';
import { readTextFile } from './file-choice';
import { readInput } from './ring-input';
import { parseRingOptions } from './ring-options';
import { writeFolder } from './write-files';

let folder: string;
const inFolder = (name: string): string => path.join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lockstep-resume-'));
  await writeFile(inFolder('moons.safetensors'), fileBytes(heldState()));
  await writeFile(inFolder('cut.safetensors'), fileBytes(heldState()).subarray(0, 3000));
  await writeFile(inFolder('rhyme.txt'), 'Mary had a little lamb.\n'.repeat(40));
  await writeFile(inFolder('other.txt'), 'Its fleece was white as snow.\n'.repeat(40));
  const text = await readTextFile(inFolder('rhyme.txt'));
  if (!text.ok || text.value.data.kind !== 'text') throw new Error('not read as a text');
  const data = inWindows(text.value.data, gptSizes.tiny.context);
  const model = gptPreset({ ...gptSizes.tiny, vocabulary: data.vocabulary, dropout: 0, tied: true });
  const held = heldState({ model, data, validationExamples: 4 });
  await writeFile(inFolder('rhyme.safetensors'), fileBytes(held));
});
afterAll(() => rm(folder, { recursive: true }));

async function input(...args: readonly string[]) {
  const parsed = parseRingOptions(
    args.map((arg) => (arg.startsWith('--') || /^\d/.test(arg) ? arg : inFolder(arg))),
  );
  if (!parsed.ok || parsed.value.kind !== 'run') throw new Error('bad options');
  const read = await readInput(parsed.value.options);
  return read.ok ? read.value : inEnglish(read.error.says);
}

test('a run goes on as its file says, to its end or to another one', async () => {
  const { config } = heldState().state;
  expect(await input('--resume', 'moons.safetensors')).toMatchObject({ config, files: undefined, resumed: { step: 8 } }); // prettier-ignore
  expect(await input('--resume', 'moons.safetensors', '--steps', '99')).toMatchObject({ config: { ...config, steps: 99 } }); // prettier-ignore
  expect(await input('--resume', 'moons.safetensors', '--steps', '8')).toMatch(/is at step 8, where the run ends: give --steps above it/); // prettier-ignore
});

const dense = { kind: 'dense', units: 8, activation: 'relu' };

test('the layers of a file become the model, with a layer for the classes or amounts', async () => {
  const head = { kind: 'dense', units: 10, activation: 'none' };
  await writeFile(inFolder('mine.json'), JSON.stringify({ layers: [dense] }));
  expect(await input('--model', 'mine.json')).toMatchObject({ config: { model: { layers: [dense, head] } } });
  const priced = [dense, { ...head, units: 1 }];
  await writeFile(inFolder('mine.json'), JSON.stringify([dense]));
  const parsed = parseRingOptions(['--model', inFolder('mine.json'), '--data', 'homes', '--loss', 'huber']);
  if (!parsed.ok || parsed.value.kind !== 'run') throw new Error('bad options');
  const read = await readInput(parsed.value.options);
  expect(read).toMatchObject({ ok: true, value: { config: { model: { layers: priced, loss: 'huber' } } } });
});

test.each([
  ['{', /mine\.json: the layers are no list: write an array/],
  ['7', /the layers are no list/],
  ['['.repeat(100_000), /the layers are no list/],
  [[dense, { kind: 'conv2d', filters: 4, size: 3, padding: 'same', activation: 'relu' }], /^layer 2 \(conv2d\): it takes an image, and is given 8/],
  [[{ ...dense, units: 0 }], /^layer 1 \(dense\): “units” is 0/],
] as const)('a file of layers that is none says why: %#', async (content, words) => {
  await writeFile(inFolder('mine.json'), typeof content === 'string' ? content : JSON.stringify(content));
  expect(await input('--model', 'mine.json')).toMatch(words);
}); // prettier-ignore

test('a text takes no list of layers', async () => {
  await writeFile(inFolder('mine.json'), JSON.stringify([dense]));
  expect(await input('--model', 'mine.json', '--text', 'rhyme.txt')).toBe(
    'a list of layers takes numbers and images: for a text take a gpt',
  );
});

test('files that are missing, broken, or not the run’s are named', async () => {
  expect(await input('--resume', 'nothing.safetensors')).toContain('no such file');
  expect(await input('--resume', 'cut.safetensors')).toMatch(/cut\.safetensors: the file is damaged: it (ends within its header|is cut)/); // prettier-ignore
  expect(await input('--resume', 'rhyme.txt')).toContain('this is not a safetensors file');
  const needs = /^the saved run trains on “rhyme.txt”, whose hash begins [0-9a-f]{8}/;
  expect(await input('--resume', 'rhyme.safetensors')).toMatch(
    new RegExp(`${needs.source}: give it by --text$`),
  );
  expect(await input('--resume', 'rhyme.safetensors', '--text', 'other.txt')).toMatch(new RegExp(`${needs.source}; the given file’s begins [0-9a-f]{8}$`)); // prettier-ignore
  expect(await input('--resume', 'rhyme.safetensors', '--text', 'rhyme.txt')).toMatchObject({ files: { kind: 'provide-text' }, resumed: { step: 8 } }); // prettier-ignore
});

test('a folder that --export hf wrote begins a run on another text; one that does not fit is named', async () => {
  const read = await readCheckpoint(new Blob([await readFile(inFolder('rhyme.safetensors'))]));
  if (!read.ok) throw new Error(inEnglish(read.error.says));
  const { held } = read.value;
  const text = await readTextFile(inFolder('rhyme.txt'));
  if (!text.ok || text.value.files.kind !== 'provide-text') throw new Error('not read as a text');
  const characters = [...new Set(await text.value.files.text.text())].sort();
  const bytes = fileBytes(held, { ...around, vocabulary: { kind: 'characters', characters } });
  await writeFolder(inFolder('gpt'), bytes, () => undefined);

  await writeFile(inFolder('verse.txt'), 'Mary had a lamb a little.\n'.repeat(40));
  const begun = await input('--init', 'gpt', '--text', 'verse.txt', '--steps', '30', '--lr', '0.001');
  if (typeof begun === 'string') throw new Error(begun);
  expect(begun).toMatchObject({ config: { model: held.state.config.model, steps: 30, learningRate: 0.001 }, notes: [] }); // prettier-ignore
  expect(begun.config.data).toMatchObject({ name: 'verse.txt', recipe: { characters: characters.join('') } });
  const after = await readCheckpoint(new Blob([begun.resumed!.bytes]));
  expect(after.ok && after.value.held.tensors.parameters).toEqual(held.tensors.parameters);
  expect(after.ok && after.value.held.state.step).toBe(0);

  expect(await input('--init', 'gpt', '--text', 'other.txt')).toBe('other.txt: line 1 of the text holds “I”, for which the model has no token'); // prettier-ignore
  expect(await input('--init', 'nowhere', '--text', 'verse.txt')).toContain('no such file');
  await rm(path.join(inFolder('gpt'), 'config.json'));
  expect(await input('--init', 'gpt', '--text', 'verse.txt')).toMatch(/gpt: the files lack config\.json, the shape of the model/); // prettier-ignore
});
