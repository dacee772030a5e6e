import { inWords } from '../../cli/english/testing/in-words';
import * as v from 'valibot';
import { mergesText } from '../../data/byte-pairs';
import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { inEnglish } from '../../cli/english/in-english';
import { gptPreset, gptSizes, linearPreset } from '../../model/presets';
import { canonical, hashConfig, parseRunConfig, repeatedRunConfig, type RunConfig } from './run-config';
import { decodeRunState, encodeRunState, newRun, stateDigest, type RunState } from './run-state';
import { testConfig } from '../testing/real-ring';

type Json = Record<string, unknown>;
const edit = (path: string, value: unknown): unknown => {
  const copy = JSON.parse(JSON.stringify(testConfig)) as Json;
  const keys = path.split('.');
  const parent = keys.slice(0, -1).reduce((object, key) => object[key] as Json, copy);
  parent[keys.at(-1)!] = value;
  return copy;
};

test('a whole configuration is accepted as it is', () => {
  expect(parseRunConfig(testConfig)).toEqual({ ok: true, value: testConfig });
});

test.each([
  ['localBatch', 6], // not a whole number of micro-batches of 4
  ['localBatch', 0],
  ['localBatch', 1e9],
  ['microBatch', 2.5],
  ['steps', 0],
  ['steps', -1],
  ['steps', 2 ** 33],
  ['steps', '20'],
  ['seed', 2 ** 32],
  ['seed', Number.NaN],
  ['learningRate', 0],
  ['learningRate', Infinity],
  ['learningRate', null],
  ['validationExamples', 300], // nothing left to train on
  ['evaluateEvery', -1],
  ['optimizer', { kind: 'adam' }],
  ['optimizer', { kind: 'sgd', momentum: 1 }],
  ['optimizer.beta1', 1],
  ['optimizer.epsilon', 0],
  ['optimizer', { kind: 'lars', momentum: 0.9 }],
  ['clipNorm', -1],
  ['schedule.kind', 'step'],
  ['schedule.warmupSteps', 1.5],
  ['scaling.referenceBatch', 0],
  ['precision', 'f16'],
  ['checkpoints', 1],
  ['buckets.capBytes', 4],
  ['buckets.mode', 'none'],
  ['data.set', '__proto__'],
  ['data.examples', 1e12],
  ['data', { kind: 'idx', name: 'x', sha256: 'short', examples: 1, inputShape: [2], classes: 2 }],
  ['model.layers', []],
  ['model.layers', Array.from({ length: 65 }, () => ({ kind: 'dense', units: 1, activation: 'none' }))],
  ['model.layers', [{ kind: 'dense', units: 1e9, activation: 'none' }]],
  ['model.layers', [{ kind: 'dense', units: 2, activation: 'none', extra: 1 }]],
  ['model.inputShape', [2, 2, 2, 2, 2]],
  ['model.inputShape', [3]], // the data has two inputs
  ['model.layers', [{ kind: 'dense', units: 1, activation: 'none' }]], // one class for two
  ['model.layers', [{ kind: 'layer-norm' }, { kind: 'attention', heads: 3 }]], // of no sequence
  ['model.layers', Array(8).fill({ kind: 'dense', units: 60_000, activation: 'none' })], // 25 billion
  ['data', { kind: 'stories', examples: 100, context: 8 }], // the model takes numbers
  [
    'data',
    { kind: 'text', name: 'x', sha256: 'short', characters: 41, examples: 9, context: 8, vocabulary: 3 },
  ],
  ['model.name', 'x'.repeat(61)],
  ['unknown', 1],
  ['constructor', {}],
])('refused: %s = %j', (path, value) => {
  const parsed = parseRunConfig(edit(path, value));
  expect(parsed.ok).toBe(false);
  if (!parsed.ok) expect(parsed.error).toMatchObject({ code: 'bad-config' });
});

