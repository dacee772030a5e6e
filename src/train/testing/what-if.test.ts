// What-if predictions against really doing it, in simulated time.
import { expect, test } from 'vitest';
import { waitingEngine } from '../../model/waiting-engine';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';
import { whatIfTrial } from './what-if-trial';

const line = { bitsPerSecond: 20e6, delayMs: 2, jitterMs: 0, loss: 0 };

test('a slow member, overlap, a codec, no communication: within 15 % of what comes of it', async () => {
  const layers = [220, 220, 2].map((units) => ({ kind: 'dense', units, activation: 'tanh' }) as const);
  const config = {
    ...testConfig,
    model: { ...testConfig.model, layers },
    ...{ steps: 10_000, evaluateEvery: 0 },
    buckets: { ...testConfig.buckets, firstBytes: 32_768, capBytes: 32_768 },
  };
  const waitsMs = [150, 60, 60];
  const ring: SimulatedRing = new SimulatedRing({
    ...{ seed: 4, config, conditions: { delayMs: 0.5, bytesPerSecond: 64 << 20 } },
    computeMs: () => 0,
    wrapEngine: (engine, index) => waitingEngine(engine, ring.clock, waitsMs[index]),
  });
  const rows = await whatIfTrial(ring, line, 8);
  await ring.end();
  for (const { name, predictedMs, measuredMs } of rows) {
    console.log(`${name}: ${predictedMs.toFixed(1)} predicted, ${measuredMs.toFixed(1)} measured`);
    expect(predictedMs / measuredMs, name).toBeGreaterThan(0.85);
    expect(predictedMs / measuredMs, name).toBeLessThan(1.15);
  }
  const [now, without, floor] = rows;
  expect(without.measuredMs).toBeLessThan(0.8 * now.measuredMs);
  expect(floor.measuredMs).toBeLessThan(0.9 * now.measuredMs);
}, 30_000);
