// What `npm run ring -- --resume FILE` goes on with, and `--init DIR` and `--features FILE` begin with, and why they do not.
import { inEnglish } from '../english/in-english';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fromHalfs, toHalfs } from '../../base/float16';
import { idxFile } from '../../data/idx';
import { gptPreset, gptSizes, mlpPreset } from '../../model/presets';
import { wholeModelIn } from '../../train/checkpoint/import/begin-on-features';
import { readCheckpoint } from '../../train/checkpoint/read-checkpoint';
import { around, changed, fileBytes, heldState, withinHalf } from '../../train/checkpoint/testing/held-state';
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

test('new classes on the layers of a saved run: only the new last layer is trained, and the rest is the base', async () => {
  const model = mlpPreset([28, 28], 10, [24, 16], 'relu');
  const digits = { kind: 'digits', examples: 300 } as const;
  const held = withinHalf(heldState({ model, data: digits }));
  await writeFile(inFolder('digits.safetensors'), fileBytes(held));
  const [images, labels] = ['three-images', 'three-labels'];
  await writeFile(inFolder(images), idxFile([40, 28, 28], new Uint8Array(40 * 784)).stream());
  await writeFile(
    inFolder(labels),
    idxFile(
      [40],
      Uint8Array.from({ length: 40 }, (_, at) => at % 3),
    ).stream(),
  );
  const features = ['--features', 'digits.safetensors'] as const;
  const data = ['--images', images, '--labels', labels] as const;

  const made = await input(...features, ...data, '--batch', '8');
  if (typeof made === 'string') throw new Error(made);
  expect(made.config).toMatchObject({ localBatch: 8, model: { frozenLayers: 2, inputShape: [28, 28] } });
  expect(made.config.model.layers.at(-1)).toMatchObject({ units: 3 });
  expect(made.notes).toEqual([
    expect.stringMatching(/^51 of 19,291 numbers .* 204 bytes in place of 77,164$/),
  ]);
  const whole = await wholeModelIn(new Blob([made.resumed!.bytes]), () => Promise.resolve(made.base));
  if (!whole.ok) throw new Error(inEnglish(whole.error.says));
  const kept = 784 * 24 + 24 + 24 * 16 + 16;
  expect(whole.value.parameters.slice(0, kept)).toEqual(
    fromHalfs(toHalfs(held.tensors.parameters.slice(0, kept))),
  );

  expect(await input(...features, ...data, '--last-layers', '2')).toMatchObject({
    config: { model: { frozenLayers: 1 } },
  });
  const all = await input(...features, ...data, '--last-layers', '3');
  expect(all).toMatchObject({ base: undefined, resumed: { step: 0 } });
  expect(await input(...features)).toMatchObject({
    config: { data: { kind: 'digits' }, model: { frozenLayers: 2 } },
  });
  expect(await input(...features, '--data', 'rhyme.txt')).toMatch(/new classes come as pictures or sounds/);
  expect(await input('--features', 'rhyme.safetensors', ...data)).toMatch(
    /new classes need pictures or sounds/,
  );

  await writeFile(inFolder('new.safetensors'), made.resumed!.bytes);
  const again = await input('--resume', 'new.safetensors', ...features, ...data);
  if (typeof again === 'string') throw new Error(again);
  expect(new Uint8Array(await again.base!.arrayBuffer())).toEqual(
    new Uint8Array(await made.base!.arrayBuffer()),
  );
  expect(await input('--resume', 'new.safetensors', ...data)).toMatch(/give its file by --features/);
  const other = changed(withinHalf(heldState({ model, data: digits })));
  await writeFile(inFolder('other.safetensors'), fileBytes(other));
  expect(await input('--resume', 'new.safetensors', '--features', 'other.safetensors', ...data)).toMatch(
    /not the files that the run began with: .* hash begins [0-9a-f]{8} are wanted/,
  );

  // The run of new classes begins another one, whose features are the whole model.
  const newer = ['--features', 'new.safetensors'] as const;
  expect(await input(...newer, ...data)).toMatch(/layers of another one: give its file by --base/);
  expect(await input(...newer, '--base', 'other.safetensors', ...data)).toMatch(
    /other.safetensors: these are not the files that the run began with/,
  );
  const on = await input(...newer, '--base', 'digits.safetensors', ...data);
  if (typeof on === 'string') throw new Error(on);
  expect(new Uint8Array(await on.base!.arrayBuffer())).toEqual(
    new Uint8Array(await made.base!.arrayBuffer()),
  );
  const two = await input(...newer, '--base', 'digits.safetensors', ...data, '--last-layers', '2');
  if (typeof two === 'string') throw new Error(two);
  await writeFile(inFolder('newer.safetensors'), two.resumed!.bytes);
  const resume = ['--resume', 'newer.safetensors', ...data] as const;
  expect(await input(...resume, ...newer)).toMatch(/the given run stands on another model itself/);
  expect(await input(...resume, ...newer, '--base', 'digits.safetensors')).toMatchObject({
    config: two.config,
  });
  expect(await input('--resume', 'moons.safetensors', ...features)).toMatch(/leave --features out/);
});
