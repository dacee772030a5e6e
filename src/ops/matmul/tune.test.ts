import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { targetForTests } from '../testing/target';
import { allowedTiles, chooseMatmul, manyThreads } from './choice';
import { fastestTiles } from './tune';

const wide = { maxInvocations: 256 };

test('picks the fastest of each class that the adapter allows, but the default unless clearly beaten', async () => {
  const [, second] = allowedTiles('large', wide);
  const [mediumDefault, nearly] = allowedTiles('medium', wide);
  const tuning = await fastestTiles(
    async (_, tiles) => (tiles === second ? 5 : tiles === nearly ? 9.8 : 10),
    wide,
    new ManualClock(),
  );
  expect(tuning).toMatchObject({ large: second, medium: mediumDefault });
  expect(tuning).not.toHaveProperty('enoughThreads');

  const tried: number[] = [];
  const measure = async (_: unknown, tiles: typeof second): Promise<number> => {
    tried.push((tiles.tileM * tiles.tileN) / (16 * tiles.rowBlocks * tiles.columnBlocks));
    return 1;
  };
  await fastestTiles(measure, { maxInvocations: 128 }, new ManualClock());
  expect(Math.max(...tried)).toBeLessThanOrEqual(128);
});

test('an adapter that computes a small product faster in more parts gets more threads', async () => {
  const tuningBy = (msOf: (splits: number) => number) =>
    fastestTiles(async (_, _tiles, splits) => msOf(splits), wide, new ManualClock());
  const tuning = await tuningBy((splits) => 10 / splits);
  expect(tuning.enoughThreads).toBe(manyThreads);
  expect((await tuningBy((splits) => 10 + splits)).enoughThreads).toBeUndefined();

  const target = { ...targetForTests, matmul: tuning };
  expect(chooseMatmul('nn', 512, 512, 512, target)).toMatchObject({ splits: 4 });
  expect(chooseMatmul('nn', 4096, 4096, 4096, target)).toMatchObject({ splits: 1 });
  expect(chooseMatmul('nn', 512, 512, 512, targetForTests)).toMatchObject({ splits: 1 });
});

test('when time runs out, classes that were not measured keep their default', async () => {
  const clock = new ManualClock();
  let measured = 0;
  const slow = async (): Promise<number> => {
    clock.after(150, () => {});
    clock.runNext();
    return 10 - measured++; // each faster than the previous
  };
  const tuning = await fastestTiles(slow, wide, clock);
  expect(tuning).toEqual({
    large: allowedTiles('large', wide)[1],
    medium: allowedTiles('medium', wide)[0],
    small: allowedTiles('small', wide)[0],
  });
  expect(measured).toBe(4);
});
