import { expect, test } from 'vitest';
import { chooseThreads } from './thread-count';

test.each([
  [{ cores: 8, replicas: 1, canShareMemory: false, flopsPerStep: 2e6 }, 1, /not cross-origin isolated/],
  [{ cores: 8, replicas: 4, canShareMemory: true, flopsPerStep: 2e6 }, 1, /4 replicas/],
  [{ cores: 8, replicas: 1, canShareMemory: true, flopsPerStep: 5e5 }, 1, /too short/],
  [{ cores: 1, replicas: 1, canShareMemory: true, flopsPerStep: 2e6 }, 1, /one core/],
  [{ cores: 2, replicas: 1, canShareMemory: true, flopsPerStep: 2e6 }, 2, /each core/],
  [{ cores: 4, replicas: 1, canShareMemory: true, flopsPerStep: 2e6 }, 3, /3 threads of 4 cores/],
  [{ cores: 64, replicas: 1, canShareMemory: true, flopsPerStep: 2e6 }, 8, /8 threads of 64 cores/],
])('%j: %i', (device, threads, why) => {
  const choice = chooseThreads(device);
  expect(choice.threads).toBe(threads);
  expect(choice.why).toMatch(why);
});
