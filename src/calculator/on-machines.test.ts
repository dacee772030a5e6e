// COST.md: what crosses the network when replicas share machines, beside a walk of the product's trees.
import { describe, expect, test } from 'vitest';
import { groupTraffic } from '../collectives/group-traffic';
import { groupedPath, sumPaths, topologies } from '../collectives/topology';
import { onMachines } from './on-machines';
import { presets } from './presets';
import { stepCost } from './step-cost';

const inOrder = (worldSize: number, perMachine: number): number[] =>
  Array.from({ length: worldSize }, (_, at) => Math.floor(at / perMachine));
const isPower = (n: number): boolean => Number.isInteger(Math.log2(n));

describe.each(topologies)('%s', (topology) => {
  const needsPowers = topology === 'tree' || topology === 'halving-doubling';

  test('the bytes over the busiest line, as the trees give them, N = 2…10', () => {
    let checked = 0;
    for (let worldSize = 2; worldSize <= 10; worldSize++)
      for (let perMachine = 2; perMachine < worldSize; perMachine++) {
        if (needsPowers && !(isPower(worldSize) && isPower(perMachine))) continue;
        const groups = inOrder(worldSize, perMachine);
        const walked = groupTraffic(topology === 'two-levels' ? groupedPath(groups) : topology, groups);
        const { inARow, steps } = onMachines(topology, worldSize, perMachine);
        expect(inARow, `${worldSize} by ${perMachine}`).toBeCloseTo(walked.acrossInARow, 9);
        if (steps !== undefined) expect(steps).toBe(walked.steps);
        checked++;
      }
    expect(checked).toBeGreaterThanOrEqual(3);
  });
});

test('all on one machine: nothing crosses', () => {
  for (const algorithm of sumPaths)
    expect(onMachines(algorithm, 4, 9)).toMatchObject({ inARow: 0, total: 0, busiest: 0 });
});

test('by hand: gathered, two machines of two and one of one', () => {
  // Each of five parts goes to all replicas on other machines: 3 + 3 + 3 + 3 + 4.
  expect(onMachines('gathered', 5, 2)).toMatchObject({ inARow: 6, total: 16 });
});

test('on shared air two levels save what the others send between replicas of one machine', () => {
  const airOf = (algorithm: (typeof sumPaths)[number]) =>
    stepCost({ ...presets.class, worldSize: 8, perMachine: 4, algorithm }).networkBytesPerSum / 4e6;
  expect(airOf('two-levels')).toBeCloseTo(2 * 2, 9);
  expect(airOf('ring')).toBeCloseTo(2 * 3.5, 9);
  expect(airOf('star')).toBeCloseTo(2 * 8, 9);
  expect(airOf('direct')).toBeCloseTo(2 * 8, 9);
});
