// L16: how a room of 18 ends that come at once. How it begins: large-ring.test.ts.
import { expect, test } from 'vitest';
import { maxLinks } from '../peers/wanted-links';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';

test('L16: 18 come at once; none ever has more than 16 links, and all have four in the end', async () => {
  const config = { ...testConfig, steps: 400, localBatch: 2, microBatch: 2 };
  const ring = new SimulatedRing({ seed: 7, config, isSparse: true });
  for (let i = 0; i < 18; i++) ring.add();
  await ring.until('one ring', () => ring.isOneRing(18));
  await ring.until('four links each', () => ring.living.every(({ member }) => member.hub.peers().length === 4), 14_000); // prettier-ignore
  expect(ring.mostLinks).toBeLessThanOrEqual(maxLinks);
  await ring.end();
});
