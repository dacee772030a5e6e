import { expect, test } from 'vitest';
import type { StepRecord, StepSplit } from '../../../src/replica/protocol';
import { efficiencyOf } from './efficiency';

interface Turn {
  readonly terms: number;
  readonly computeMs: number;
  readonly overlappedMs: number;
  readonly exposedMs: number;
  readonly waitingMs: number;
  readonly otherMs: number;
}

/** `count` steps of members a, b, … */
function steps(count: number, turns: readonly Turn[], generation = 1): StepRecord[] {
  const ids = turns.map((_, i) => 'abcdef'[i]);
  const split = ({ terms: _, ...parts }: Turn): StepSplit => ({
    ...parts,
    wallMs: Object.values(parts).reduce((sum, ms) => sum + ms, 0),
  });
  return Array.from({ length: count }, (_, step) => ({
    ...{ step, generation, worldSize: turns.length },
    effectiveBatch: turns.reduce((sum, { terms }) => sum + terms, 0),
    contributions: Object.fromEntries(ids.map((id, i) => [id, turns[i].terms])),
    splits: Object.fromEntries(ids.map((id, i) => [id, split(turns[i])])),
  })) as unknown as StepRecord[];
}

const fast: Turn = { terms: 60, computeMs: 10, overlappedMs: 8, exposedMs: 10, waitingMs: 10, otherMs: 2 };
const slow: Turn = { terms: 60, computeMs: 20, overlappedMs: 8, exposedMs: 10, waitingMs: 0, otherMs: 2 };

test('the ring against its members alone, each at its own speed', () => {
  // 120 terms in 40 ms; alone 60 terms in 20 ms and in 30 ms.
  const seen = efficiencyOf(steps(20, [fast, slow]), 'b')!;
  expect([seen.members, seen.ring, seen.own]).toEqual([2, 3000, 2000]);
  expect(seen.share).toBeCloseTo(3000 / 5000, 12);
});

test('what this device made by itself counts in place of what it computes now', () => {
  // 120 terms in 40 ms; by itself b made 4,000 a second, and a makes 3,000 by what it computes now.
  const records = steps(20, [fast, slow]);
  const seen = efficiencyOf(records, 'b', { perSecond: 4000, sharers: [] })!;
  expect([seen.own, seen.isMeasured, seen.others]).toEqual([4000, true, 1]);
  expect(seen.share).toBeCloseTo(3000 / (3000 + 4000), 12);
  expect(efficiencyOf(records, 'b')!.isMeasured).toBe(false);
});

test('who shares this device would make as much by itself: two in its place win nothing', () => {
  // The device makes 3,000 a second by itself. Two replicas on it each take twice as long.
  const halved = { ...fast, computeMs: 20, overlappedMs: 18, exposedMs: 0, waitingMs: 0 };
  const records = steps(20, [halved, halved]);
  expect(efficiencyOf(records, 'a')!.share).toBeCloseTo(1, 12);
  const shared = efficiencyOf(records, 'a', { perSecond: 3000, sharers: ['b'] })!;
  expect(shared.share).toBeCloseTo(0.5, 12);
  expect(shared.others).toBe(0);
});

test('without communication and waiting nothing is lost', () => {
  const free = { ...slow, exposedMs: 0 };
  expect(efficiencyOf(steps(20, [free, free, free]), 'a')!.share).toBeCloseTo(1, 12);
});

test('steps in which a member brought nothing, and steps of another ring, do not count', () => {
  const idle = { ...slow, terms: 0 };
  expect(efficiencyOf(steps(20, [fast, idle]), 'a')).toBeUndefined();
  const before = steps(40, [fast, fast], 1);
  expect(efficiencyOf([...before, ...steps(9, [fast, slow], 2)], 'a')).toBeUndefined();
  expect(efficiencyOf([...before, ...steps(10, [fast, slow], 2)], 'a')!.own).toBe(3000);
});

test('a ring of one has no efficiency', () => {
  expect(efficiencyOf(steps(20, [fast]), 'a')).toBeUndefined();
  expect(efficiencyOf([], 'a')).toBeUndefined();
});

const local = { innerSteps: 8, innerRate: 0.1, outerRate: 0.7, planned: 960 };

test('steps of another mode do not count', () => {
  const every = steps(20, [slow, slow]);
  // Eight times the terms and the computing for one sum.
  const many: Turn = { ...slow, terms: 480, computeMs: 208, overlappedMs: 0, exposedMs: 20 };
  const eight = steps(12, [many, many]).map((record) => ({ ...record, local }));
  expect(efficiencyOf([...every, ...eight], 'a')).toEqual(efficiencyOf(eight, 'a'));
  expect(efficiencyOf([...every, ...eight.slice(0, 5)], 'a')).toBeUndefined();
});
