// The panel of scaling says and draws this: a sentence and a point per size of the ring, and lines from two sizes on.
import { expect, test } from 'vitest';
import { textAt } from '../testing/drawn-panel';
import { rowsOf, ScalingPanel } from './scaling-panel';

const point = (worldSize: number, perSecond: number, ideal: number) => ({ worldSize, perSecond, ideal });

test('one size is a point, two are lines', () => {
  expect(rowsOf([])).toEqual([]);
  expect(rowsOf([point(2, 900, 900)])).toEqual([{ x: 2, point: 900 }]);
  expect(rowsOf([point(1, 500, 500), point(2, 900, 1000)])).toEqual([
    { x: 1, point: 500, ideal: 500, measured: 500 },
    { x: 2, point: 900, ideal: 1000, measured: 900 },
  ]);
});

test('the sentence compares the largest size with the smallest', () => {
  expect(textAt('grew', <ScalingPanel />)).toContain(
    '8 replicas make 5.20 k examples a second, 5.7 times as many as 1 made. 8 times as many would be ideal.',
  );
});
