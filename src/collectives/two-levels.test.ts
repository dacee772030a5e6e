// C2g: sums first within each machine, then between machines: their trees, their bits, and what crosses the line.
import { describe, expect, test } from 'vitest';
import { codecNamed } from '../codecs/setting';
import { codecOf } from '../codecs/registry';
import { bytesOf, equalBytes } from '../base/bytes';
import { permutation, prng } from '../base/prng';
import type { View } from '../membership/view';
import { plainSums } from '../train/testing/plain-sums';
import { allReduceCost, costOnMachines } from './cost';
import { groupTraffic } from './group-traffic';
import { drawGroups } from './testing/draw-groups';
import { SumRing } from './testing/sum-ring';
import {
  chunkCount,
  groupedPath,
  groupsOfPath,
  ownerOf,
  routeOf,
  topologies,
  type SumPath,
} from './topology';

const draws = Array.from({ length: 60 }, (_, draw) => {
  const random = prng('two levels', draw);
  const groups = drawGroups(2 + random.below(7), random);
  return {
    random,
    groups,
    size: groups.length,
    path: groupedPath(groups),
    machines: Math.max(...groups) + 1,
  };
});

test('a path tells its groups, and has one chunk for each machine and member of the largest', () => {
  for (const { groups, size, path, machines } of draws) {
    expect(groupsOfPath(path)).toEqual(groups);
    const members = groups.map((group) => groups.filter((other) => other === group).length);
    expect(chunkCount(path, size)).toBe(machines * Math.max(...members));
  }
  for (const path of [...topologies, 'gathered', 'gathered-around'] as const)
    expect(groupsOfPath(path)).toBeUndefined();
});

test('every chunk leaves a machine once and comes to it once, and goes up and down the same edges', () => {
  for (const { groups, size, path, machines } of draws)
    for (let chunk = 0; chunk < chunkCount(path, size); chunk++) {
      const owner = ownerOf(path, size, chunk);
      expect(groups[owner], 'machines own chunks in turn').toBe(chunk % machines);
      const left = groups.map(() => 0);
      for (const [position, group] of groups.entries()) {
        const { parent, source, to, children } = routeOf(path, size, position, chunk);
        expect(source).toBe(parent);
        expect(to.toSorted()).toEqual(children.map((child) => child.position).toSorted());
        if (parent !== undefined && groups[parent] !== group) left[group]++;
      }
      for (let group = 0; group < machines; group++)
        expect(left[group]).toBe(group === groups[owner] ? 0 : 1);
    }
});

describe('S2, E2: the sums of real members', () => {
  const finished = async (
    { random, size, path }: (typeof draws)[number],
    length: number,
    codec?: ReturnType<typeof codecOf>,
  ) => {
    const members = Array.from({ length: size }, (_, rank) => `member-${rank}`);
    const view: View = { lineage: '00c0ffee', generation: 3, members, ring: [...permutation(size, random)] };
    const parts = members.map(() =>
      Float32Array.from({ length }, () => random.normal() * 2 ** random.below(20)),
    );
    const exponent = codec ? 20 : 0;
    const ring = new SumRing({ view, path, codec, exponent, parts, seed: length });
    await ring.finish();
    return { ring, inRing: view.ring.map((rank) => parts[rank]), view };
  };

  test('the bits of plain loops, whatever the machines', async () => {
    for (const draw of draws)
      for (const length of [0, 1, 97, 20_000]) {
        const { ring, inRing } = await finished(draw, length);
        const plain = new Float32Array(length);
        plainSums(draw.path, inRing, plain, 0, length);
        for (const { result } of ring.members)
          expect(equalBytes(bytesOf(result), bytesOf(plain)), `${draw.path}, ${length}`).toBe(true);
        expect(ring.offences).toEqual([]);
      }
  });

  test('encoded, all hold the same bits, near the exact sum', async () => {
    for (const draw of draws.slice(0, 20)) {
      const { ring, inRing } = await finished(draw, 1009, codecOf(codecNamed('fp16')));
      const [first] = ring.members;
      for (const { result } of ring.members)
        expect(equalBytes(bytesOf(result), bytesOf(first.result))).toBe(true);
      for (const [i, value] of first.result.entries()) {
        const exact = inRing.reduce((sum, part) => sum + part[i], 0);
        const magnitude = inRing.reduce((sum, part) => sum + Math.abs(part[i]), 0);
        // Three encodings, of 11 bits each, and what underflows.
        expect(Math.abs(value - exact)).toBeLessThanOrEqual(4 * 2 ** -11 * magnitude + 1);
      }
    }
  });
});

describe('what it costs', () => {
  test('everybody alone, the walk of the trees gives the rows of COST.md', () => {
    for (const topology of topologies)
      for (let size = 2; size <= 8; size++) {
        const alone = Array.from({ length: size }, (_, at) => at);
        const walked = costOnMachines(topology, 840, 1e3, { groups: alone, bytesPerSecond: 1 });
        const row = allReduceCost(topology, size, 840, 0, 1e3);
        expect(walked.steps).toBe(row.steps);
        expect(walked.busiestBytes).toBeCloseTo(row.busiestBytes, 9);
        expect(walked.predictedMs, `${topology} of ${size}`).toBeCloseTo(row.predictedMs, 9);
      }
  });

  test('each machine sends 2(M − 1)/M gradients over its line, however many members it has', () => {
    for (const { groups, path, machines } of draws) {
      const { acrossInARow } = groupTraffic(path, groups);
      expect(acrossInARow, path).toBeCloseTo((2 * (machines - 1)) / machines, 9);
    }
  });

  test('by hand: two machines of two members, beside a ring in the order of the machines, and across it', () => {
    const cost = (path: SumPath, groups: readonly number[]) =>
      costOnMachines(path, 1000, 1000, { groups, bytesPerSecond: 10_000 });
    // Across: each machine sends half a gradient up and half down. Within: each member a half up and a half down.
    expect(cost('two-levels:0011', [0, 0, 1, 1])).toMatchObject({ steps: 4, predictedMs: 1000 + 100 });
    expect(cost('ring', [0, 0, 1, 1]).predictedMs).toBe(1500);
    expect(cost('ring', [0, 1, 0, 1]).predictedMs, 'both members of a machine send over its line').toBe(3000);
    expect(cost('direct', [0, 0, 1, 1]).predictedMs).toBe(2000);
    const free = allReduceCost('two-levels:0011', 4, 1000, 1, 1000);
    expect(free.predictedMs, 'within it is free, and four messages are in a row').toBe(4 + 1000);
  });
});
