// A run of adapters: which weights, of what rank, on which base. What does not go together is said before anything is fetched.
import { expect, test } from 'vitest';
import { inEnglish } from '../../cli/english/in-english';
import { endOf } from '../../model/engine';
import { compile } from '../../model/plan/plan';
import { gptPreset, layersPreset, linearPreset, mlpPreset } from '../../model/presets';
import { testConfig } from '../testing/real-ring';
import { namedFilesOf } from './named-files-of';
import { hashConfig, parseRunConfig } from './run-config';

const gpt = gptPreset({
  vocabulary: 65,
  context: 16,
  channels: 24,
  heads: 2,
  layers: 1,
  dropout: 0,
  tied: true,
});
const adapters = { rank: 4, alpha: 8, weights: ['layers.1.0.1.qkv.weight', 'layers.1.1.2.weight'] };
const model = { ...gpt, adapters };
const frozen = endOf(compile(model, 1).base);
const base = { root: 'b'.repeat(64), bytes: 2 * frozen + 900 };
const data = {
  kind: 'text',
  name: 'x',
  sha256: 'a'.repeat(64),
  characters: 8_001,
  examples: 999,
  context: 16,
  vocabulary: 65,
} as const;
const config = { ...testConfig, model, base, data };

/** As it is read from a peer. */
function parsed(change: object) {
  const read = parseRunConfig(JSON.parse(JSON.stringify({ ...config, ...change })));
  if (!read.ok) throw new Error(inEnglish(read.error.says));
  return read.value;
}
const withAdapters = (change: object) => ({ model: { ...gpt, adapters: { ...adapters, ...change } } });

test('a configuration names adapters and their base, and its hash covers both', () => {
  expect(parsed({})).toEqual(config);
  expect(namedFilesOf(parsed({}))).toEqual([base]);
  const others = [
    parsed({}),
    parsed({ base: { ...base, root: 'c'.repeat(64) } }),
    parsed({ base: { ...base, bytes: base.bytes + 1 } }),
    parsed(withAdapters({ rank: 5 })),
    parsed(withAdapters({ alpha: 9 })),
    parsed(withAdapters({ weights: adapters.weights.slice(1) })),
    parsed({ base: undefined, model: gpt }),
  ];
  expect(new Set(others.map(hashConfig)).size).toBe(others.length);
});

const [first] = adapters.weights;
const moons = { kind: 'points', set: 'moons', examples: 300, noise: 0.1 } as const;
const digits = { kind: 'digits', examples: 300 } as const;
const mlp = { ...mlpPreset([2], 2, [16, 8], 'tanh'), frozenLayers: 1 };
const pooled = layersPreset([28, 28], 10, [{ kind: 'average-pool', size: 4 }]);

test('a configuration names frozen layers and their file, and its hash covers both', () => {
  const frozen = { model: mlp, data: moons, base: { ...base, bytes: 4 * (2 * 16 + 16) } };
  expect(parsed(frozen)).toEqual({ ...config, ...frozen });
  expect(namedFilesOf(parsed(frozen))).toEqual([frozen.base]);
  const more = {
    ...frozen,
    model: { ...mlp, frozenLayers: 2 },
    base: { ...base, bytes: 4 * (48 + 16 * 8 + 8) },
  };
  expect(hashConfig(parsed(frozen))).not.toBe(hashConfig(parsed(more)));
});

test.each([
  ['the run trains a part of its model, and names no base for the rest', { base: undefined }],
  ['the run names a base, and trains its whole model', { model: gpt }],
  ['a run has either adapters or frozen layers', { model: { ...model, frozenLayers: 1 } }],
  [
    'the run trains a part of its model, and names no base for the rest',
    { model: mlp, base: undefined, data: moons },
  ],
  ['the first 3 layers cannot be frozen', { model: { ...mlp, frozenLayers: 3 }, data: moons }],
  ['the first layer cannot be frozen', { model: { ...pooled, frozenLayers: 1 }, data: digits }],
  ['model.frozenLayers', { model: { ...mlp, frozenLayers: 0 }, data: moons }],
  ['model.frozenLayers', { model: { ...mlp, frozenLayers: 1.5 }, data: moons }],
  ['the file of the base has', { model: mlp, base: { ...base, bytes: 2 * (2 * 16 + 16) - 1 }, data: moons }],
  ['the model has no weight layers.9.weight', withAdapters({ weights: ['layers.9.weight'] })],
  ['the model has no weight layers.0.tokens', withAdapters({ weights: ['layers.0.tokens'] })],
  [`${first} has two adapters`, withAdapters({ weights: [first, first] })],
  [`an adapter of ${first} has rank 25, and 24 at most helps`, withAdapters({ rank: 25 })],
  ['model.adapters.rank', withAdapters({ rank: 0 })],
  ['model.adapters.rank', withAdapters({ rank: 1025 })],
  ['model.adapters.rank', withAdapters({ rank: 2.5 })],
  ['model.adapters.alpha', withAdapters({ alpha: 0 })],
  ['model.adapters.alpha', withAdapters({ alpha: Infinity })],
  ['model.adapters.weights', withAdapters({ weights: [] })],
  ['model.adapters.dropout', withAdapters({ dropout: 0.1 })],
  ['the file of the base has', { base: { ...base, bytes: 2 * frozen - 1 } }],
  ['the file of the base has', { base: { ...base, bytes: 4 * frozen + 2 ** 20 } }],
  ['base.bytes', { base: { ...base, bytes: 2 ** 31 } }],
  ['base.root', { base: { ...base, root: 'x' } }],
  // The base counts among the parameters that a device has to hold.
  [
    'the model has 400,160,002 parameters',
    {
      data: { kind: 'points', set: 'moons', examples: 300, noise: 0.1 },
      model: {
        ...linearPreset([2], 2),
        layers: [
          { kind: 'dense', units: 20_000, activation: 'relu' },
          { kind: 'dense', units: 20_000, activation: 'relu' },
          { kind: 'dense', units: 2, activation: 'none' },
        ],
        adapters: { rank: 1, alpha: 1, weights: ['layers.1.weight'] },
      },
    },
  ],
])('refused: %s', (why, change) => {
  expect(() => parsed(change)).toThrow(why);
});
