// E2: every topology's trees, checked by walking them.
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { chunkCount, ownerOf, routeOf, topologies, topologyRules, type Topology } from './topology';

const sizes = Array.from({ length: 17 }, (_, i) => i + 1);

/** The contributions in the partial sum that `position` makes of `chunk`. */
function contributions(topology: Topology, size: number, position: number, chunk: number): number[] {
  const { children } = routeOf(topology, size, position, chunk);
  return [position, ...children.flatMap((child) => contributions(topology, size, child.position, chunk))];
}

describe.each(topologies)('%s', (topology) => {
  test('the owner’s sum has each contribution once, and every edge is known at both ends', () => {
    for (const size of sizes)
      for (let chunk = 0; chunk < chunkCount(topology, size); chunk++) {
        const owner = ownerOf(topology, size, chunk);
        const sum = contributions(topology, size, owner, chunk);
        expect(sum.toSorted((a, b) => a - b)).toEqual(sizes.slice(0, size).map((n) => n - 1));
        for (let position = 0; position < size; position++) {
          const { children, parent } = routeOf(topology, size, position, chunk);
          for (const child of children) {
            expect(routeOf(topology, size, child.position, chunk).parent).toBe(position);
            expect(child.contributors.toSorted((a, b) => a - b)).toEqual(
              contributions(topology, size, child.position, chunk).toSorted((a, b) => a - b),
            );
          }
          if (position !== owner)
            expect(routeOf(topology, size, parent!, chunk).children.map((child) => child.position)).toContain(
              position,
            );
        }
      }
  });

  test('the whole sum reaches every position once, from the position that it expects', () => {
    for (const size of sizes)
      for (let chunk = 0; chunk < chunkCount(topology, size); chunk++) {
        const owner = ownerOf(topology, size, chunk);
        const reached = [owner];
        for (const at of reached)
          for (const to of routeOf(topology, size, at, chunk).to) {
            expect(routeOf(topology, size, to, chunk).source).toBe(at);
            expect(reached).not.toContain(to);
            reached.push(to);
          }
        expect(reached).toHaveLength(size);
      }
  });

  test('the steps of the cost model are the hops of the longest path, up and down', () => {
    for (const size of sizes.slice(1)) {
      let longest = 0;
      for (let chunk = 0; chunk < chunkCount(topology, size); chunk++) {
        const positions = Array.from({ length: size }, (_, position) => position);
        const hops = (next: 'parent' | 'source'): number =>
          Math.max(...positions.map((position) => hopsFrom(topology, size, chunk, position, next)));
        longest = Math.max(longest, hops('parent') + hops('source'));
      }
      expect(topologyRules[topology].cost(size, 1, 1, 1).steps, `${size} replicas`).toBe(longest);
    }
  });
});

/** Edges from `position` to the end of its way. */
function hopsFrom(
  topology: Topology,
  size: number,
  chunk: number,
  position: number,
  next: 'parent' | 'source',
): number {
  let hops = 0;
  for (let at = routeOf(topology, size, position, chunk)[next]; at !== undefined; hops++)
    at = routeOf(topology, size, at, chunk)[next];
  return hops;
}

test('every file of topologies/ is in the table, and nothing else', async () => {
  const names = await readdir(new URL('topologies/', import.meta.url));
  const stated = new Set<unknown>();
  for (const name of names.filter((one) => one !== 'rules.ts')) {
    const module = (await import(`./topologies/${name.slice(0, -3)}.ts`)) as object;
    for (const one of Object.values(module) as unknown[]) if (typeof one === 'object') stated.add(one);
  }
  expect(stated).toEqual(new Set(Object.values(topologyRules)));
});

test('the order of additions is stated: it is this one', () => {
  const order = (topology: Topology, size: number, chunk: number): number[] =>
    contributions(topology, size, ownerOf(topology, size, chunk), chunk);
  expect(order('ring', 4, 1)).toEqual([0, 3, 2, 1]);
  expect(order('tree', 6, 0)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(order('star', 4, 0)).toEqual([0, 1, 2, 3]);
  expect(order('direct', 4, 2)).toEqual([2, 0, 1, 3]);
  expect(order('halving-doubling', 6, 2)).toEqual([2, 0, 4, 3, 1, 5]);
});
