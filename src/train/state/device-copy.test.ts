import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { ManualClock } from '../../base/clock';
import { loadDataset } from '../../data/load-dataset';
import { createCpuEngine } from '../../model/cpu-engine';
import { moonsRun } from '../run/moons-run';
import { ReplicaState } from './replica-state';

test('E15: one changed bit of the device’s parameters is seen', async () => {
  const config = moonsRun([4], 40);
  const engine = createCpuEngine(config.model, config.microBatch);
  const prepare = async () => ({
    engine,
    dataset: loadDataset({ kind: 'points', set: 'moons', examples: 40, noise: 0.1 }, config.seed),
  });
  const replica = new ReplicaState('1'.repeat(16), { prepare, clock: new ManualClock(), random: prng });
  await replica.prepareFor(config, new AbortController().signal);
  replica.begin(config);
  replica.initialize();
  expect(await replica.isDeviceFaithful()).toBe(true);
  const parameters = replica.held!.tensors.parameters.slice();
  new Uint32Array(parameters.buffer)[3] ^= 1;
  engine.setParameters(parameters);
  expect(await replica.isDeviceFaithful()).toBe(false);
});
