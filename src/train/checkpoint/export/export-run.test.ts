// The exported folder of each family of models. That PyTorch rebuilds the modules and computes our logits is checked by
// `npm run check:torch`.
import { inWords } from '../../../cli/english/testing/in-words';
import { inEnglish } from '../../../cli/english/in-english';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bytesOf, fromUtf8, utf8 } from '../../../base/bytes';
import { fromHalfs, toHalfs } from '../../../base/float16';
import { loadDataset } from '../../../data/load-dataset';
import { splitDataset } from '../../../data/split';
import { nameOfBytes, nameOfFile } from '../../../data/name-of-file';
import { mergedParameters } from '../../../model/adapters/merge';
import { endOf } from '../../../model/engine';
import { compile } from '../../../model/plan/plan';
import { gptPreset, gptSizes, linearPreset, mlpPreset } from '../../../model/presets';
import { testCnn } from '../../../model/testing/models';
import type { RunConfig } from '../../run/run-config';
import { streamingDiloco } from '../../run/modes/streaming';
import { syncNamed } from '../../run/sync';
import { tensorLayouts } from '../tensor-layout';
import { openSafetensors } from '../safetensors-file';
import { mergesText } from '../../../data/byte-pairs';
import { learnFrom } from '../../../data/learn-byte-pairs';
import { windowCount } from '../../../data/window-count';
import { tokensOf } from '../../../data/vocabulary';
import { WordCutter } from '../../../data/words';
import { continuedRuns } from '../testing/continued-cases';
import { around, fileBytes, heldState, runOf } from '../testing/held-state';
import { tensorFile } from '../testing/tensor-file';
import { whyNotContinued } from './continued-run';
import { baseFileFrom } from '../base-file';
import { toFileOrder } from '../permute';
import { exportRun, type ExportFile } from './export-run';
import { zipOf } from '../../../base/zip';

const characters = Array.from({ length: 44 }, (_, i) => String.fromCodePoint(97 + i));
const gpt = (tied: boolean) => gptPreset({ ...gptSizes.tiny, vocabulary: 44, dropout: 0.1, tied });

async function exported(
  held: ReturnType<typeof heldState>,
  of = around,
): Promise<Record<string, ExportFile['bytes']>> {
  const files = await exportRun(new Blob([fileBytes(held, of)]));
  if (!files.ok) throw new Error(inEnglish(files.error.says));
  return Object.fromEntries(files.value.map(({ name, bytes }) => [name, bytes]));
}

const json = (bytes: Uint8Array): Record<string, unknown> =>
  JSON.parse(fromUtf8(bytes)) as Record<string, unknown>;

test('a GPT of characters: as Transformers expects it, and the weights alone', async () => {
  const model = gpt(true);
  const files = await exported(heldState(runOf(model)), {
    ...around,
    vocabulary: { kind: 'characters', characters },
  });
  expect(Object.keys(files).sort()).toEqual(['README.md', 'characters.json', 'config.json', 'data.safetensors', 'model.onnx', 'model.py', 'model.safetensors', 'run.safetensors', 'tokenizer.json', 'tokenizer_config.json', 'train.py']); // prettier-ignore
  expect(json(files['config.json'])).toMatchObject({
    ...{
      model_type: 'gpt2',
      vocab_size: 44,
      n_positions: 32,
      n_embd: 24,
      n_head: 2,
      n_layer: 1,
      n_inner: 96,
    },
    ...{
      activation_function: 'gelu_new',
      embd_pdrop: 0.1,
      resid_pdrop: 0.1,
      attn_pdrop: 0,
      tie_word_embeddings: true,
    },
  });
  expect(json(files['tokenizer.json'])).toMatchObject({
    model: { type: 'WordLevel', vocab: { a: 0, b: 1 } },
  });
  const weights = await openSafetensors(new Blob([files['model.safetensors']]));
  if (!weights.ok) throw new Error(inEnglish(weights.error.says));
  expect(weights.value.metadata).toEqual({ format: 'pt' });
  expect([...weights.value.tensors.keys()]).toEqual(tensorLayouts(model).map(({ name }) => name));
});

