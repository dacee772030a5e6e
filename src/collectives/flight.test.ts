// COST.md: with equal edges the flights are the messages in a row; with others, those of the longest way.
import { expect, test } from 'vitest';
import { allReduceCost } from './cost';
import { flightMs } from './flight';
import { topologies, type SumPath } from './topology';

const paths: readonly SumPath[] = [...topologies, 'gathered', 'gathered-around'];

test.each(paths)('%s: with the same flight on every edge, one for each message in a row', (path) => {
  for (let worldSize = 1; worldSize <= 8; worldSize++)
    expect(
      flightMs(path, worldSize, () => 3),
      `${worldSize} replicas`,
    ).toBeCloseTo(3 * allReduceCost(path, worldSize, 0, 0, 1).steps, 9);
});

test('by hand, four replicas: the edge from 0 to 1 takes 1, from 1 to 2 takes 10, and so on', () => {
  const times = [
    [0, 1, 1_000, 100_000],
    [1, 0, 10, 10_000],
    [1_000, 10, 0, 100],
    [100_000, 10_000, 100, 0],
  ];
  const edgeMs = (from: number, to: number): number => times[from][to];
  // Chunk c makes six moves from place c: it leaves out the edge before it, and the one before that, once each.
  expect(flightMs('ring', 4, edgeMs)).toBe(2 * (1 + 10 + 100 + 100_000) - 1 - 10);
  expect(flightMs('gathered-around', 4, edgeMs)).toBe(10 + 100 + 100_000);
  expect(flightMs('gathered', 4, edgeMs)).toBe(100_000);
  expect(flightMs('direct', 4, edgeMs)).toBe(200_000);
  expect(flightMs('star', 4, edgeMs)).toBe(200_000);
  // 3 gives to 2, and 2 to 0.
  expect(flightMs('tree', 4, edgeMs)).toBe(2 * (100 + 1_000));
  // 0–2 and 1–3 exchange first, then 0–1 and 2–3; and back.
  expect(flightMs('halving-doubling', 4, edgeMs)).toBe(2 * (10_000 + 100));
});
