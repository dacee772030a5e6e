// Rings of more than 8, whose replicas open only the links that they want (C6, H6, M7).
import { expect } from 'vitest';
import { testConfig } from './real-ring';
import { SimulatedRing, type SimulatedReplica } from './simulated-ring';
import { maxLinks } from '../peers/wanted-links';

export const config = { ...testConfig, steps: 400, localBatch: 2, microBatch: 2 };

export async function ringOf(
  seed: number,
  size: number,
  lacksFile: (index: number) => boolean = () => false,
): Promise<SimulatedRing> {
  const ring = new SimulatedRing({
    ...{ seed, lacksFile },
    config,
    isSparse: true,
    computeMs: (random) => 40 + random.below(20),
  });
  for (let i = 0; i < size; i++) ring.add();
  await ring.formed(size);
  ring.submit({ kind: 'start' });
  await steps(ring, 3);
  return ring;
}

/** Every living replica commits so many more. */
export async function steps(ring: SimulatedRing, count: number): Promise<void> {
  const before = new Map(ring.living.map(({ id, steps }) => [id, steps.length]));
  await ring.until(`${count} more steps`, () =>
    ring.living.every(({ id, steps }) => steps.length >= (before.get(id) ?? 0) + count),
  );
}

/** The replicas at these places of the ring. */
export function atPlaces(ring: SimulatedRing, places: readonly number[]): SimulatedReplica[] {
  const { members, ring: order } = ring.living[0].member.membership.view!;
  return places.map((place) => ring.replicas.find(({ id }) => id === members[order[place]])!);
}

export async function endOf(ring: SimulatedRing, size: number): Promise<void> {
  await ring.until(`one ring of ${size}`, () => ring.isOneRing(size));
  await steps(ring, 3);
  ring.verify();
  const last = Math.min(...ring.living.map(({ steps }) => steps.at(-1)!.step));
  const digests = ring.living.map(({ steps }) => steps.find(({ step }) => step === last)?.digest);
  expect(new Set(digests).size, 'S1').toBe(1);
  expect(ring.mostLinks).toBeLessThanOrEqual(maxLinks);
  await ring.end();
}