test('endlessly nested layers are refused, not followed', () => {
  let layer: unknown = { kind: 'dense', units: 2, activation: 'none' };
  for (let depth = 0; depth < 5000; depth++) layer = { kind: 'residual', layers: [layer] };
  const model = { ...testConfig.model, layers: [layer] };
  expect(parseRunConfig({ ...testConfig, model })).toMatchObject({ ok: false });
});

test('a GPT on text is accepted, up to the largest step the update can divide', () => {
  const text = {
    ...testConfig,
    model: gptPreset({ ...gptSizes.mini, vocabulary: 65, dropout: 0.1, tied: true }),
    data: {
      kind: 'text',
      name: 'x',
      sha256: 'a'.repeat(64),
      characters: 32_001,
      examples: 999,
      context: 64,
      vocabulary: 65,
    },
  };
  expect(parseRunConfig(text)).toMatchObject({ ok: true });
  expect(parseRunConfig({ ...text, localBatch: 4096 })).toMatchObject({ ok: true });
  expect(parseRunConfig({ ...text, localBatch: 4100 })).toMatchObject({ ok: false });
  expect(parseRunConfig({ ...text, data: { ...text.data, vocabulary: 66 } })).toMatchObject({
    ok: false,
    error: { says: inWords(expect.stringContaining('the data has 66 classes, the model 65')) },
  });
});

test('a text of byte pairs is accepted if its pairs are well-formed and its numbers fit them', () => {
  const merges = mergesText([[97, 98], [256, 99]]); // prettier-ignore
  const data = {
    ...{ kind: 'text', name: 'x', sha256: 'a'.repeat(64), characters: 40_000, bytes: 40_001, tokens: 32_001 },
    ...{ examples: 999, context: 64, vocabulary: 258, recipe: { kind: 'text', merges } },
  };
  const model = gptPreset({ ...gptSizes.mini, vocabulary: 258, dropout: 0, tied: true });
  const parsed = (change: object) => parseRunConfig({ ...testConfig, model, data: { ...data, ...change } });
  expect(parsed({})).toMatchObject({ ok: true });
  expect(parsed({ recipe: { kind: 'field', field: 'text', merges } })).toMatchObject({ ok: true });
  const tokenizer = { root: 'b'.repeat(64), bytes: 200_000 };
  expect(parsed({ recipe: { kind: 'text', tokenizer } })).toMatchObject({ ok: true });
  for (const [change, why] of [
    [{ recipe: { kind: 'text', merges: mergesText([[97, 98], [900, 99]]) } }, 'pair 2 names a later token'], // prettier-ignore
    [
      { recipe: { kind: 'text', merges: mergesText([[97, 98]]) } },
      'the byte pairs make 257 tokens, and the run says 258',
    ],
    [{ recipe: { kind: 'text', merges: 'A'.repeat(4 * 769) } }, 'data.recipe.merges'],
    [{ recipe: { kind: 'text' } }, 'the tokens that the run names are not well-formed'],
    [{ recipe: { kind: 'text', merges, tokenizer } }, 'the tokens that the run names are not well-formed'],
    [
      { recipe: { kind: 'text', tokenizer: { ...tokenizer, bytes: 2 ** 20 } } },
      'data.recipe.tokenizer.bytes',
    ],
    [{ recipe: undefined }, 'at most 256 of them different, are as many tokens'],
    [{ tokens: 40_000 }, '40,000 tokens do not make 999 windows of 64'],
    [{ vocabulary: 65_537 }, 'data.vocabulary'],
  ] as const)
    expect(parsed(change)).toMatchObject({
      ok: false,
      error: { says: inWords(expect.stringContaining(why)) },
    });
});

