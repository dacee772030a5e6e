import { get } from 'idb-keyval';
import { expect, test } from 'vitest';
import { tunedOnce } from './tuning-store';

test('tunes once per key, keeps the answer, and tunes again after a failure', async () => {
  const key = 'tuning-store test';
  let runs = 0;
  const tune = async (): Promise<{ tile: number }> => {
    if (++runs === 1) throw new Error('device lost');
    return { tile: 64 };
  };
  await expect(tunedOnce(key, tune)).rejects.toThrow('device lost');
  const answers = await Promise.all([tunedOnce(key, tune), tunedOnce(key, tune)]);
  expect(answers).toEqual([{ tile: 64 }, { tile: 64 }]);
  expect(runs).toBe(2);
  expect(await get(key)).toEqual({ tile: 64 });
});
