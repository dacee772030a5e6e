// A broken link between two live members evicts no member (M7). Records take another way round (C7). The ring is
// reordered if that link was one of its edges. Training continues to the end with equal digests (S1).
import { expect, test } from 'vitest';
import { SimulatedRing } from './simulated-ring';
import { testConfig } from './real-ring';

test.each([
  [1, 0, 1, 'an edge of the ring'],
  [2, 0, 2, 'a chord'],
  [3, 1, 3, 'the other chord'],
  [4, 3, 0, 'the edge that closes the ring'],
])('C7, M7, S1 seed %i: %i–%i is cut for good, %s', async (seed, a, b) => {
  const ring = new SimulatedRing({ seed, config: { ...testConfig, steps: 30 } });
  for (let i = 0; i < 4; i++) ring.add();
  await ring.formed(4);
  ring.submit({ kind: 'start' });
  await ring.until('five steps', () => ring.replicas.every(({ steps }) => steps.length >= 5));
  ring.cut(ring.replicas[a], ring.replicas[b]);
  await ring.until('the end', () => ring.replicas.every(({ steps }) => steps.at(-1)?.step === 30));
  ring.verify();
  expect(ring.isOneRing(4), 'no member was evicted').toBe(true);
  for (const { steps } of ring.replicas) expect(steps.map(({ step }) => step)).toEqual(range(1, 30));
  expect(new Set(ring.replicas.map(({ steps }) => steps.at(-1)!.digest)).size).toBe(1);
  for (const { steps } of ring.replicas) expect(steps.at(-1)!.worldSize).toBe(4);
  await ring.end();
});

test.each([
  ['direct', { topology: 'direct' }],
  ['halving and doubling', { topology: 'halving-doubling' }],
  ['a gathered codec', { codec: { kind: 'sign' } }],
  ['bounded parts', { boundedParts: true }],
  ['small sums', { gatherBytes: 16_384 }],
] as const)('C12c, S1: a link is cut for good, %s', async (_way, change) => {
  const buckets = { ...testConfig.buckets, gatherBytes: 0, ...change };
  const ring = new SimulatedRing({ seed: 5, config: { ...testConfig, buckets, steps: 30 } });
  for (let i = 0; i < 4; i++) ring.add();
  await ring.formed(4);
  ring.submit({ kind: 'start' });
  await ring.until('five steps', () => ring.replicas.every(({ steps }) => steps.length >= 5));
  ring.cut(ring.replicas[0], ring.replicas[1]);
  const cutMs = ring.clock.now();
  await ring.until('the end', () => ring.replicas.every(({ steps }) => steps.at(-1)?.step === 30), 120_000);
  console.info(`30 steps ${Math.round(ring.clock.now() - cutMs)} ms after a link was cut`);
  ring.verify();
  expect(ring.isOneRing(4), 'no member was evicted').toBe(true);
  expect(new Set(ring.replicas.map(({ steps }) => steps.at(-1)!.digest)).size).toBe(1);
  await ring.end();
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
