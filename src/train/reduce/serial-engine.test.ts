import { expect, test } from 'vitest';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import type { Engine, MicroBatch } from '../../model/engine';
import { moonsRun } from '../testing/moons-run';
import { serialEngine } from './serial-engine';

const { model } = moonsRun([4], 100);
const batch: MicroBatch = {
  inputs: Float32Array.of(0.5, -1, 2, 0.25),
  labels: Uint32Array.of(0, 1),
  weights: Float32Array.of(1, 1),
};

async function logitsOf(parameters: Float32Array): Promise<Float32Array> {
  const engine = createCpuEngine(model, 2);
  engine.setParameters(parameters);
  return engine.predict(batch);
}

test('between two gradients a look is by the parameters that it names, and the next gradient by those set', async () => {
  const bare = createCpuEngine(model, 2);
  const outer = bare.initialParameters(1);
  const inner = bare.initialParameters(2);
  const engine = serialEngine(bare);
  const buckets = [{ index: 0, start: 0, end: engine.parameterCount }];
  const gradient = async (): Promise<Float32Array> => {
    const into = new Float32Array(engine.parameterCount);
    await engine.gradient([batch], buckets, into, () => undefined, { overlap: false });
    return into;
  };
  engine.setParameters(outer);
  const first = gradient();
  const look = engine.predictBy(() => outer, batch);
  engine.setParameters(inner); // as inner steps do while a look waits
  const after = engine.predict(batch);
  await first;
  expect(await look).toEqual(await logitsOf(outer));
  expect(await after).toEqual(await logitsOf(inner));
  expect(await engine.readParameters()).toEqual(inner);
});

test('parameters that come during a look count after it', async () => {
  const bare = createCpuEngine(model, 2);
  const [outer, inner, next] = [1, 2, 3].map((seed) => bare.initialParameters(seed));
  const engine = serialEngine({
    ...bare,
    predict: async (one) => {
      if (during) engine.setParameters(next);
      during = false;
      return bare.predict(one);
    },
  });
  let during = true;
  engine.setParameters(inner);
  expect(await engine.predictBy(() => outer, batch)).toEqual(await logitsOf(outer));
  expect(await engine.predict(batch)).toEqual(await logitsOf(next));
});

test('a look that fails leaves the parameters as they were', async () => {
  const bare = createCpuEngine(model, 2);
  const [outer, inner] = [1, 2].map((seed) => bare.initialParameters(seed));
  const failing: Engine = { ...bare, predict: () => Promise.reject(new Error('lost')) };
  const engine = serialEngine(failing);
  engine.setParameters(inner);
  await expect(engine.predictBy(() => outer, batch)).rejects.toThrow('lost');
  expect(await engine.readParameters()).toEqual(inner);
});
