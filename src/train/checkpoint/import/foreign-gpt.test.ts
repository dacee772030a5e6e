// GPTs that others wrote begin a run with their weights to the bit; what does not fit is named.
import { inEnglish } from '../../../cli/english/in-english';
import { expect, test } from 'vitest';
import { bytesOf, concatBytes, fromUtf8 } from '../../../base/bytes';
import { prng } from '../../../base/prng';
import type { Result } from '../../../base/result';
import type { Merge } from '../../../data/byte-pairs';
import { recipeOf } from '../../../data/recipe-tokens';
import { windowCount } from '../../../data/window-count';
import { vocabularySize, type Vocabulary } from '../../../data/vocabulary';
import { gptPreset, gptSizes } from '../../../model/presets';
import { exportRun } from '../export/export-run';
import { transformersConfig } from '../export/transformers-files';
import { gpt2Of } from '../gpt2';
import { readCheckpoint } from '../read-checkpoint';
import { openSafetensors } from '../safetensors-file';
import { safetensorsHead, type FileTensor } from '../safetensors-header';
import { tensorLayouts } from '../tensor-layout';
import { around, fileBytes, heldState } from '../testing/held-state';
import { testConfig } from '../../testing/real-ring';
import { parseRunConfig, type RunConfig } from '../../run/run-config';
import { beginFromGpt } from './begin-from-gpt';
import { openForeignGpt, type ForeignGpt } from './foreign-gpt';
import { gptFilesIn } from './gpt-files';

const letters = Array.from({ length: 44 }, (_, i) => String.fromCodePoint(97 + i));
const characters: Vocabulary = { kind: 'characters', characters: letters };
const merges: readonly Merge[] = [[97, 98], [256, 32], [120, 257]]; // prettier-ignore
const bytePairs: Vocabulary = { kind: 'byte-pairs', merges };
const gpt2Words: Vocabulary = { ...bytePairs, gpt2: { special: ['<|endoftext|>'] } };

type Json = Record<string, unknown>;
/** A folder in memory; JSON as objects. */
interface Folder {
  readonly weights: Uint8Array<ArrayBuffer>;
  readonly config: Json;
  readonly tokenizer: Json;
}

function modelFor(vocabulary: Vocabulary, tied = true) {
  return gptPreset({ ...gptSizes.tiny, vocabulary: vocabularySize(vocabulary), dropout: 0.1, tied });
}

function runFor(vocabulary: Vocabulary, tied = true): RunConfig {
  const { context } = gptSizes.tiny;
  const config = parseRunConfig({
    ...testConfig,
    model: modelFor(vocabulary, tied),
    data: {
      ...{ kind: 'text', name: 'rhyme', sha256: 'a'.repeat(64), characters: 5000, tokens: 5000 },
      ...{ examples: windowCount(5000, context), context },
      ...{ vocabulary: vocabularySize(vocabulary), recipe: recipeOf(vocabulary) },
    },
    validationExamples: 4,
  });
  if (!config.ok) throw new Error(inEnglish(config.error.says));
  return config.value;
}

const blob = (content: Json | Uint8Array<ArrayBuffer>): Blob =>
  new Blob([content instanceof Uint8Array ? content : JSON.stringify(content)]);

function open({ weights, config, tokenizer }: Folder): ReturnType<typeof openForeignGpt> {
  return openForeignGpt({ weights: blob(weights), config: blob(config), tokenizer: blob(tokenizer) });
}

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(inEnglish(result.error.says));
  return result.value;
}

async function parametersOf(gpt: ForeignGpt, config: RunConfig): Promise<Uint32Array> {
  const { held, vocabulary } = given(await readCheckpoint(given(await beginFromGpt(gpt, config, 0))));
  expect(held.state).toMatchObject({ step: 0, initialized: true, config });
  expect(vocabulary).toEqual(gpt.vocabulary);
  for (const vector of held.tensors.vectors) expect(vector.every((value) => value === 0)).toBe(true);
  return new Uint32Array(held.tensors.parameters.slice().buffer);
}

async function exported(vocabulary: Vocabulary): Promise<readonly [Folder, Uint32Array]> {
  const held = heldState(runFor(vocabulary));
  const files = given(await exportRun(new Blob([fileBytes(held, { ...around, vocabulary })])));
  const names = given(gptFilesIn(files.map(({ name }) => name)));
  const bytes = (name: string) => files.find((file) => file.name === name)!.bytes;
  const json = (name: string) => JSON.parse(fromUtf8(bytes(name))) as Json;
  return [
    { weights: bytes(names.weights), config: json(names.config), tokenizer: json(names.tokenizer) },
    new Uint32Array(held.tensors.parameters.slice().buffer),
  ];
}