test('a head of its own has a bias, which Transformers’ GPT-2 lacks: for PyTorch only', async () => {
  const files = await exported(heldState(runOf(gpt(false))), {
    ...around,
    vocabulary: { kind: 'characters', characters },
  });
  expect(Object.keys(files).sort()).toEqual([
    'README.md',
    'characters.json',
    'data.safetensors',
    'model.onnx',
    'model.py',
    'model.safetensors',
    'run.safetensors',
    'tokenizer.json',
    'tokenizer_config.json',
    'train.py',
  ]);
  expect(fromUtf8(files['model.py'])).toContain('IS_TIED = False');
});

test('a CNN: its module, layer by layer; a name from outside stays a name', async () => {
  const name = 'x"""\nimport os; os.remove("/")';
  const files = await exported(heldState(runOf({ ...testCnn.spec, name })));
  const source = fromUtf8(files['model.py']);
  expect(source.split('\n')[0]).toBe('"""The model “ximport os os.remove”, 655 parameters, as Lockstep trained it. Needs only PyTorch."""'); // prettier-ignore
  for (const line of [
    'Conv(3, 8, (3, 3), 1, (1, 1, 1, 1), "relu"),',
    'nn.MaxPool2d((2, 2), 1),',
    'Conv(8, 6, (3, 2), 2, (1, 1, 1, 1), "gelu"),',
    'nn.GroupNorm(2, 6),',
    'nn.AvgPool2d((2, 2), 2),',
    'x = x.reshape(-1, 3, 9, 8)',
  ])
    expect(source).toContain(line);
});

test('train.py: with the run, its training examples, and what decays; else why there is none', async () => {
  const model = gpt(true);
  const held = heldState(runOf(model));
  const files = await exported(held, { ...around, vocabulary: { kind: 'characters', characters } });
  expect(files['run.safetensors']).toEqual(
    fileBytes(held, { ...around, vocabulary: { kind: 'characters', characters } }),
  );
  const source = fromUtf8(files['train.py']);
  expect(source).toContain('after step 8: the same optimizer state');
  expect(source).toContain('["transformer.h.0.attn.c_attn.weight","transformer.h.0.attn.c_proj.weight","transformer.h.0.mlp.c_fc.weight","transformer.h.0.mlp.c_proj.weight"]'); // prettier-ignore
  const data = await openSafetensors(new Blob([files['data.safetensors']]));
  expect(data).toMatchObject({
    ok: false,
    error: { says: inWords(expect.stringContaining('holds U8 numbers')) },
  });
  const { data: choice, seed, validationExamples } = held.state.config;
  if (choice.kind !== 'stories') throw new Error('the run has stories');
  const dataset = loadDataset(choice, seed);
  const { train } = splitDataset(dataset, validationExamples, seed);
  const last = new Float32Array(32);
  const next = new Uint8Array(32);
  dataset.read(train[train.length - 1], last, 0, next, 0);
  expect([...files['data.safetensors'].subarray(-33)]).toEqual([...last, next[31]]);

  const cnn = await exported(heldState(runOf(testCnn.spec)));
  expect(Object.keys(cnn)).not.toContain('train.py');
  expect(fromUtf8(cnn['README.md'])).toContain('no script to continue the run: its data is in files');
});

test('a run on a user’s files: train.py only with those files, and the README says so', async () => {
  const { config, given } = (await continuedRuns())['CNN on IDX files in colour'];
  const run = new Blob([fileBytes(heldState(config))]);
  const files = await exportRun(run, { data: given!.files });
  if (!files.ok) throw new Error(inEnglish(files.error.says));
  const named = Object.fromEntries(files.value.map(({ name, bytes }) => [name, bytes]));
  expect(fromUtf8(named['README.md'])).toContain(
    '`data.safetensors` holds the data that the run trained on.',
  );
  expect(named['train.py']).toBeDefined();
  const { train } = splitDataset(given!.dataset, config.validationExamples, config.seed);
  const pixels = new Uint8Array(await given!.files[0].arrayBuffer()).subarray(4 + 4 * 4);
  const written = named['data.safetensors'];
  const at = written.length - train.length * (8 * 8 * 3 + 1);
  for (const [row, index] of train.entries())
    expect(written.subarray(at + row * 192, at + (row + 1) * 192)).toEqual(pixels.subarray(index * 192, (index + 1) * 192)); // prettier-ignore
  expect([...written.subarray(-train.length)]).toEqual([...train].map((index) => index % 3));

  const text = (await continuedRuns())['GPT on a text file'].given!.files;
  expect(await exportRun(run, { data: [...text, ...text] })).toMatchObject({ ok: false });
  const swapped = await exportRun(run, { data: [given!.files[0], new Blob([new Uint8Array([0, 0, 8, 1, 0, 0, 0, 90]), new Uint8Array(90)])] }); // prettier-ignore
  expect(swapped).toMatchObject({ ok: false, error: { says: inWords(expect.stringContaining('not the run’s')) } }); // prettier-ignore

  const own = heldState({ ...config, data: { ...config.data, own: true } as typeof config.data });
  const without = await exportRun(new Blob([fileBytes(own)]), { data: given!.files });
  if (!without.ok) throw new Error(inEnglish(without.error.says));
  expect(without.value.map(({ name }) => name)).not.toContain('data.safetensors');
});

