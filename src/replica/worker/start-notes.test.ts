import { expect, test } from 'vitest';
import { realClock } from '../../base/clock';
import { FlightRecorder } from '../../base/flight-recorder';
import { loadDataset } from '../../data/load-dataset';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import { randomBatch } from '../../model/plan/random-batch';
import { compile } from '../../model/plan/plan';
import { serialEngine } from '../../train/reduce/serial-engine';
import { presets } from '../presets';
import { withStartNotes } from './start-notes';

test('the engine with its data, and its first gradient, are noted once each', async () => {
  const { config } = presets.find(({ id }) => id === 'xor')!;
  const { model, microBatch, data, seed } = config;
  const recorder = new FlightRecorder(() => realClock.now());
  const { engine } = await withStartNotes(recorder, realClock, () =>
    Promise.resolve({
      engine: serialEngine(createCpuEngine(model, microBatch)),
      dataset: loadDataset(data as Parameters<typeof loadDataset>[0], seed),
      answersMs: 12.34,
    }),
  );
  const buckets = [{ index: 0, start: 0, end: engine.parameterCount }];
  const into = new Float32Array(engine.parameterCount);
  engine.setParameters(engine.initialParameters(1));
  const batch = randomBatch(compile(model, microBatch), 'start notes', 1, microBatch);
  const gradient = (batches: (typeof batch)[]): Promise<unknown> =>
    engine.gradient(batches, buckets, into, () => {}, { overlap: false });
  await gradient([]); // an empty shard is no gradient
  expect(recorder.entries().map(({ kind }) => kind)).toEqual(['preparing', 'prepared']);
  await gradient([batch]);
  await gradient([batch]);
  const [, prepared, first, ...more] = recorder.entries();
  expect(prepared.fields).toMatchObject({ engine: 'cpu', device: 'CPU (plain loops)', answersMs: 12.3 });
  expect(first.kind).toBe('first gradient');
  expect(first.fields.ms).toBeGreaterThanOrEqual(prepared.fields.ms as number);
  expect(more).toEqual([]);
});