test('a text in the characters of a model that was trained before', () => {
  const letters = 'abcdefgh';
  const data = {
    ...{ kind: 'text', name: 'x', sha256: 'a'.repeat(64), characters: 32_001, tokens: 32_001 },
    ...{ examples: 999, context: 64, vocabulary: 8, recipe: { kind: 'characters', characters: letters } },
  };
  const model = gptPreset({ ...gptSizes.mini, vocabulary: 8, dropout: 0, tied: true });
  const parsed = (change: object) => parseRunConfig({ ...testConfig, model, data: { ...data, ...change } });
  expect(parsed({})).toMatchObject({ ok: true });
  for (const [recipe, why] of [
    [{ kind: 'characters', characters: 'abcdefg' }, 'the characters make 7 tokens, and the run says 8'],
    [{ kind: 'characters', characters: 'abcdefgg' }, 'the characters of the text do not ascend'],
    [{ kind: 'characters', characters: 'hgfedcba' }, 'the characters of the text do not ascend'],
    [{ kind: 'characters', characters: '' }, 'data.recipe.characters'],
    [{ kind: 'characters', characters: 'a'.repeat(513) }, 'data.recipe.characters'],
  ] as const)
    expect(parsed({ recipe })).toMatchObject({
      ok: false,
      error: { says: inWords(expect.stringContaining(why)) },
    });
});

test('a table holds its columns and no shape of images, and no member brings another one (E29)', () => {
  const table = {
    ...{ kind: 'table', name: 'x', sha256: 'a'.repeat(64), examples: 400, inputs: 2, classes: 2 },
    recipe: { kind: 'table', target: 'kind', names: false, delimiter: ';' },
    columns: [{ kind: 'category', name: 'colour', values: ['red', 'blue'] }],
  };
  const parsed = (change: object) => parseRunConfig({ ...testConfig, data: { ...table, ...change } });
  expect(parsed({})).toMatchObject({ ok: true, value: { data: table } });
  for (const [change, why] of [
    [{ inputShape: [2] }, 'data.inputShape'],
    [{ own: true }, 'data.own'],
    [{ recipe: undefined }, 'data.recipe'],
    [{ recipe: { kind: 'images', side: 28, channels: 1 } }, 'data.recipe'],
    [{ inputs: 3 }, '3'],
  ] as const)
    expect(parsed(change)).toMatchObject({
      ok: false,
      error: { says: inWords(expect.stringContaining(why)) },
    });
});

test('examples of images and sounds are altered, and others are not', () => {
  const augment = { shift: 2, flip: true, brightness: 0.2 };
  const digits = {
    ...testConfig,
    data: { kind: 'digits', examples: 300 },
    model: linearPreset([28, 28], 10),
    augment,
  };
  expect(parseRunConfig(digits)).toEqual({ ok: true, value: digits });
  expect(hashConfig(digits as RunConfig)).not.toBe(hashConfig({ ...digits, augment: undefined } as never));
  const sounds = {
    ...digits,
    data: {
      kind: 'idx',
      name: 'sounds',
      sha256: 'a'.repeat(64),
      examples: 300,
      classes: 2,
      inputShape: [32, 32],
      recipe: { kind: 'sounds' },
    },
    model: linearPreset([32, 32], 2),
  };
  const problemOf = (input: unknown) => {
    const parsed = parseRunConfig(input);
    return parsed.ok ? undefined : inEnglish(parsed.error.says);
  };
  expect(problemOf(sounds)).toMatch(/sounds are not mirrored/);
  expect(problemOf({ ...sounds, augment: { ...augment, flip: false } })).toBeUndefined();
  expect(problemOf({ ...testConfig, augment })).toMatch(/only images and sounds are altered/);
  for (const wrong of [{ shift: 9 }, { shift: 0.5 }, { brightness: 1 }, { flip: 1 }, { turn: 1 }])
    expect(problemOf({ ...digits, augment: { ...augment, ...wrong } })).toBeDefined();
});

