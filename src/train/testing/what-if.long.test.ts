// What-if predictions against really doing it, in simulated time.
import { expect, test } from 'vitest';
import { waitingEngine } from '../../model/waiting-engine';
import type { RunConfig } from '../run/run-config';
import { syncNamed } from '../run/sync';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';
import { localTrial, overlapTrial, whatIfTrial, type WhatIfRow } from './what-if-trial';

/** Steps wait for clocks and lines, not for arithmetic: the fewest examples with as many micro-batches as usual. */
const localBatch = 2;
const line = { bitsPerSecond: 20e6, delayMs: 2, jitterMs: 0, loss: 0 };

function slowed(waitsMs: readonly number[], change: Partial<RunConfig> = {}, units = 220): SimulatedRing {
  const layers = [units, units, 2].map(
    (each) => ({ kind: 'dense', units: each, activation: 'tanh' }) as const,
  );
  const config = {
    ...testConfig,
    model: { ...testConfig.model, layers },
    ...{ steps: 10_000, evaluateEvery: 0, localBatch, microBatch: 1, learningRate: 1e-6 },
    buckets: { ...testConfig.buckets, firstBytes: 32_768, capBytes: 32_768 },
    ...change,
  };
  const ring: SimulatedRing = new SimulatedRing({
    ...{ seed: 4, config, conditions: { delayMs: 0.5, bytesPerSecond: 64 << 20 } },
    computeMs: () => 0,
    wrapEngine: (engine, index) => waitingEngine(engine, ring.clock, waitsMs[index]),
  });
  return ring;
}

function expectNear(rows: readonly WhatIfRow[], tolerance = 0.15): void {
  for (const { name, predictedMs, measuredMs } of rows) {
    console.log(`${name}: ${predictedMs.toFixed(1)} predicted, ${measuredMs.toFixed(1)} measured`);
    expect(predictedMs / measuredMs, name).toBeGreaterThan(1 - tolerance);
    expect(predictedMs / measuredMs, name).toBeLessThan(1 + tolerance);
  }
}

test('a slow member, overlap, a codec, no communication: within 15 % of what comes of it', async () => {
  const ring = slowed([150, 60, 60]);
  const rows = await whatIfTrial(ring, line, 5);
  await ring.end();
  expectNear(rows);
  const [now, without, floor] = rows;
  expect(without.measuredMs).toBeLessThan(0.8 * now.measuredMs);
  expect(floor.measuredMs).toBeLessThan(0.9 * now.measuredMs);
});

// The bench's ring. On a slow line the late member still passes a third of its bytes on when its own sums are whole.
test.each([5, 20])(
  'overlap turned off and on at %i Mbit/s, within a twentieth',
  async (megabits) => {
    const buckets = { ...testConfig.buckets, firstBytes: 65_536, capBytes: 65_536 };
    const ring = slowed([400, 150, 150], { buckets, microBatch: localBatch, learningRate: 1e-6 }, 330);
    const rows = await overlapTrial(ring, { ...line, bitsPerSecond: 1e6 * megabits, delayMs: 5 }, 5);
    await ring.end();
    expectNear(rows, 0.05);
  },
  60_000,
);

test('S17: the same with local steps', async () => {
  // The slowest does all of its inner steps: the others wait for less than a quarter of their time before its last one.
  const ring = slowed([70, 45, 45], { sync: syncNamed('diloco', 4) });
  const rows = await localTrial(ring, line, 5);
  await ring.end();
  expectNear(rows);
  const [now, without, floor, int8] = rows;
  expect(without.measuredMs).toBeLessThan(0.8 * now.measuredMs);
  expect(floor.measuredMs).toBeLessThan(0.8 * now.measuredMs);
  expect(int8.measuredMs).toBeLessThan(0.9 * now.measuredMs);
});
