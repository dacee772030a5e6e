import { expect, test } from 'vitest';
import type { RunConfig } from '../../../src/replica/protocol';
import { presets } from '../../../src/replica/presets';
import { moonsRun } from '../../../src/train/testing/moons-run';
import { augmentWords } from '../words/augment-words';
import { unevenWords } from '../words/uneven-words';
import { mixtureOf } from '../../../src/data/uneven-classes';
import { configOf, firstLayers, formOf, largestDivisor } from './run-form';

const preset: RunConfig = {
  ...moonsRun([16], 1000),
  localBatch: 32,
  microBatch: 32,
  optimizer: { kind: 'momentum', momentum: 0.8, nesterov: true },
  steps: 100,
  evaluateEvery: 10,
};

test('an untouched form gives the preset back', () => {
  expect(configOf(formOf(preset), preset)).toEqual({ ok: true, config: preset });
});

test('adapters and their base stay with their model, and go with another', () => {
  const adapters = { rank: 2, alpha: 4, weights: ['layers.0.weight'] };
  const base = { root: 'b'.repeat(64), bytes: 1000 };
  const adapted: RunConfig = { ...preset, model: { ...preset.model, adapters }, base };
  const slower = configOf({ ...formOf(adapted), learningRate: '0.01' }, adapted);
  expect(slower).toEqual({ ok: true, config: { ...adapted, learningRate: 0.01 } });
  const wider = configOf({ ...formOf(adapted), widths: '32' }, adapted);
  expect(wider.ok && [wider.config.model.adapters, wider.config.base]).toEqual([undefined, undefined]);
});

test('a changed batch keeps whole micro-batches, and files bring their shape and classes', () => {
  const data = {
    kind: 'idx' as const,
    name: 'x',
    sha256: 'a'.repeat(64),
    examples: 600,
    inputShape: [28, 28],
    classes: 10,
  };
  const result = configOf({ ...formOf(preset), localBatch: '50', widths: '64 32' }, preset, data);
  expect(result.ok).toBe(true);
  if (!result.ok) return;
  expect(result.config.microBatch).toBe(25);
  expect(result.config.model.inputShape).toEqual([28, 28]);
  expect(result.config.model.layers.map((layer) => layer.kind === 'dense' && layer.units)).toEqual([
    64, 32, 10,
  ]);
  expect(result.config.validationExamples).toBe(120);
});

test('the loss of amounts is chosen, and a table of amounts gets an output for each', () => {
  const homes = presets.find(({ id }) => id === 'homes')!.config;
  expect(configOf(formOf(homes), homes)).toEqual({ ok: true, config: homes });
  const huber = configOf({ ...formOf(homes), loss: 'huber' }, homes);
  expect(huber.ok && huber.config.model).toEqual({ ...homes.model, loss: 'huber' });
  const amounts = ['price', 'rent'].map((name) => ({ name, mean: 1, deviation: 2 }));
  const table = {
    kind: 'table',
    ...{ name: 'x', sha256: 'a'.repeat(64), examples: 600, inputs: 5, classes: 1, amounts },
    recipe: { kind: 'table', target: 'price', amounts: ['price', 'rent'] },
  } as const;
  const read = configOf(formOf(preset), preset, table);
  expect(read.ok && read.config.model).toMatchObject({ loss: 'squared', inputShape: [5] });
  expect(read.ok && read.config.model.layers.at(-1)).toMatchObject({ units: 2 });
});

test('a list of layers begins with the model that one had, and each row says what it holds', () => {
  const digits = presets.find(({ id }) => id === 'digits')!.config;
  const ownLayers = firstLayers(digits);
  expect(ownLayers).toBe('dense-u128-arelu_dense-u64-arelu');
  const form = { ...formOf(digits), family: 'layers', ownLayers } as const;
  const same = configOf(form, digits);
  expect(same.ok && same.config.model.layers).toEqual(digits.model.layers);
  const changed = configOf({ ...form, ownLayers: 'max-k2_dense-u8-atanh-d0.5' }, digits);
  expect(changed.ok && changed.config.model.layers).toEqual([
    { kind: 'max-pool', size: 2 },
    { kind: 'dense', units: 8, activation: 'tanh' },
    { kind: 'dropout', rate: 0.5 },
    { kind: 'dense', units: 10, activation: 'none' },
  ]);
  if (changed.ok) expect(configOf(formOf(changed.config), changed.config)).toEqual(changed);
  const refused = configOf({ ...form, ownLayers: 'tower-9' }, digits);
  expect(!refused.ok && refused.problems.ownLayers).toMatch(/cannot be read/);
});