test('shared data with classes is dealt unevenly, and no other', () => {
  const uneven = { ...testConfig, uneven: 0.3 };
  expect(parseRunConfig(uneven)).toEqual({ ok: true, value: uneven });
  expect(hashConfig(uneven)).not.toBe(hashConfig(testConfig));
  const problemOf = (config: object): string | undefined => {
    const parsed = parseRunConfig(config);
    return parsed.ok ? undefined : inEnglish(parsed.error.says);
  };
  const homes = { kind: 'homes', examples: 300, noise: 0.1 };
  const idx = { kind: 'idx', name: 'x', sha256: 'a'.repeat(64), examples: 300, classes: 2, inputShape: [2] };
  expect(problemOf({ ...uneven, data: idx })).toBeUndefined();
  for (const data of [homes, { ...idx, own: true }])
    expect(problemOf({ ...uneven, data })).toMatch(/only data that all members hold, with classes/);
  for (const wrong of [0, 0.001, 101, '1', null])
    expect(problemOf({ ...testConfig, uneven: wrong })).toBeDefined();
});

test('no prototype key gets in, and no input throws', () => {
  const evil = JSON.parse(`{"__proto__": {"polluted": 1}, "steps": 1}`) as unknown;
  expect(parseRunConfig(evil).ok).toBe(false);
  const inside = JSON.parse(
    JSON.stringify(testConfig).replace('"kind":"points"', '"__proto__":{"a":1},"kind":"points"'),
  ) as unknown;
  const parsed = parseRunConfig(inside);
  if (parsed.ok) expect(Object.getPrototypeOf(parsed.value.data)).toBe(Object.prototype);
  expect(({} as Json).polluted).toBeUndefined();
  for (const input of [undefined, null, 0, '', [], {}, [[]], () => 1, Symbol('x'), new Map()])
    expect(parseRunConfig(input).ok).toBe(false);
});

test('equal configurations hash alike, whatever the order of their keys; one changed value changes the hash', () => {
  const shuffled = (value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([key, inner]) => [key, shuffled(inner)]),
        )
      : value;
  expect(hashConfig(shuffled(testConfig) as RunConfig)).toBe(hashConfig(testConfig));
  const hashes = new Set([hashConfig(testConfig)]);
  for (const [path, value] of [
    ['seed', 8],
    ['steps', 21],
    ['learningRate', 0.010000000000000002],
    ['model.name', 'test mlq'],
    ['buckets.overlap', false],
    ['data.noise', 0.1000001],
  ] as const)
    hashes.add(hashConfig(edit(path, value) as RunConfig));
  expect(hashes.size).toBe(7);
  expect(hashConfig(testConfig)).toMatch(/^[0-9a-f]{16}$/);
});

const state: RunState = {
  ...newRun(testConfig),
  version: 9,
  status: 'running',
  initialized: true,
  step: 4,
  kicked: ['0123456789abcdef'],
  cursor: 96,
  redo: [
    [64, 4],
    [80, 8],
  ],
  rateHealth: { loss: 0.1 + 0.7, lossWhenSet: 1 / 3, steps: 3, learningRate: 0.003 },
  batchWarmup: { factor: 1.5, stepsLeft: 3, target: 3 },
  plan: {
    positions: [
      [64, 4],
      [96, 4],
    ],
    shards: [{ member: 'fedcba9876543210', count: 8 }],
    learningRate: 0.1 + 0.2,
    buckets: testConfig.buckets,
  },
};

test('round trip of the run state through bytes, with its digest', () => {
  const decoded = decodeRunState(encodeRunState(state));
  expect(decoded).toEqual({ ok: true, value: state });
  if (decoded.ok) expect(encodeRunState(decoded.value)).toBe(encodeRunState(state));
  const root = '00112233445566aa';
  expect(stateDigest(root, { ...state, step: 5 })).not.toBe(stateDigest(root, state));
  expect(stateDigest('00112233445566ab', state)).not.toBe(stateDigest(root, state));
});

