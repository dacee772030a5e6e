// Every kind of misfit of a list of layers: named at its layer, in words that say what to do, in every language.
import { expect, test } from 'vitest';
import { inEnglish } from '../cli/english/in-english';
import { compile } from '../model/plan/plan';
import { layersPreset, residualLayers, usualResidual } from '../model/presets';
import type { Layer } from '../model/spec';
import { parseRunConfig } from '../train/run/run-config';
import { describeLayers, layersProblem } from './describe-layers';
import { presets } from './presets';

const image = [28, 28];
const dense = { kind: 'dense', units: 8, activation: 'relu' } as const;
const conv = { kind: 'conv2d', filters: 8, size: 3, padding: 'same', activation: 'relu' } as const;
const many = (count: number): readonly unknown[] => Array.from({ length: count }, () => dense);
const deep = (levels: number): unknown =>
  levels === 0 ? dense : { kind: 'residual', layers: [deep(levels - 1)] };

/** A list, the path of its misfit, and what is said. */
const odd: readonly (readonly [list: unknown, path: string, words: RegExp])[] = [
  ['dense', 'layers', /^the layers are no list: write an array/],
  [many(64), 'layers', /^64 layers are more than the 63 of one list: take some out/],
  [[{ kind: 'residual', layers: many(17) }], 'layers.0', /^17 layers are more than the 16 of one list/],
  [[deep(5)], 'layers.0.0.0.0.0', /^lists of layers lie within each other, and more than 5 deep/],
  [[dense, 7], 'layers.1', /^it is no layer: write an object/],
  [[{ kind: 'tower' }], 'layers.0', /^“tower” is no kind of layer: take one of dense, conv2d, /],
  [[{ kind: 'attention', heads: 2 }], 'layers.0', /^“attention” is no kind of layer/],
  [[{ ...dense, width: 3 }], 'layers.0', /^it has no setting “width”: take that out/],
  [[{ kind: 'dense', activation: 'relu' }], 'layers.0', /^“units” is missing: give it a value/],
  [[{ ...dense, units: 0 }], 'layers.0', /^“units” is 0: give a value above it, from 1/],
  [[{ ...conv, filters: 5000 }], 'layers.0', /^“filters” is 5,000: give a value below it, up to 4,096/],
  [[{ ...dense, units: 2.5 }], 'layers.0', /^“units” cannot be “2.5”: give a whole number/],
  [[{ ...dense, activation: 'step' }], 'layers.0', /^“activation” cannot be “step”/],
  [[dense, { kind: 'dropout', rate: 1 }], 'layers.1', /^“rate” is 1: give a value below it/],
  [[{ kind: 'residual', layers: [] }], 'layers.0', /^its branch has no layers: add one, or remove the branch/],
  [[dense, conv], 'layers.1', /^it takes an image, and is given 8: put it before the first dense layer/],
  [[dense, { kind: 'max-pool', size: 2 }], 'layers.1', /^it takes an image/],
  [[{ kind: 'max-pool', size: 29 }], 'layers.0', /^a window of 29 × 29 is larger than the image \(28 × 28\): make/],
  [[{ ...conv, padding: 3 }], 'layers.0', /^padding of 3 is as wide as the window \(3 × 3\)/],
  [[conv, { kind: 'group-norm', groups: 3 }], 'layers.1', /^8 channels are not 3 equal groups: take a number/],
  [[dense, { kind: 'residual', layers: [{ ...dense, units: 5, activation: 'none' }] }], 'layers.1', /^its branch turns 8 into 5, and both are added: let the branch give 8/],
  [[dense, { kind: 'residual', layers: [dense] }], 'layers.1', /^its branch ends with ReLU or tanh: give its last layer no/],
  [[dense, { kind: 'residual', layers: [conv] }], 'layers.1.0', /^it takes an image/],
  [[{ ...dense, units: 262_144 }, { ...dense, units: 262_144 }], 'layers.1', /^it has 68,719,738,880 parameters, more than the 268,435,456/],
  [[{ ...conv, filters: 4096, size: 64, padding: 63 }], 'layers.0', /^it gives 91 × 91 × 4096 for each example, more than 4,194,304 numbers/],
]; // prettier-ignore

test.each(odd)('%j', (list, path, words) => {
  const { misfits } = describeLayers(list, image);
  const said = misfits.filter((misfit) => misfit.path === path).map(({ why }) => inEnglish(why));
  expect(
    said.find((one) => words.test(one)),
    JSON.stringify(misfits),
  ).toBeDefined();
  const problem = inEnglish(layersProblem(list, image)!);
  if (path !== 'layers') expect(problem).toMatch(/^layer [1-9.]+ \(.+\): /);
});

test('F7: what is nested deeper than the stack is refused without being shown', () => {
  let nested: unknown = [];
  for (let level = 0; level < 100_000; level++) nested = [nested];
  for (const list of [[{ kind: nested }], [{ ...dense, units: nested }], nested, [nested]])
    expect(describeLayers(list, image).misfits[0].why.code).toMatch(/^layer/);
});

test('at least twelve kinds of misfits are told apart', () => {
  const codes = odd.flatMap(([list]) => describeLayers(list, image).misfits.map(({ why }) => why.code));
  expect(new Set(codes).size).toBeGreaterThanOrEqual(18);
});

test('every misfit of a list is named, and layers after one are placed nevertheless', () => {
  const list = [
    conv,
    { kind: 'group-norm', groups: 3 },
    { ...conv, filters: 0 },
    { kind: 'max-pool', size: 2 },
  ];
  const { misfits, placed } = describeLayers(list, image);
  expect(misfits.map(({ path }) => path).sort()).toEqual(['layers.1', 'layers.2']);
  expect(placed.get('layers.3')!.outputShape).toEqual([14, 14, 8]);
});

test('shapes and parameters are those that the plan has', () => {
  const layers = residualLayers(usualResidual);
  const { placed, misfits } = describeLayers(layers, image);
  expect(misfits).toEqual([]);
  const model = layersPreset(image, 10, layers);
  const slots = compile(model, 1).slots;
  for (const [path, { parameterCount }] of placed) {
    const own = slots.filter(({ name }) => name.startsWith(`${path}.`));
    expect(parameterCount, path).toBe(own.reduce((sum, { length }) => sum + length, 0));
  }
  expect(placed.get('layers.1')!.outputShape).toEqual([28, 28, 16]);
  expect(placed.get('layers.5')!.outputShape).toEqual([1, 1, 32]);
  expect(compile(model, 1).parameterCount).toBe(28_426);
});

test('a room whose layers are none is refused with the layer, whatever a peer sends', () => {
  const { config } = presets.find(({ id }) => id === 'digits-residual')!;
  expect(parseRunConfig(config).ok).toBe(true);
  const refusal = (layers: unknown): string => {
    const read = parseRunConfig({ ...config, model: { ...config.model, layers } });
    return read.ok ? 'accepted' : inEnglish(read.error.says);
  };
  for (const [list] of odd.filter(([layers]) => Array.isArray(layers) && layers.length < 3))
    expect(refusal([...(list as Layer[]), { kind: 'dense', units: 10, activation: 'none' }])).not.toBe(
      'accepted',
    );
  const wide = (levels: number): unknown[] =>
    Array.from({ length: 60 }, () => (levels === 0 ? dense : { kind: 'block', layers: wide(levels - 1) }));
  const before = performance.now();
  expect(refusal(wide(2))).toMatch(/layers-too-many|are more than/);
  console.info(`216,000 layers refused within ${Math.round(performance.now() - before)} ms`);
});
