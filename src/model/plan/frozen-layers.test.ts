// Frozen layers: the others have the gradients that they have in the whole model, bit for bit, and nothing
// flows back into the first ones. The whole model's gradients are checked by finite differences (oracle.test.ts).
import { expect, test } from 'vitest';
import { fromHalfs, toHalfs } from '../../base/float16';
import { ReferenceModel } from '../cpu/reference-model';
import { endOf } from '../engine';
import { cnnPreset, cnnSizes, layersPreset, mlpPreset, residualLayers } from '../presets';
import { type ModelSpec, wholeSpec } from '../spec';
import { initialParameters } from './initial-parameters';
import { compile, flopsOf } from './plan';
import { gradientOf } from './plan-tensor';
import { randomBatch } from './random-batch';

const rows = 3;
const cnn = cnnPreset([12, 12, 1], 5, cnnSizes.medium);
const residual = layersPreset([8, 8, 2], 5, residualLayers({ widths: [8, 12], blocks: 1, groups: 4 }));

const cases: readonly ModelSpec[] = [
  { ...mlpPreset([6], 4, [9, 8], 'relu'), frozenLayers: 1 },
  { ...mlpPreset([6], 4, [9, 8], 'gelu'), frozenLayers: 2 },
  { ...cnn, frozenLayers: 2 },
  { ...cnn, frozenLayers: cnn.layers.length - 1 },
  ...residual.layers.slice(1).map((_, at) => ({ ...residual, frozenLayers: at + 1 })),
];

/** The gradients in f64. */
function gradients(spec: ModelSpec, flat: Float32Array): Float64Array {
  const plan = compile(spec, rows);
  const frozen = endOf(plan.base);
  const model = new ReferenceModel(plan, Float64Array);
  model.setBase(toHalfs(flat.slice(0, frozen)));
  model.parameters.set(flat.subarray(frozen));
  model.load(randomBatch(plan, 'frozen', 1, rows));
  model.forward();
  model.backward();
  return model.gradients as Float64Array;
}

test.each(cases.map((spec) => [spec.name, spec.frozenLayers, spec] as const))(
  '%s, %i frozen: the gradients of the others are those of the whole model',
  (_, frozenLayers, spec) => {
    const [plan, whole] = [compile(spec, rows), compile(wholeSpec(spec), rows)];
    const flat = fromHalfs(toHalfs(initialParameters(whole, 5)));
    const frozen = endOf(plan.base);
    expect([...plan.base, ...plan.slots].map(({ name }) => name)).toEqual(
      whole.slots.map(({ name }) => name),
    );
    expect(plan.slots.every(({ name }) => Number(name.split('.')[1]) >= frozenLayers!)).toBe(true);
    expect(gradients(spec, flat)).toEqual(gradients(wholeSpec(spec), flat).slice(frozen));
    expect(plan.forward.length).toBe(whole.forward.length);
    const trained = new Set(plan.slots.map(({ name }) => gradientOf(name)));
    for (const { updates } of plan.backward)
      for (const name of updates) if (name.endsWith('.grad')) expect(trained).toContain(name);
    for (const { name } of plan.base) expect(plan.backward.flatMap(({ reads }) => reads)).not.toContain(name);
    expect(flopsOf(plan)).toBeLessThan(flopsOf(whole));
  },
);

test('with all but the last layer frozen a step is its forward pass, but for a hundredth', () => {
  const model = cnnPreset([28, 28, 1], 10, cnnSizes.medium);
  const sizes = (spec: ModelSpec): readonly number[] => {
    const { forward, backward } = compile(spec, 32);
    return [forward, backward].map((calls) => calls.reduce((sum, { flops }) => sum + flops, 0));
  };
  const [forward, backward] = sizes({ ...model, frozenLayers: model.layers.length - 1 });
  const [wholeForward] = sizes(model);
  expect(forward).toBe(wholeForward);
  expect(backward).toBeLessThan(0.01 * forward);
});
