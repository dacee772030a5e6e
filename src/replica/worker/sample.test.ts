import { expect, test } from 'vitest';
import { loadDataset } from '../../data/load-dataset';
import { splitDataset } from '../../data/split';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import { mlpPreset } from '../../model/presets';
import type { Replica } from '../../train/participation/replica';
import { serialEngine } from '../../train/reduce/serial-engine';
import { moonsRun } from '../../train/testing/moons-run';
import { takeSample } from './sample';

const config = moonsRun([4], 100);
if (config.data.kind !== 'points') throw new Error('moons are points');
const dataset = loadDataset(config.data, 1);
const split = splitDataset(dataset, 20, 1);

/** What is shown where the engine holds `own` parameters and the ring the `shared` ones. */
async function shownWith(own: number, shared: number) {
  const engine = serialEngine(createCpuEngine(config.model, 8));
  engine.setParameters(engine.initialParameters(own));
  const ready = { engine, predictBy: engine.predictBy, dataset, split };
  const held = { state: { initialized: true }, tensors: { parameters: engine.initialParameters(shared) } };
  const sample = await takeSample({ ready, held } as unknown as Replica, {}, () => undefined);
  if (sample?.kind !== 'boundary') throw new Error('points are shown by their boundary');
  return sample.probability;
}

test('amounts are shown in their own unit, with their figures and the surface of two inputs', async () => {
  const data = { kind: 'homes', examples: 90, noise: 0.1 } as const;
  const model = { ...mlpPreset([2], 1, [6], 'tanh'), loss: 'squared' } as const;
  const homes = loadDataset(data, 1);
  const engine = serialEngine(createCpuEngine(model, 8));
  engine.setParameters(engine.initialParameters(3));
  const ready = {
    ...{ engine, predictBy: engine.predictBy, dataset: homes },
    ...{ split: splitDataset(homes, 30, 1), config: { data, model } },
  };
  const held = { state: { initialized: true }, tensors: { parameters: engine.initialParameters(3) } };
  const sample = await takeSample({ ready, held } as unknown as Replica, {}, () => undefined);
  if (sample?.kind !== 'amounts') throw new Error('amounts are shown against the true ones');
  const { actual, predicted, figures, count, ground } = sample;
  expect([actual.length, predicted.length, count]).toEqual([30, 30, 30]);
  const mean = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0) / 30;
  const errors = [...actual].map((amount, i) => predicted[i] - amount);
  const spread = mean([...actual].map((amount) => (amount - mean(actual)) ** 2));
  expect(mean(actual)).toBeGreaterThan(200); // thousand €
  const [{ mae, rmse, r2 }] = figures;
  expect(mae).toBeCloseTo(mean(errors.map(Math.abs)), 2);
  expect(rmse).toBeCloseTo(Math.sqrt(mean(errors.map((error) => error ** 2))), 2);
  expect(r2).toBeCloseTo(1 - mean(errors.map((error) => error ** 2)) / spread, 4);
  if (ground?.kind !== 'surface') throw new Error('two inputs have a surface');
  expect(ground.names).toEqual(['area (m²)', 'age (years)']);
  // The cell under a point has about its prediction.
  const cell = (value: number, [low, high]: readonly [number, number]): number =>
    Math.floor((ground.side * (value - low)) / (high - low));
  for (let i = 0; i < 30; i++) {
    const column = cell(ground.at[2 * i], ground.spanX);
    const row = ground.side - 1 - cell(ground.at[2 * i + 1], ground.spanY);
    expect(Math.abs(ground.values[row * ground.side + column] - predicted[i])).toBeLessThan(15);
  }
});

test('amid inner steps the sample is of the parameters that all replicas share', async () => {
  const shared = await shownWith(1, 1);
  expect(await shownWith(2, 1)).toEqual(shared);
  expect(await shownWith(2, 2)).not.toEqual(shared);
});
