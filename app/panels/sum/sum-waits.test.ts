import { expect, it } from 'vitest';
import { plannedSum, type DrawnMember } from './drawn-sum';
import { playOf } from './sum-play';
import { waitsOf } from './sum-waits';

const members = ['a', 'b', 'c'].map((id): DrawnMember => ({ id, name: id, isSelf: id === 'a', adds: true }));

it('counts from a member’s begin, or the chunk before, until the next chunk is there', () => {
  const sum = plannedSum('gathered', members);
  const times = new Map([
    ['0 1', [0, 10]],
    ['0 2', [0, 30]],
    ['1 0', [5, 12]],
    ['1 2', [5, 9]],
    ['2 0', [20, 26]],
    ['2 1', [20, 40]],
  ]);
  const transfers = sum.transfers.map((each) => {
    const [startMs, endMs] = times.get(`${each.from} ${each.to}`)!;
    return { ...each, startMs, endMs };
  });
  expect(waitsOf(playOf({ ...sum, transfers }))).toEqual([
    { member: 0, waitsFor: 2, ms: 14 },
    { member: 0, waitsFor: 1, ms: 12 },
    { member: 1, waitsFor: 2, ms: 30 },
    { member: 1, waitsFor: 0, ms: 5 },
    { member: 2, waitsFor: 0, ms: 10 },
    { member: 2, waitsFor: 1, ms: 0 },
  ]);
});