test('a hostile run state is an error value', () => {
  const text = encodeRunState(state);
  const bad = [
    '',
    'null',
    '[]',
    '{',
    text.slice(0, -1),
    text.replace('"status":"running"', '"status":"flying"'),
    text.replace('"version":9', '"version":-9'),
    text.replace('"version":9', '"version":1e999'),
    text.replace('"step":4', '"step":4.5'),
    text.replace('"localBatch":8', '"localBatch":7'),
    text.replace('fedcba9876543210', '__proto__'),
    text.replace('"why":""', '"why":"","extra":1'),
    text.replace('"appliedCommand":0', '"appliedCommand":-1'),
    text.replace('"positions":[[64,4],', '"positions":[[64,5],'),
    text.replace('"redo":[[64,4],[80,8]]', '"redo":[[64,4],[90,8]]'),
    text.replace('"redo":[[64,4],[80,8]]', '"redo":[[80,8],[64,4]]'),
    text.replace('"redo":[[64,4],[80,8]]', '"redo":[[64,0],[80,8]]'),
    text.replace('"appliedCommand":0', '"appliedCommand":0.5'),
  ];
  for (const input of bad) expect(decodeRunState(input), input.slice(0, 60)).toMatchObject({ ok: false });
  const random = prng('state', 2);
  for (let i = 0; i < 2000; i++) {
    const chars = [...text];
    for (let flips = 0; flips <= random.below(3); flips++)
      chars[random.below(chars.length)] = String.fromCharCode(random.below(128));
    expect(() => decodeRunState(chars.join(''))).not.toThrow();
  }
});

test('canonical text sorts keys at every depth and keeps arrays', () => {
  expect(canonical({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
});

test('canonical text is that of JSON.stringify over sorted keys, and nothing is remembered of a text that changed', () => {
  /** The engine is asked: it calls the function for every value. */
  const plain = (value: unknown): string =>
    JSON.stringify(value, (_, inner: unknown) =>
      inner && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    );
  const random = prng('canonical');
  const awkward = [0, -0, 1e21, 1e-7, NaN, Infinity, '', '"\\\n\u2028é💧', '\ud800', true, null, undefined];
  const draw = (depth: number): unknown => {
    const kind = random.below(depth > 0 ? 4 : 2);
    if (kind < 2) return awkward[random.below(awkward.length)];
    const inner = Array.from({ length: random.below(5) }, () => draw(depth - 1));
    const keyOf = (): string => ['a', 'B', 'é', '"', '__proto__', 'aa', ''][random.below(7)];
    return kind === 2 ? inner : Object.fromEntries(inner.map((each) => [keyOf(), each]));
  };
  for (let i = 0; i < 3000; i++) {
    const value = draw(4) ?? null;
    expect(canonical(value)).toBe(plain(value));
  }
  const state = newRun(testConfig);
  hashConfig(state.config);
  expect(encodeRunState(state)).toBe(plain(state));
  const other = { ...state, config: { ...state.config, seed: 99 } };
  expect(encodeRunState(other)).toBe(plain(other));
});

test('a configuration that comes again is the same object, and is refused as before when it is not the same', () => {
  const read = (text: string) => v.safeParse(repeatedRunConfig, JSON.parse(text));
  const text = JSON.stringify(testConfig);
  const first = read(text);
  expect(first).toMatchObject({ success: true, output: testConfig });
  expect(read(text).output).toBe(first.output);
  for (const bad of [edit('microBatch', 3), edit('localBatch', 0), { ...testConfig, extra: 1 }, null, 7])
    for (let again = 0; again < 2; again++)
      expect(read(JSON.stringify(bad)).success, JSON.stringify(bad)).toBe(false);
  // Many others come between: the oldest is forgotten, and read again.
  for (let seed = 0; seed < 20; seed++) {
    const other = read(JSON.stringify(edit('seed', seed)));
    expect(other.output).toEqual(edit('seed', seed));
  }
  expect(read(text)).toMatchObject({ success: true, output: testConfig });
});
