import { inEnglish } from '../../cli/english/in-english';
import { expect, test } from 'vitest';
import { chooseThreads } from './thread-count';

const large = { replicas: 1, canShareMemory: true, flopsPerStep: 2e6 };

test.each([
  [{ cores: 8, replicas: 1, canShareMemory: false, flopsPerStep: 2e6 }, 1, /not cross-origin isolated/],
  [{ cores: 8, replicas: 4, canShareMemory: true, flopsPerStep: 2e6 }, 1, /4 replicas/],
  [{ cores: 8, replicas: 1, canShareMemory: true, flopsPerStep: 5e5 }, 1, /too short/],
  [{ cores: 1, replicas: 1, canShareMemory: true, flopsPerStep: 2e6 }, 1, /one core/],
  [{ cores: 2, replicas: 1, canShareMemory: true, flopsPerStep: 2e6 }, 2, /each core/],
  [{ cores: 4, replicas: 1, canShareMemory: true, flopsPerStep: 2e6 }, 3, /3 threads of 4 cores/],
  [{ cores: 64, replicas: 1, canShareMemory: true, flopsPerStep: 2e6 }, 8, /8 threads of 64 cores/],
  [
    { ...large, cores: 2, replicasOnDevice: 2 },
    1,
    /^One thread: 2 replicas on this device share its 2 cores\.$/,
  ],
  [{ ...large, cores: 4, replicasOnDevice: 2 }, 1, /2 replicas on this device share its 4 cores/],
  [
    { ...large, cores: 8, replicasOnDevice: 2 },
    3,
    /^3 threads of 8 cores, which 2 replicas on this device share,/,
  ],
  [{ ...large, cores: 64, replicasOnDevice: 3 }, 8, /8 threads of 64 cores, which 3 replicas/],
])('%j: %i', (device, threads, why) => {
  const choice = chooseThreads(device);
  expect(choice.threads).toBe(threads);
  expect(inEnglish(choice.why)).toMatch(why);
});

test('with more than one thread, the replicas of a device together take no more threads than it has cores', () => {
  for (let cores = 1; cores <= 64; cores++)
    for (let replicasOnDevice = 1; replicasOnDevice <= 16; replicasOnDevice++) {
      const { threads } = chooseThreads({ ...large, cores, replicasOnDevice });
      expect(threads).toBeGreaterThanOrEqual(1);
      if (threads > 1) expect(threads * replicasOnDevice).toBeLessThanOrEqual(cores);
    }
});
