import { expect, test } from 'vitest';
import { loadDataset } from '../../data/load-dataset';
import { splitDataset } from '../../data/split';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
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

test('amid inner steps the sample is of the parameters that all replicas share', async () => {
  const shared = await shownWith(1, 1);
  expect(await shownWith(2, 1)).toEqual(shared);
  expect(await shownWith(2, 2)).not.toEqual(shared);
});
