// S18b: the least time exposed, by COST.md’s rows; and the one in use where the gain is small.
import { expect, test } from 'vitest';
import { allReduceCost } from '../../collectives/cost';
import { flightMs, type FlightMs } from '../../collectives/flight';
import { topologies, type SumPath, type Topology } from '../../collectives/topology';
import { chooseTopology } from './choose-topology';

const line = {
  elements: 1 << 18, // 1 MiB
  backwardMs: 0,
  worldSize: 4,
  messageMs: 0.5,
  bytesPerSecond: 5e6,
  bytesOf: (elements: number) => 4 * elements,
};
const choice = {
  flightMs: 20 as number | FlightMs,
  pathOf: (topology: Topology): SumPath => topology,
  bytesOn: () => 1 << 20,
  current: 'ring' as Topology,
};
/** A number as the flight is that of every edge. */
const on = (change: Partial<typeof choice>, ofLine: Partial<typeof line> = {}) => {
  const all = { ...choice, ...change, line: { ...line, ...ofLine } };
  const edgeMs = (from: number, to: number): number =>
    typeof all.flightMs === 'number' ? all.flightMs : all.flightMs(from, to);
  return chooseTopology({ ...all, flightMs: (path) => flightMs(path, all.line.worldSize, edgeMs) });
};

test('S18b without overlap, in one bucket, the times are those of the cost model', () => {
  for (const worldSize of [2, 3, 4, 5, 8])
    for (const flightMs of [0.1, 5, 80])
      for (const bytesPerSecond of [0.2e6, 5e6, 200e6]) {
        const { topology, ms, ringMs } = on({ flightMs }, { worldSize, bytesPerSecond });
        const msOf = (one: Topology): number =>
          allReduceCost(one, worldSize, 1 << 20, flightMs + line.messageMs, bytesPerSecond).predictedMs;
        expect(ms).toBeCloseTo(msOf(topology), 6);
        expect(ringMs).toBeCloseTo(msOf('ring'), 6);
        const least = Math.min(...topologies.map(msOf));
        if (topology === 'ring') expect(least).toBeGreaterThanOrEqual(0.8 * ringMs - 1e-9);
        else expect(ms).toBeCloseTo(least, 6);
      }
});

test('S18b far away messages count, near by bytes', () => {
  expect(on({ flightMs: 80 }, { worldSize: 8 }).topology).toBe('direct');
  expect(on({ flightMs: 0.05 }, { messageMs: 0.01 }).topology, 'as many bytes by each').toBe('ring');
  expect(on({ flightMs: 0.05, current: 'star' }, { messageMs: 0.01 }).topology).not.toBe('star');
});

/** Four members with edges of 5 ms, but for those between the two places. */
const farBetween =
  (one: number, other: number, ms: number): FlightMs =>
  (from, to) =>
    [from, to].includes(one) && [from, to].includes(other) ? ms : 5;

test('S18c edges that the ring lacks count where a way uses them', () => {
  const small = { bytesPerSecond: 1e9 };
  expect(on({ flightMs: 5 }, small).topology).toBe('direct');
  expect(on({ flightMs: farBetween(0, 2, 200) }, small).topology, 'only the ring does without').toBe('ring');
  expect(on({ flightMs: farBetween(1, 2, 200) }, small).topology, 'all go to 0 and back').toBe('star');
  const apart = on({ flightMs: farBetween(0, 3, 200) }, small);
  expect(apart.topology, '0 meets 2 and 1, and 3 meets 1 and 2').toBe('halving-doubling');
  expect(apart.ms).toBeLessThan(30);
  expect(apart.ringMs).toBeGreaterThan(200);
});

test('S18b of equal ways the first of the list is chosen, however their times round', () => {
  for (const bytesPerSecond of [1e4, 3e4, 7e4, 1.1e5]) {
    const between = on({ flightMs: 0.1, current: 'star' }, { worldSize: 2, bytesPerSecond });
    expect(between.topology, 'ring, halving–doubling and direct send the same between two').toBe('ring');
  }
});

test('S18b a gain of less than a fifth changes nothing', () => {
  const { topology, ms, ringMs } = on({ flightMs: 80 });
  expect(on({ flightMs: 80, current: topology }).topology).toBe(topology);
  // Beside the ring’s six flights in a row the straight way has two, and both send as many bytes.
  const sentMs = allReduceCost('ring', 4, 1 << 20, 0, line.bytesPerSecond).predictedMs;
  const cheaper = (worth: number) => {
    const handledMs = ((1 - worth) * sentMs) / (6 * worth - 2);
    return on({
      pathOf: (one) => (one === 'direct' ? 'direct' : 'ring'),
      flightMs: handledMs - line.messageMs,
    });
  };
  expect(cheaper(0.81).topology).toBe('ring');
  expect(cheaper(0.79).topology).toBe('direct');
  expect(ms).toBeLessThan(0.8 * ringMs);
});

test('S18b where all ways are the same one, it stays', () => {
  expect(on({ flightMs: 80, pathOf: () => 'ring', current: 'tree' })).toMatchObject({ topology: 'tree' });
});
