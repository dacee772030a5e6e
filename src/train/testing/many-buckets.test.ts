// A step of many buckets waits for many things at once. Each wait must end with the step without a listener of its own,
// because Node warns when one signal has more than ten.
import { expect, test } from 'vitest';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';

test('a step of thirty buckets hangs at most ten listeners on a signal', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on('warning', onWarning);
  try {
    const hidden = Array.from(
      { length: 14 },
      () => ({ kind: 'dense', units: 4, activation: 'tanh' }) as const,
    );
    const ring = new SimulatedRing({
      seed: 1,
      config: {
        ...testConfig,
        model: {
          ...testConfig.model,
          layers: [...hidden, { kind: 'dense', units: 2, activation: 'none' }],
        },
        steps: 3,
        evaluateEvery: 0,
        buckets: { ...testConfig.buckets, mode: 'per-tensor' },
      },
      // So slow that the frames of all buckets wait in the link.
      conditions: { delayMs: 20, bytesPerSecond: 20_000 },
    });
    const replicas = [ring.add(), ring.add()];
    await ring.formed(2);
    ring.submit({ kind: 'start' });
    await ring.until('3 steps', () => replicas.every(({ steps }) => steps.length === 3));
    expect(replicas[0].steps[0].buckets).toBe(30);
    ring.verify();
    await ring.end();
    await new Promise((resolve) => setImmediate(resolve)); // Node emits warnings in a later turn
  } finally {
    process.off('warning', onWarning);
  }
  expect(warnings.map(({ name, message }) => `${name}: ${message}`)).toEqual([]);
});
