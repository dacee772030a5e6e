// What `npm run ring -- --resume FILE` goes on with, and why it does not.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gptPreset, gptSizes } from '../../model/presets';
import { fileBytes, heldState } from '../../train/checkpoint/testing/held-state';
import { readTextFile } from './file-choice';
import { readInput } from './ring-input';
import { parseRingOptions } from './ring-options';

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
  const { vocabulary, choice } = text.value.data;
  const model = gptPreset({ ...gptSizes.tiny, vocabulary, dropout: 0, tied: true });
  const held = heldState({ model, data: choice(gptSizes.tiny.context), validationExamples: 4 });
  await writeFile(inFolder('rhyme.safetensors'), fileBytes(held));
});
afterAll(() => rm(folder, { recursive: true }));

async function input(...args: readonly string[]) {
  const parsed = parseRingOptions(
    args.map((arg) => (arg.startsWith('--') || /^\d/.test(arg) ? arg : inFolder(arg))),
  );
  if (!parsed.ok || parsed.value.kind !== 'run') throw new Error('bad options');
  const read = await readInput(parsed.value.options);
  return read.ok ? read.value : read.error.message;
}

test('a run goes on as its file says, to its end or to another one', async () => {
  const { config } = heldState().state;
  expect(await input('--resume', 'moons.safetensors')).toMatchObject({ config, files: undefined, resumed: { step: 8 } }); // prettier-ignore
  expect(await input('--resume', 'moons.safetensors', '--steps', '99')).toMatchObject({ config: { ...config, steps: 99 } }); // prettier-ignore
  expect(await input('--resume', 'moons.safetensors', '--steps', '8')).toMatch(/is at step 8, where the run ends: give --steps above it/); // prettier-ignore
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
  expect(await input('--resume', 'rhyme.safetensors', '--text', 'rhyme.txt')).toMatchObject({ files: { kind: 'text' }, resumed: { step: 8 } }); // prettier-ignore
});
