import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { countOf, type Positions } from '../../data/positions';
import { isStream, maxRedoRanges, nextPositions, streamAfter, type Stream } from './redo';
import type { StepPlan } from './run-state';
import { testConfig } from '../testing/real-ring';

const members = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(16));

function planOf(positions: Positions, sizes: readonly number[]): StepPlan {
  const shards = sizes.map((count, i) => ({ member: members[i], count }));
  return { positions, shards, learningRate: 1, buckets: testConfig.buckets };
}

test('S2: the positions of a member that contributes nothing come first in the next plan', () => {
  const start: Stream = { cursor: 0, redo: [], withheld: [], forgotten: 0 };
  const plan = planOf(nextPositions(start, 12), [4, 4, 4]);
  const after = streamAfter(start, plan, { [members[0]]: 4, [members[1]]: 0 }); // c has left
  expect(after).toEqual({ cursor: 12, redo: [[4, 8]], withheld: [], forgotten: 0 });
  expect(nextPositions(after, 10)).toEqual([[4, 10]]);
  expect(nextPositions({ ...after, redo: [[2, 5]] }, 9)).toEqual([
    [2, 5],
    [12, 4],
  ]);
  const next = planOf(nextPositions(after, 10), [5, 5]);
  expect(streamAfter(after, next, { [members[0]]: 5, [members[1]]: 5 })).toEqual({
    cursor: 14,
    redo: [],
    withheld: [],
    forgotten: 0,
  });
  expect(streamAfter(after, next, { [members[1]]: 5 }).redo).toEqual([[4, 5]]);
});

test('a plan that is dropped loses nothing: it is made again from the same stream', () => {
  const stream: Stream = { cursor: 20, redo: [[3, 2]], withheld: [], forgotten: 0 };
  expect(nextPositions(stream, 6)).toEqual(nextPositions(stream, 6));
  expect(countOf(nextPositions(stream, 6))).toBe(6);
});

test('S2: over random lives every position handed out is summed once or waits to be redone', () => {
  for (let seed = 0; seed < 100; seed++) {
    const random = prng('redo', seed);
    let stream: Stream = { cursor: 0, redo: [], withheld: [], forgotten: 0 };
    const summed = new Set<number>();
    for (let step = 0; step < 60; step++) {
      const sizes = members.slice(0, 1 + random.below(6)).map(() => random.below(9));
      const total = sizes.reduce((a, b) => a + b, 0);
      const plan = planOf(nextPositions(stream, total), sizes);
      const gives = sizes.map((size) => (random.below(4) === 0 ? 0 : size));
      stream = streamAfter(stream, plan, Object.fromEntries(gives.map((n, i) => [members[i], n])));
      const flat = plan.positions.flatMap(([start, count]) =>
        Array.from({ length: count }, (_, i) => start + i),
      );
      let at = 0;
      for (const [i, size] of sizes.entries()) {
        for (const position of flat.slice(at, at + size)) {
          if (gives[i] === 0) continue;
          if (summed.has(position)) expect.fail(`seed ${seed}: ${position} twice`);
          summed.add(position);
        }
        at += size;
      }
      expect(isStream(stream)).toBe(true);
      const open = new Set(stream.redo.flatMap(([s, n]) => Array.from({ length: n }, (_, i) => s + i)));
      for (let p = 0; p < stream.cursor; p++)
        if (summed.has(p) === open.has(p)) expect.fail(`seed ${seed}, step ${step}: position ${p}`);
      expect(summed.size + open.size).toBe(stream.cursor);
    }
  }
});

test('a full list drops its shortest ranges, and counts them', () => {
  const redo = Array.from({ length: maxRedoRanges }, (_, i) => [10 * i, i === 7 ? 1 : 3] as const);
  const stream: Stream = { cursor: 10_000, redo, withheld: [], forgotten: 5 };
  const plan = planOf([[10_000, 4]], [4]);
  const after = streamAfter(stream, { ...plan, shards: [{ member: members[0], count: 4 }] }, {});
  expect(after.redo).toHaveLength(maxRedoRanges);
  expect(after.redo.some(([start]) => start === 70)).toBe(false);
  expect(after.redo.at(-1)).toEqual([10_000, 4]);
  expect(after.forgotten).toBe(6);
});

test('S9: a position withheld twice is given up and counted; one withheld once, or lost by a death, is redone', () => {
  const start: Stream = { cursor: 0, redo: [], withheld: [], forgotten: 0 };
  const plan = planOf(nextPositions(start, 12), [4, 4, 4]);
  const [a, b, c] = members;
  const once = streamAfter(start, plan, { [a]: 4, [b]: 0, [c]: 0 }, [b]); // b withholds, c died
  expect(once).toEqual({ cursor: 12, redo: [[4, 8]], withheld: [[4, 4]], forgotten: 0 });
  const again = planOf(nextPositions(once, 6), [3, 3]); // 4 … 6 and 7 … 9
  const dead = streamAfter(once, again, { [a]: 0, [b]: 3 });
  expect(dead).toEqual({ cursor: 12, redo: [[4, 3], [10, 2]], withheld: [[4, 3]], forgotten: 0 }); // prettier-ignore
  const twice = streamAfter(once, again, { [a]: 3, [b]: 0 }, [b]); // 7 was withheld before; 8 and 9 were not
  expect(twice).toEqual({ cursor: 12, redo: [[8, 4]], withheld: [[8, 2]], forgotten: 1 });
  for (const stream of [once, dead, twice]) expect(isStream(stream)).toBe(true);
  expect(isStream({ ...twice, withheld: [[7, 2]] })).toBe(false);
});

test('S17: of a member that ended early the tail comes again, whatever else waits', () => {
  const start: Stream = { cursor: 20, redo: [[2, 3]], withheld: [], forgotten: 0 };
  const plan = planOf(nextPositions(start, 12), [4, 4, 4]); // 2 3 4 20 | 21 22 23 24 | 25 26 27 28
  const given = { [members[0]]: 3 * 8, [members[1]]: 1 * 8, [members[2]]: 4 * 8 };
  const after = streamAfter(start, plan, given, [], 8);
  expect(after).toEqual({ cursor: 29, redo: [[20, 1], [22, 3]], withheld: [], forgotten: 0 }); // prettier-ignore
});
