// The expected dataset is drawn calmly, and at once when it is wanted. What is wanted instead does not wait for it.
import { afterEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../base/clock';
import * as data from '../../data/load-dataset';
import { splitDataset } from '../../data/split';
import { presets } from '../presets';
import { DatasetAhead } from './dataset-ahead';

const { config } = presets[0];
const digits = { kind: 'digits', examples: 600 } as const;
const expected = { ...config, data: digits, seed: 3, validationExamples: 100 };

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Lets all rests pass. Returns how many there were. */
async function rests(clock: ManualClock): Promise<number> {
  for (let count = 0; ; count++) {
    await turn();
    if (!clock.runNext()) return count;
  }
}

afterEach(() => vi.restoreAllMocks());

function drawing() {
  const clock = new ManualClock();
  const load = vi.spyOn(data, 'loadDatasetWithPauses');
  return { clock, load, ahead: new DatasetAhead(clock) };
}

test('what was drawn ahead is the dataset, with its split, and nothing is drawn again', async () => {
  const { clock, load, ahead } = drawing();
  ahead.expect(expected);
  ahead.expect({ ...expected, learningRate: 1 });
  expect(await rests(clock)).toBeGreaterThan(2);
  const drawn = await ahead.load(digits, 3);
  expect(load).toHaveBeenCalledOnce();
  expect(drawn.hash).toBe(data.loadDataset(digits, 3).hash);
  const read = vi.spyOn(drawn, 'read');
  expect(splitDataset(drawn, 100, 3)).toEqual(splitDataset(data.loadDataset(digits, 3), 100, 3));
  expect(read).not.toHaveBeenCalled();
  await ahead.load(digits, 3);
  expect(load).toHaveBeenCalledTimes(2);
});

test('once it is wanted, it is drawn without rests', async () => {
  const { clock, load, ahead } = drawing();
  ahead.expect(expected);
  await turn();
  expect(load).not.toHaveBeenCalled();
  const drawn = await ahead.load(digits, 3);
  expect(drawn.length).toBe(600);
  expect(load).toHaveBeenCalledOnce();
  expect(clock.runNext()).toBe(false);
});

test('another dataset is drawn at once, and the expected one no longer', async () => {
  const { clock, load, ahead } = drawing();
  ahead.expect(expected);
  await turn();
  clock.runNext();
  await turn();
  const stopped = load.mock.results[0].value as Promise<unknown>;
  expect((await ahead.load({ kind: 'digits', examples: 10 }, 3)).length).toBe(10);
  await expect(stopped).rejects.toThrow('not wanted');
});

test('neither a file nor a large dataset is drawn, and both end what was expected before', async () => {
  const { clock, load, ahead } = drawing();
  const file = {
    kind: 'text',
    name: 'a.txt',
    sha256: 'ab'.repeat(32),
    characters: 200,
    examples: 100,
    context: 8,
    vocabulary: 9,
  } as const;
  for (const other of [file, { kind: 'digits', examples: 20_001 } as const]) {
    ahead.expect(expected);
    await turn();
    ahead.expect({ ...expected, data: other });
    await rests(clock);
  }
  expect(load).not.toHaveBeenCalled();
});