const columns = [
  { kind: 'number', name: 'area_m2', mean: 100, deviation: 20, mark: 'comma' },
  { kind: 'category', name: "it's „heating“ 🔥\\", values: ['gas', 'oil'] },
] as const;
const tableRun = heldState({
  model: mlpPreset([3], 2, [4], 'relu'),
  data: {
    ...{ kind: 'table', name: 'houses', sha256: '0'.repeat(64), examples: 400, inputs: 3, classes: 2 },
    ...{ recipe: { kind: 'table', target: 'class' }, classNames: ['cheap', 'dear'], columns },
  },
} as Partial<RunConfig>);

test('a table’s model takes its means, deviations, columns and classes along', async () => {
  const files = await exported(tableRun);
  const opened = await openSafetensors(new Blob([files['model.safetensors']]));
  expect(opened.ok && opened.value.metadata).toEqual({
    format: 'pt',
    classes: '["cheap","dear"]',
    columns: JSON.stringify(columns),
    target: 'class',
  });
  const graph = new TextDecoder().decode(files['model.onnx']);
  for (const word of ['means', 'deviations', 'IsNaN', '["cheap","dear"]', 'area_m2'])
    expect(graph).toContain(word);
  expect(fromUtf8(files['README.md'])).toContain('predict(model, [{"area_m2": 100, ');
});

const amounts = [
  { name: 'price', mean: 250, deviation: 80, unit: '€' },
  { name: 'rent', mean: 9, deviation: 2.5 },
] as const;