test('a text that is shorter than the context is said at the context, before a run is tried', () => {
  const text = {
    kind: 'text',
    name: 'x',
    sha256: 'a'.repeat(64),
    characters: 220,
    examples: 0,
    context: 0,
    vocabulary: 30,
  } as const;
  const form = { ...formOf(preset), family: 'gpt', context: '512' } as const;
  expect(configOf(form, preset, text)).toEqual({
    ok: false,
    problems: { context: 'Context is at most 219 for this text.' },
  });
  expect(configOf({ ...form, context: '128' }, preset, text).ok).toBe(true);
});

test('the form chooses a fixed batch, and shards by speed', () => {
  const form = {
    ...formOf(preset),
    batchMode: 'fixed' as const,
    globalBatch: '96',
    shards: 'measured' as const,
  };
  expect(configOf(form, preset)).toMatchObject({
    ok: true,
    config: { batchMode: 'fixed', globalBatch: 96, shards: 'measured', localBatch: 32 },
  });
});

test.each([
  ['globalBatch', '0'],
  ['localBatch', '0'],
  ['localBatch', '2.5'],
  ['localBatch', ''],
  ['learningRate', '0'],
  ['learningRate', '-1'],
  ['learningRate', 'abc'],
  ['steps', '1e99'],
  ['widths', '64; 64'],
  ['widths', '0'],
  ['widths', '1,2,3,4,5,6,7'],
  ['seed', '4294967296'],
] as const)('%s = %j is refused with a sentence', (field, text) => {
  const result = configOf({ ...formOf(preset), [field]: text }, preset);
  expect(result.ok).toBe(false);
  if (!result.ok) expect(result.problems[field]).toMatch(/\.$/);
});

test('heads that do not divide the channels are refused beside their field', () => {
  const stories = presets.find(({ id }) => id === 'stories')!.config;
  const result = configOf({ ...formOf(stories), channels: '65', heads: '4' }, stories);
  expect(result).toEqual({
    ok: false,
    problems: { heads: '65 channels are not a whole number for each of 4 heads.' },
  });
});

test('images are altered as the form says; nothing is said by silence, and a table has nothing to alter', () => {
  const preset = presets.find(({ id }) => id === 'digits')!.config;
  const form = { ...formOf(preset), shift: '2', flip: 'half', brightness: '0.25' } as const;
  const altered = configOf(form, preset);
  const augment = { shift: 2, flip: true, brightness: 0.25 };
  if (!altered.ok) throw new Error('the form is valid');
  expect(altered.config).toEqual({ ...preset, augment });
  expect(augmentWords(altered.config)).toBe(
    'shifted by up to 2 pixels, mirrored half of the times, up to 25\u00a0% brighter or darker',
  );
  // Data of the sense that is turned off are gone.
  const off = configOf({ ...form, shift: '0', flip: 'never', brightness: '0' }, altered.config);
  expect(off.ok && off.config).toEqual(preset);
  const points = presets.find(({ config }) => config.data.kind === 'points')!.config;
  const none = configOf({ ...formOf(points), shift: '2' }, points);
  expect(none.ok && none.config).toEqual(points);
  const wrong = configOf({ ...form, shift: '9' }, preset);
  expect(wrong.ok ? {} : wrong.problems).toEqual({ shift: 'Shift is at most 8.' });
});

test('classes are dealt unevenly as the form says, where there are classes', () => {
  const preset = presets.find(({ id }) => id === 'digits')!.config;
  const form = { ...formOf(preset), uneven: '0.1' };
  const uneven = configOf(form, preset);
  if (!uneven.ok) throw new Error('the form is valid');
  expect(uneven.config).toEqual({ ...preset, uneven: 0.1 });
  const mixture = [...mixtureOf({ alpha: 0.1, seed: preset.seed, member: 'member' }, 10)];
  const most = mixture.indexOf(Math.max(...mixture));
  expect(unevenWords(uneven.config, 'member')).toContain(`${most}: ${Math.round(mixture[most] / 10)}\u00a0%`);
  expect(unevenWords(preset, 'member')).toBeUndefined();
  const even = configOf({ ...form, uneven: '0' }, uneven.config);
  expect(even.ok && even.config).toEqual(preset);
  const stories = presets.find(({ id }) => id === 'stories')!.config;
  const none = configOf({ ...formOf(stories), uneven: '0.1' }, stories);
  expect(none.ok && none.config).toEqual(stories);
  const wrong = configOf({ ...form, uneven: '101' }, preset);
  expect(wrong.ok ? {} : wrong.problems).toEqual({ uneven: 'Unevenness is at most 100.' });
});

test('largest divisors', () => {
  expect([
    largestDivisor(96, 64),
    largestDivisor(7, 4),
    largestDivisor(64, 64),
    largestDivisor(1, 9),
  ]).toEqual([48, 1, 64, 1]);
});
