// The dataset is drawn while the engine starts, and an engine without its dataset is ended.
import { afterEach, expect, test, vi } from 'vitest';
import * as data from '../../data/load-dataset';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import { EngineError } from '../../model/engine';
import { presets } from '../presets';
import { FileStore } from '../files/file-store';
import { prepare } from './prepare';
import { waitFor } from '../../base/testing/wait-for';

const { config } = presets.find(({ id }) => id === 'digits')!;

afterEach(() => vi.restoreAllMocks());

test('an engine that starts slowly has its dataset when it comes, and drawing leaves room for other work', async () => {
  let isDrawn = false;
  let turns = 0;
  const turn = (): void => {
    turns++;
    if (!isDrawn) setImmediate(turn);
  };
  const { dataset, engine } = await prepare(config, new FileStore(), {
    async choose(_, quiet) {
      setImmediate(turn);
      await quiet;
      isDrawn = true;
      return { engine: createCpuEngine(config.model, config.microBatch) };
    },
  });
  expect([dataset.length, engine.backend]).toEqual([6000, 'cpu']);
  expect(turns).toBeGreaterThan(10);
});

test('a dataset that cannot be drawn ends the engine, also one that comes later', async () => {
  vi.spyOn(data, 'loadDatasetWithPauses').mockRejectedValue(new RangeError('Array buffer allocation failed'));
  const destroy = vi.fn();
  const preparing = prepare(config, new FileStore(), {
    async choose() {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { engine: { ...createCpuEngine(config.model, config.microBatch), destroy } };
    },
  });
  await expect(preparing).rejects.toThrow('allocation failed');
  await waitFor(() => expect(destroy).toHaveBeenCalledOnce());
});

test('without an engine the error is the engine’s', async () => {
  const choose = (): Promise<never> => Promise.reject(new EngineError('no-adapter', 'no adapter here'));
  await expect(prepare(config, new FileStore(), { choose })).rejects.toMatchObject({ code: 'no-adapter' });
});
