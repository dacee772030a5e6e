// A run of new classes on the layers of a saved run: its features, the frozen ones rounded to f16, a new last layer,
// and a base that is found again.
import { expect, test } from 'vitest';
import { inEnglish } from '../../../cli/english/in-english';
import { fromHalfs, toHalfs } from '../../../base/float16';
import type { Result } from '../../../base/result';
import { nameOfFile } from '../../../data/name-of-file';
import { endOf } from '../../../model/engine';
import { compile } from '../../../model/plan/plan';
import { cnnPreset, layersPreset, mlpPreset, residualLayers } from '../../../model/presets';
import type { ModelSpec } from '../../../model/spec';
import type { RunConfig } from '../../run/run-config';
import { testConfig } from '../../testing/real-ring';
import { readCheckpoint } from '../read-checkpoint';
import { fileBytes, heldState, runOf, withinHalf } from '../testing/held-state';
import { baseOfFeatures, beginOnFeatures, wholeModelIn } from './begin-on-features';

const models: readonly ModelSpec[] = [
  mlpPreset([12, 12], 2, [16, 9], 'relu'),
  cnnPreset([12, 12, 1], 2, { filters: [4, 8], units: 16 }),
  layersPreset([12, 12, 3], 2, residualLayers({ widths: [8, 12], blocks: 1, groups: 4 })),
];

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(inEnglish(result.error.says));
  return result.value;
}

function savedRun(model: ModelSpec): { readonly run: Blob; readonly parameters: Float32Array } {
  const held = withinHalf(heldState(runOf(model)));
  return { run: new Blob([fileBytes(held)]), parameters: held.tensors.parameters.slice() };
}

/** Five classes in place of two. */
function fiveClasses({ layers, ...model }: ModelSpec): RunConfig {
  const { data } = runOf({ ...model, layers });
  return {
    ...testConfig,
    model: { ...model, layers: [...layers.slice(0, -1), { kind: 'dense', units: 5, activation: 'none' }] },
    data: { ...data!, classes: 5 } as RunConfig['data'],
  };
}

const layerOf = ({ name }: { readonly name: string }): number => Number(name.split('.')[1]);

const cases = models.flatMap((model) => {
  const layers = [...new Set(compile(model, 1).slots.map(layerOf))];
  return [0, ...layers.slice(1)].map((frozen) => [model.name, frozen, model] as const);
});

test.each(cases)(
  '%s, %i layers frozen: the features are those of the saved run',
  async (_, frozen, model) => {
    const saved = savedRun(model);
    const from = given(await wholeModelIn(saved.run, undefined));
    expect(from.parameters).toEqual(saved.parameters);
    const { run, base } = given(await beginOnFeatures(from, fiveClasses(model), frozen, 0));
    const { state, tensors } = given(await readCheckpoint(run)).held;
    expect(state).toMatchObject({ step: 0, initialized: true });
    const { frozenLayers, layers } = state.config.model;
    expect([frozenLayers, layers.at(-1)]).toEqual([
      frozen || undefined,
      { kind: 'dense', units: 5, activation: 'none' },
    ]);
    expect(base !== undefined).toBe(frozen > 0);
    if (base) expect(state.config.base).toEqual(await nameOfFile(base, () => Promise.resolve()));
    expect(tensors.parameters).toHaveLength(compile(state.config.model, 1).parameterCount);
    for (const vector of tensors.vectors) expect(vector.every((value) => value === 0)).toBe(true);

    const whole = given(await wholeModelIn(run, () => Promise.resolve(base)));
    const head = model.layers.length - 1;
    const features = endOf(compile(model, 1).slots.filter((slot) => layerOf(slot) < head));
    const first = endOf(compile(state.config.model, 1).base);
    const expected = saved.parameters.slice(0, features);
    expected.set(fromHalfs(toHalfs(expected.slice(0, first))));
    expect(new Uint32Array(whole.parameters.slice(0, features).buffer)).toEqual(
      new Uint32Array(expected.buffer),
    );
    const fresh = whole.parameters.subarray(features);
    expect(fresh).toHaveLength(compile(whole.model, 1).parameterCount - features);
    expect(fresh.subarray(0, -5).some((value) => value !== 0)).toBe(true);
    expect(fresh.subarray(-5).every((value) => value === 0)).toBe(true); // its biases

    if (!base) return;
    const again = given(baseOfFeatures(from, state.config.model));
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(new Uint8Array(await base.arrayBuffer()));
    // A second run of new classes goes on from the first one's whole model.
    const second = given(await beginOnFeatures(whole, fiveClasses(model), frozen, 0));
    expect(new Uint8Array(await second.base!.arrayBuffer())).toEqual(
      new Uint8Array(await base.arrayBuffer()),
    );
  },
);

test('a number beyond f16 is named where it would stay as it is, and trained where it would not', async () => {
  const [mlp] = models;
  const held = heldState(runOf(mlp)); // 3.4e38 in its first layer
  const from = given(await wholeModelIn(new Blob([fileBytes(held)]), undefined));
  const refused = await beginOnFeatures(from, fiveClasses(mlp), 1, 0);
  expect(refused.ok ? '' : inEnglish(refused.error.says)).toMatch(/^“layers\.0\.weight” has 3\.4e\+38/);
  const again = baseOfFeatures(from, { ...fiveClasses(mlp).model, frozenLayers: 1 });
  expect(again.ok ? undefined : again.error.says.code).toBe('base-beyond-half');
  given(await beginOnFeatures(from, fiveClasses(mlp), 0, 0));
});

test('other features are refused, and those of a run whose base is not here', async () => {
  const [mlp] = models;
  const from = given(await wholeModelIn(savedRun(mlp).run, undefined));
  const wider = { ...fiveClasses(mlpPreset([12, 12], 2, [17, 9], 'relu')) };
  const other = await beginOnFeatures(from, wider, 1, 0);
  expect(other.ok ? undefined : other.error.says.code).toBe('other-features');
  const turned = { ...from, model: { ...from.model, inputShape: [24, 6] } };
  const turnedRun = await beginOnFeatures(turned, fiveClasses(mlp), 1, 0);
  expect(turnedRun.ok ? undefined : turnedRun.error.says.code).toBe('other-features');
  const { run } = given(await beginOnFeatures(from, fiveClasses(mlp), 2, 0));
  const lacking = await wholeModelIn(run, () => Promise.resolve(undefined));
  expect(lacking.ok ? undefined : lacking.error.says.code).toBe('base-not-here');
  const wrong = baseOfFeatures(from, { ...wider.model, frozenLayers: 1 });
  const [given16, wanted17] = [16, 17].map((units) => 144 * units + units);
  expect(wrong.ok ? undefined : wrong.error.says).toMatchObject({
    code: 'other-base-layers',
    values: { given: given16, wanted: wanted17 },
  });
  const misfit = { ...fiveClasses(mlp), data: { kind: 'digits', examples: 300 } as const };
  const refused = await beginOnFeatures(from, misfit, 2, 0);
  expect(refused.ok ? undefined : refused.error.says.code).toBe('other-inputs');
});