test.each([
  ['characters', characters],
  ['byte pairs', bytePairs],
  ['byte pairs in GPT-2’s words', gpt2Words],
] as const)('what we export begins a run with the same bits: %s', async (_, vocabulary) => {
  const [folder, bits] = await exported(vocabulary);
  const gpt = given(await open(folder));
  expect(gpt).toMatchObject({ vocabulary, notes: [], shape: { ...gptSizes.tiny, dropout: 0.1, tied: true } });
  expect(await parametersOf(gpt, runFor(vocabulary))).toEqual(bits);
});

/** Tensors of a GPT-2 as PyTorch names them, with `rows` tokens; each value is one that 16 bits hold exactly. */
function tensorsOf(rows: number, prefix: string, isTied: boolean): Map<string, readonly number[]> {
  const { channels: c, context } = gptSizes.tiny;
  const shapes: [string, number[]][] = [
    ['wte.weight', [rows, c]],
    ['wpe.weight', [context, c]],
    ...['h.0.ln_1', 'h.0.ln_2', 'ln_f'].flatMap((norm): [string, number[]][] => [[`${norm}.weight`, [c]], [`${norm}.bias`, [c]]]),
    ...([['h.0.attn.c_attn', c, 3 * c], ['h.0.attn.c_proj', c, c], ['h.0.mlp.c_fc', c, 4 * c], ['h.0.mlp.c_proj', 4 * c, c]] as const)
      .flatMap(([name, from, to]): [string, number[]][] => [[`${name}.weight`, [from, to]], [`${name}.bias`, [to]]]),
  ]; // prettier-ignore
  const named = shapes.map(([name, shape]) => [`${prefix}${name}`, shape] as const);
  return new Map(isTied ? named : [...named, ['lm_head.weight', [rows, c]]]);
}

type Values = ReadonlyMap<string, Float32Array>;

function written(
  shapes: ReadonlyMap<string, readonly number[]>,
  dtype: 'F32' | 'F16' | 'BF16',
  extra: readonly FileTensor[] = [],
): readonly [Uint8Array<ArrayBuffer>, Values] {
  const random = prng('foreign', dtype);
  const values = new Map<string, Float32Array>();
  const tensors = [...shapes].map(([name, shape]): FileTensor => ({ name, dtype, shape }));
  const parts = tensors.map(({ name, shape }) => {
    // Seven bits of fraction, exponents from 2^-8: exact in every format.
    const exact = Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => (random.below(2) ? 1 : -1) * (1 + random.below(128) / 128) * 2 ** -random.below(9));
    values.set(name, exact);
    if (dtype === 'F32') return bytesOf(exact);
    const bits = Uint16Array.from(new Uint32Array(exact.buffer), (word) =>
      dtype === 'BF16' ? word >>> 16 : ((word >>> 16) & 0x8000) | ((((word >>> 23) & 255) - 112) << 10) | ((word >>> 13) & 1023));
    return bytesOf(bits);
  }); // prettier-ignore
  const masks = extra.map(({ shape }) => new Uint8Array(shape.reduce((a, b) => a * b)));
  return [concatBytes(safetensorsHead([...tensors, ...extra], {}), ...parts, ...masks), values];
}

/** A tokenizer of another program: the characters in another order, and one token that no text has. */
const order = [...letters.keys()].map((i) => (i * 7 + 3) % letters.length);
const foreignTokenizer: Json = {
  pre_tokenizer: { type: 'Split', pattern: { Regex: '[\\s\\S]' }, behavior: 'Isolated', invert: false },
  model: {
    type: 'WordLevel',
    vocab: { '<|end|>': 44, ...Object.fromEntries(letters.map((letter, i) => [letter, order[i]])) },
  },
};
const plainConfig = JSON.parse(transformersConfig(gpt2Of(modelFor(characters))!)) as Json;
const foreignConfig: Json = { ...plainConfig, vocab_size: 48 };
const mask: FileTensor = { name: 'h.0.attn.bias', dtype: 'U8', shape: [1, 1, 4, 4] };

