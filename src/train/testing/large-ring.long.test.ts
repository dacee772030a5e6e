// L16: a room of 18 that come at once. Rings of ten: large-ring.test.ts.
import { expect, test } from 'vitest';
import { maxLinks } from '../peers/wanted-links';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';

test('L16: 18 come at once; some have 16 links meanwhile, none ever more, and all have four in the end', async () => {
  const config = { ...testConfig, steps: 400, localBatch: 2, microBatch: 2 };
  const ring = new SimulatedRing({ seed: 7, config, isSparse: true });
  for (let i = 0; i < 18; i++) ring.add();
  await ring.until('one ring', () => ring.isOneRing(18));
  await ring.until('four links each', () => ring.living.every(({ member }) => member.hub.peers().length === 4), 14_000); // prettier-ignore
  expect(ring.mostLinks).toBe(maxLinks);
  await ring.end();
});