test('a model of amounts takes their means, deviations and units along', async () => {
  const held = heldState({
    model: { ...mlpPreset([3], 2, [4], 'relu'), loss: 'huber' },
    data: {
      ...{ kind: 'table', name: 'homes', sha256: '0'.repeat(64), examples: 400, inputs: 3, classes: 1 },
      ...{ recipe: { kind: 'table', target: 'price', amounts: ['price', 'rent'] }, amounts, columns },
    },
  } as Partial<RunConfig>);
  const files = await exported(held);
  const opened = await openSafetensors(new Blob([files['model.safetensors']]));
  expect(opened.ok && opened.value.metadata).toEqual({
    format: 'pt',
    amounts: JSON.stringify(amounts),
    columns: JSON.stringify(columns),
  });
  const source = fromUtf8(files['model.py']);
  expect(source).toContain(
    `AMOUNTS = json.loads(r'[{"name":"price","mean":250,"deviation":80,"unit":"\\u20ac"}`,
  );
  expect(source).toContain('def in_unit(outputs)');
  expect(source).not.toContain('argmax');
  expect(fromUtf8(files['README.md'])).toContain('amounts = predict(model, [{"area_m2": 100, ');
  expect(fromUtf8(files['README.md'])).toContain('`x` to `amounts`, each in its own unit');
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)(
  'its model.py makes inputs of raw values, gaps and unknown texts included',
  async () => {
    const files = await exported(tableRun);
    const folder = mkdtempSync(path.join(tmpdir(), 'lockstep-table-export-'));
    try {
      writeFileSync(path.join(folder, 'model.py'), files['model.py']);
      // PyTorch is not there: only what makes the inputs runs.
      const rows = `[{"area_m2": "1 020,5 m²"}, {"area_m2": "120", COLUMNS[1]["name"]: "oil"}, {"area_m2": 70}, {"area_m2": "?", COLUMNS[1]["name"]: "wood"}]`;
      const script = `import json, sys, types
class Stub(types.ModuleType):
    __path__ = []
    def __getattr__(self, name):
        return type(name, (object,), {})
for name in ("torch", "torch.nn", "torch.nn.functional"):
    sys.modules[name] = Stub(name)
sys.modules["torch"].nn = sys.modules["torch.nn"]
sys.modules["torch.nn"].functional = sys.modules["torch.nn.functional"]
sys.modules["torch"].tensor = lambda values, dtype: values
sys.path.insert(0, sys.argv[1])
from model import COLUMNS, CLASSES, TARGET, prepare
print(json.dumps([COLUMNS, CLASSES, TARGET, prepare(${rows})]))`;
      const { stdout, stderr } = spawnSync('python3', ['-c', script, folder], { encoding: 'utf8' });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual([
        columns,
        ['cheap', 'dear'],
        'class',
        [
          [46.025, 0, 0],
          [1, 0, 1],
          [-1.5, 0, 0],
          [0, 0, 0],
        ],
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test('columns that do not make up the inputs are left out', async () => {
  const { config } = tableRun.state;
  const other = { ...config, data: { ...config.data, columns: columns.slice(0, 1) } } as RunConfig;
  const files = await exported(heldState(other));
  expect(fromUtf8(files['model.py'])).not.toContain('COLUMNS');
  expect(fromUtf8(files['model.py'])).toContain('CLASSES');
});

test('altered examples are said in model.py, and PyTorch does not go on with them', async () => {
  const { state } = heldState(runOf(linearPreset([28, 28], 10)));
  const altered: RunConfig = {
    ...state.config,
    data: { kind: 'digits', examples: 90 },
    augment: { shift: 2, flip: true, brightness: 0.25 },
  };
  const files = await exported(heldState(altered));
  expect(fromUtf8(files['model.py']).split('\n')[0]).toContain(
    'Trained on examples altered at each step: shifted by up to 2 pixels, mirrored half of the times, up to 0.25 brighter or darker.',
  );
  expect(Object.keys(files)).not.toContain('train.py');
  expect(fromUtf8(files['README.md'])).toContain(
    'its examples are altered at each step, which only Lockstep does',
  );
});

test('a run of local steps, streamed or not, has no script that would do something else', () => {
  const { state } = heldState();
  for (const sync of [syncNamed('local-sgd', 8), streamingDiloco(8)])
    expect(whyNotContinued({ ...state, sync }, true)).toBe('its members add up only every so many steps');
  expect(whyNotContinued(state, true)).toBeUndefined();
});

test('a file that is no run is refused', async () => {
  expect(await exportRun(new Blob(['PK']))).toMatchObject({ ok: false, error: { code: 'foreign' } });
});

test('the archive holds the files, as another program reads it', () => {
  const files = [
    { name: 'model.py', bytes: new TextEncoder().encode('print("é")\n') as ExportFile['bytes'] },
    { name: 'empty', bytes: new Uint8Array() },
    { name: 'weights', bytes: Uint8Array.from({ length: 70_000 }, (_, i) => (i * 31) & 0xff) },
  ];
  const folder = mkdtempSync(path.join(tmpdir(), 'lockstep-zip-'));
  try {
    writeFileSync(path.join(folder, 'x.zip'), zipOf(files));
    const read = 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])'; // prettier-ignore
    const { status, stderr } = spawnSync('python3', ['-c', read, path.join(folder, 'x.zip'), folder]);
    expect(status, stderr?.toString()).toBe(0);
    for (const { name, bytes } of files)
      expect(new Uint8Array(readFileSync(path.join(folder, name)))).toEqual(bytes);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a GPT of byte pairs has a tokenizer that another reader of the format applies alike', async () => {
  const text = 'der Fuchs, 2026 Füchse!\n  naïve 漢字かな 😀 der Fuchs'.repeat(9);
  const counts = new Map<string, number>();
  const cutter = new WordCutter((word) => {
    const name = String.fromCharCode(...word);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  cutter.write(utf8(text));
  cutter.end();
  const merges = learnFrom(counts, 290);
  const vocabulary = 256 + merges.length;
  const model = gptPreset({ ...gptSizes.tiny, vocabulary, dropout: 0, tied: true });
  const { context } = gptSizes.tiny;
  const examples = windowCount(4000, context);
  const held = heldState({
    model,
    data: {
      ...{ kind: 'text', name: 'x', sha256: '0'.repeat(64), characters: 9000, tokens: 4000, bytes: 9900 },
      ...{ examples, context, vocabulary, recipe: { kind: 'text', merges: mergesText(merges) } },
    },
  });
  const files = await exported(held);
  const tokenizer = json(files['tokenizer.json']) as unknown as TokenizerJson;
  const [split] = tokenizer.pre_tokenizer.pretokenizers;
  const read = (words: string): number[] =>
    (words.match(new RegExp(split.pattern!.Regex, 'gu')) ?? []).flatMap((word) => bpe(word, tokenizer.model));
  expect(read(text)).toEqual(tokensOf(text, { kind: 'byte-pairs', merges }).known);
  const ids = Object.values(tokenizer.model.vocab);
  expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: vocabulary }, (_, i) => i));
  expect(json(files['config.json'])).toMatchObject({ vocab_size: vocabulary });
});

interface TokenizerJson {
  readonly pre_tokenizer: {
    readonly pretokenizers: readonly { readonly pattern?: { readonly Regex: string } }[];
  };
  readonly model: { readonly vocab: Record<string, number>; readonly merges: readonly string[] };
}

/** The code as GPT-2's encoder.py has it: bytes to visible characters, then the pair of the lowest rank first. */
function bpe(word: string, { vocab, merges }: TokenizerJson['model']): number[] {
  const visible = [...range(33, 126), ...range(161, 172), ...range(174, 255)];
  const others = range(0, 255).filter((byte) => !visible.includes(byte));
  const nameOf = (byte: number): string =>
    String.fromCodePoint(visible.includes(byte) ? byte : 256 + others.indexOf(byte));
  let parts = [...new TextEncoder().encode(word)].map(nameOf);
  for (;;) {
    const ranks = parts.slice(1).map((part, i) => merges.indexOf(`${parts[i]} ${part}`));
    const lowest = Math.min(...ranks.filter((rank) => rank >= 0));
    if (!Number.isFinite(lowest)) return parts.map((part) => vocab[part]);
    const [left, right] = merges[lowest].split(' ');
    const next: string[] = [];
    for (let i = 0; i < parts.length; i++)
      if (parts[i] === left && parts[i + 1] === right) next.push(left + parts[++i]);
      else next.push(parts[i]);
    parts = next;
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

const adapters = { rank: 3, alpha: 6, weights: ['layers.2.0.1.qkv.weight', 'layers.2.1.2.weight'] };
const adaptedModel = { ...gpt(true), adapters };
const wholeSlots = compile(gpt(true), 1).slots;
const frozen = fromHalfs(toHalfs(Float32Array.from({ length: endOf(wholeSlots) }, (_, i) => Math.sin(i))));
const baseFile = new Blob([tensorFile(gpt(true), frozen)]);

test('a run of adapters: the whole model with the adapters added, and the adapters alone for PEFT', async () => {
  const base = await nameOfFile(baseFile, () => Promise.resolve());
  const held = heldState({ ...runOf(adaptedModel), base });
  const run = new Blob([fileBytes(held, { ...around, vocabulary: { kind: 'characters', characters } })]);
  const files = await exportRun(run, { find: () => Promise.resolve(baseFile) });
  if (!files.ok) throw new Error(inEnglish(files.error.says));
  const byName = new Map(files.value.map(({ name, bytes }) => [name, bytes]));
  expect(json(byName.get('adapter/adapter_config.json')!)).toMatchObject({
    ...{ peft_type: 'LORA', r: 3, lora_alpha: 6, fan_in_fan_out: true },
    target_modules: ['transformer.h.0.attn.c_attn', 'transformer.h.0.mlp.c_proj'],
  });
  const open = async (name: string) => {
    const opened = await openSafetensors(new Blob([byName.get(name)!]));
    if (!opened.ok) throw new Error(inEnglish(opened.error.says));
    return opened.value;
  };
  const peft = await open('adapter/adapter_model.safetensors');
  const prefix = 'base_model.model.transformer.h.0.';
  expect([...peft.tensors.values()].map(({ name, shape }) => [name, shape])).toEqual([
    [`${prefix}attn.c_attn.lora_A.weight`, [3, 24]],
    [`${prefix}attn.c_attn.lora_B.weight`, [72, 3]],
    [`${prefix}mlp.c_proj.lora_A.weight`, [3, 96]],
    [`${prefix}mlp.c_proj.lora_B.weight`, [24, 3]],
  ]);
  const whole = await open('model.safetensors');
  expect([...whole.tensors.keys()]).toEqual(tensorLayouts(gpt(true)).map(({ name }) => name));
  const merged = mergedParameters(
    { base: wholeSlots, slots: compile(adaptedModel, 1).slots },
    adapters,
    frozen,
    held.tensors.parameters,
  );
  const placed = whole.tensors.get('transformer.h.0.mlp.c_proj.weight')!;
  const { offset, length } = wholeSlots.find(({ name }) => name === adapters.weights[1])!;
  expect(new Uint8Array(await whole.file.slice(placed.start, placed.end).arrayBuffer())).toEqual(
    bytesOf(merged.slice(offset, offset + length)),
  );
  expect([byName.has('config.json'), byName.has('train.py')]).toEqual([true, false]);
  const readme = fromUtf8(byName.get('README.md')!);
  expect(readme).toContain('Only adapters of rank 3 on 2 matrices were trained');
  expect(readme).toContain('only its adapters are trained, and the script trains whole models');

  const other = new Blob([
    tensorFile(
      gpt(true),
      frozen.map((value) => -value),
    ),
  ]);
  for (const find of [undefined, () => Promise.resolve(undefined), () => Promise.resolve(other)]) {
    const refused = await exportRun(run, find && { find });
    expect(!refused.ok && inEnglish(refused.error.says)).toMatch(
      /^the model that this run began with is not on this device/,
    );
  }
});

test('a head with an adapter is none that PEFT could give to Transformers, which the README says', async () => {
  const head = { ...adapters, weights: ['layers.4.weight'] };
  const model = gpt(false);
  const bytes = tensorFile(model, new Float32Array(compile(model, 1).parameterCount));
  const held = heldState({ ...runOf({ ...model, adapters: head }), base: nameOfBytes(bytes) });
  const files = await exportRun(new Blob([fileBytes(held)]), {
    find: () => Promise.resolve(new Blob([bytes])),
  });
  if (!files.ok) throw new Error(inEnglish(files.error.says));
  expect(files.value.some(({ name }) => name.startsWith('adapter/'))).toBe(false);
  const readme = files.value.find(({ name }) => name === 'README.md')!;
  expect(fromUtf8(readme.bytes)).toContain('There is no folder for PEFT: the model');
});

test('layers that stayed as they were stand before those that were trained', async () => {
  const model = { ...testCnn.spec, frozenLayers: 3 };
  const plan = compile(model, 1);
  const flat = fromHalfs(toHalfs(Float32Array.from({ length: endOf(plan.base) }, (_, i) => Math.cos(i))));
  const made = baseFileFrom(model, flat);
  if (!made.ok) throw new Error(inEnglish(made.error.says));
  const file = made.value;
  const held = heldState({ ...runOf(model), base: await nameOfFile(file, () => Promise.resolve()) });
  const files = await exportRun(new Blob([fileBytes(held)]), { find: () => Promise.resolve(file) });
  if (!files.ok) throw new Error(inEnglish(files.error.says));
  const byName = new Map(files.value.map(({ name, bytes }) => [name, bytes]));
  const whole = Float32Array.from([...flat, ...held.tensors.parameters]);
  const opened = await openSafetensors(new Blob([byName.get('model.safetensors')!]));
  if (!opened.ok) throw new Error(inEnglish(opened.error.says));
  const layouts = tensorLayouts(testCnn.spec);
  expect([...opened.value.tensors.keys()]).toEqual(layouts.map(({ name }) => name));
  for (const layout of layouts) {
    const expected = new Float32Array(layout.length);
    toFileOrder(layout, whole, 0, expected);
    const placed = opened.value.tensors.get(layout.name)!;
    const bytes = await opened.value.file.slice(placed.start, placed.end).arrayBuffer();
    expect(new Uint8Array(bytes), layout.name).toEqual(bytesOf(expected));
  }
  expect([byName.has('model.onnx'), byName.has('train.py')]).toEqual([true, false]);
  const readme = fromUtf8(byName.get('README.md')!);
  expect(readme).toContain('Layers 1 to 3 are of another model, rounded to f16 and not trained');
  expect(whyNotContinued(held.state, true)).toBe(
    'only its last layers are trained, and the script trains whole models',
  );
});