test.each([
  ['F32', '', true],
  ['F16', 'transformer.', true],
  ['BF16', '', false],
  ['F16', 'transformer.', false],
] as const)('%s with names “%swte.weight …”, tied %s: its rows by our tokens', async (dtype, prefix, isTied) => {
  const [weights, values] = written(tensorsOf(48, prefix, isTied), dtype, [{ ...mask, name: `${prefix}${mask.name}` }]);
  const config = { ...foreignConfig, tie_word_embeddings: isTied };
  const gpt = given(await open({ weights, config, tokenizer: foreignTokenizer }));
  expect(gpt.notes.map(inEnglish)).toEqual(['4 tokens that no text has are left out, such as “<|end|>”.']);
  const run = runFor(characters, isTied);
  const { held } = given(await readCheckpoint(given(await beginFromGpt(gpt, run, 0))));
  const { parameters } = held.tensors;
  const c = gptSizes.tiny.channels;
  const tokens = values.get(`${prefix}wte.weight`)!;
  letters.forEach((_, i) => expect(parameters.subarray(i * c, (i + 1) * c)).toEqual(tokens.subarray(order[i] * c, (order[i] + 1) * c)));
  const slots = new Map(tensorLayouts(run.model).map(({ name, offset, length }) => [name, parameters.subarray(offset, offset + length)]));
  expect(slots.get('transformer.h.0.attn.c_attn.weight')).toEqual(values.get(`${prefix}h.0.attn.c_attn.weight`));
  expect(slots.get('transformer.ln_f.bias')).toEqual(values.get(`${prefix}ln_f.bias`));
  if (isTied) return;
  // The head's weight is (out, in) in the file and (in, out) here; Transformers' has no bias.
  const head = values.get('lm_head.weight')!;
  const ours = slots.get('lm_head.weight')!;
  for (let token = 0; token < letters.length; token++)
    for (let channel = 0; channel < c; channel++)
      if (ours[channel * letters.length + token] !== head[order[token] * c + channel]) throw new Error(`${token}, ${channel}`);
  expect(slots.get('lm_head.bias')!.every((value) => value === 0)).toBe(true);
}); // prettier-ignore

test('what does not fit is named, with its tensor', async () => {
  const shapes = tensorsOf(48, '', true);
  const whole: Folder = {
    weights: written(shapes, 'F32')[0],
    config: foreignConfig,
    tokenizer: foreignTokenizer,
  };
  const without = new Map([...shapes].filter(([name]) => name !== 'h.0.mlp.c_fc.bias'));
  const turned = new Map([...shapes, ['h.0.attn.c_attn.weight', [72, 24]]] as const);
  const more = new Map([...shapes, ['h.1.ln_1.weight', [24]]] as const);
  const config = (change: Json): Partial<Folder> => ({ config: { ...foreignConfig, ...change } });
  const tokenizer = (change: Json): Partial<Folder> => ({ tokenizer: { ...foreignTokenizer, ...change } });
  const bpe = (merges: readonly unknown[]): Partial<Folder> => ({
    tokenizer: { pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false }, model: { type: 'BPE', vocab: { a: 0 }, merges } },
  }); // prettier-ignore
  const nan = whole.weights.slice();
  new DataView(nan.buffer).setFloat32(nan.length - 4, NaN, true);
  const cases: readonly [Partial<Folder>, RegExp][] = [
    [{ weights: written(without, 'F32')[0] }, /“h\.0\.mlp\.c_fc\.bias” is missing/],
    [{ weights: written(turned, 'F32')[0] }, /“h\.0\.attn\.c_attn\.weight” has the shape \(72, 24\), and by config\.json \(24, 72\)/], // prettier-ignore
    [{ weights: written(more, 'F32')[0] }, /a tensor that a GPT-2 does not have: “h\.1\.ln_1\.weight”/],
    [{ weights: whole.weights.subarray(0, 9000) }, /it is cut/],
    [{ weights: whole.weights.slice(0, 5) }, /too short/],
    [config({ model_type: 'llama' }), /it is a “llama”, not a “gpt2”/],
    [config({ activation_function: 'relu' }), /its activation is “relu”/],
    [config({ n_inner: 100 }), /its inner layers are 100 wide/],
    [config({ n_head: 5 }), /24 channels are no whole number for each of 5 heads/],
    [config({ n_positions: 5000 }), /it has 5,000 positions; at most 4,096 fit/],
    [config({ n_layer: 61 }), /it has 61 layers; at most 60 fit/],
    [config({ n_layer: 2 }), /“h\.1\.ln_1\.weight” is missing/],
    [config({ vocab_size: 150_000 }), /it has 150,000 tokens/],
    [config({ layer_norm_epsilon: 1e-6 }), /its layer norms add 0\.000001/],
    [config({ scale_attn_by_inverse_layer_idx: true }), /its attention is scaled in another way/],
    [config({ add_cross_attention: true }), /cross attention/],
    [config({ n_embd: 'many' }), /config\.json: n_embd/],
    [config({ vocab_size: 40 }), /a token of the tokenizer has number 4\d, and the model 40 tokens/],
    [config({ tie_word_embeddings: false }), /“lm_head\.weight” is missing/],
    [tokenizer({ normalizer: { type: 'NFC' } }), /it changes texts first \(NFC\)/],
    [tokenizer({ pre_tokenizer: { type: 'Whitespace' } }), /its tokens are words, not characters/],
    [bpe([]), /it has no byte pairs/],
    [bpe(['a zz']), /merge 1 is not of two earlier tokens/],
    [bpe(['a b', 'a b']), /two of its merges make “ab”/],
    [bpe(Array.from({ length: 769 }, () => 'a b')), /merges make “ab”/],
    [bpe(['a b']), /it has no token for/],
  ];
  for (const [change, why] of cases) {
    const opened = await open({ ...whole, ...change });
    expect(opened.ok ? 'taken' : inEnglish(opened.error.says)).toMatch(why);
  }
  const last = await open({ ...whole, weights: nan });
  const begun = await beginFromGpt(given(last), runFor(characters), 0);
  expect(begun.ok ? 'taken' : inEnglish(begun.error.says)).toMatch(/“h\.0\.mlp\.c_proj\.bias”/);
});

test('headers changed at random are refused or taken, and never throw', async () => {
  const [weights] = written(tensorsOf(48, '', true), 'F16');
  const headLength = 8 + new DataView(weights.buffer).getUint32(0, true);
  let refused = 0;
  for (let seed = 0; seed < 200; seed++) {
    const random = prng('fuzz', seed);
    const spoilt = weights.slice();
    for (let i = 0; i <= random.below(3); i++) spoilt[random.below(headLength)] = random.below(256);
    const opened = await open({ weights: spoilt, config: foreignConfig, tokenizer: foreignTokenizer });
    if (!opened.ok) refused++;
    else await beginFromGpt(opened.value, runFor(characters), 0);
  }
  expect(refused).toBeGreaterThan(150);
});

test('of a folder, the three files are found by name, or the missing one is named', () => {
  const found = (...paths: string[]): unknown => {
    const files = gptFilesIn(paths);
    return files.ok ? files.value : inEnglish(files.error.says);
  };
  expect(found('m/run.safetensors', 'm/model.safetensors', 'm/config.json', 'm/tokenizer.json')).toEqual({ weights: 'm/model.safetensors', config: 'm/config.json', tokenizer: 'm/tokenizer.json' }); // prettier-ignore
  expect(found('gpt.safetensors', 'config.json', 'tokenizer.json')).toMatchObject({ weights: 'gpt.safetensors' }); // prettier-ignore
  expect(found('config.json', 'tokenizer.json')).toMatch(/lack model\.safetensors, the weights of the model/);
  expect(found('a.safetensors', 'tokenizer.json')).toMatch(/lack config\.json, the shape of the model/);
  expect(found('a.safetensors', 'config.json')).toMatch(/lack tokenizer\.json, its vocabulary/);
  expect(found('a.safetensors', 'b.safetensors', 'config.json', 'tokenizer.json')).toMatch(/of “a\.safetensors” and “b\.safetensors”, one is the weights/); // prettier-ignore
  const shards = ['m/model-00002-of-00002.safetensors', 'm/model-00001-of-00002.safetensors'];
  const others = ['m/model.safetensors.index.json', 'm/config.json', 'm/tokenizer.json'];
  expect(found(...shards, ...others)).toEqual({
    weights: shards[1],
    shards: [shards[0]],
    config: 'm/config.json',
    tokenizer: 'm/tokenizer.json',
  });
  expect(found(shards[0], ...others)).toMatch(
    /^“m\/model-00002-of-00002\.safetensors” is one of several files of weights, and some are missing/,
  );
});

test('weights in several files begin a run with the same bits', async () => {
  const [folder, bits] = await exported(characters);
  const whole = given(await openSafetensors(blob(folder.weights)));
  const names = [...whole.tensors.keys()];
  const shard = (of: readonly string[]): Blob => {
    const tensors = of.map((name) => whole.tensors.get(name)!);
    return new Blob([
      safetensorsHead(
        tensors.map(({ name, dtype, shape }) => ({ name, dtype, shape })),
        {},
      ),
      ...tensors.map(({ start, end }) => folder.weights.slice(start, end)),
    ]);
  };
  const [one, other] = [shard(names.slice(0, 5)), shard(names.slice(5))];
  const files = { config: blob(folder.config), tokenizer: blob(folder.tokenizer) };
  const gpt = given(await openForeignGpt({ ...files, weights: one, shards: [other] }));
  expect(await parametersOf(gpt, runFor(characters))).toEqual(bits);
  const twice = await openForeignGpt({ ...files, weights: one, shards: [one] });
  expect(!twice.ok && inEnglish(twice.error.says)).toMatch(/is in two of its files$/);
});
