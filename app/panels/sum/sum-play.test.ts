import { describe, expect, it } from 'vitest';
import { allReduceCost } from '../../../src/collectives/cost';
import { sumPaths, type SumPath } from '../../../src/collectives/topology';
import { fullMeshLimit } from '../../../src/membership/links-needed';
import { ownerIn, plannedSum, type DrawnMember } from './drawn-sum';
import { furthest, playOf, stepAfter } from './sum-play';

const sizes = [...Array.from({ length: 16 }, (_, i) => i + 1), 64];
const bytes = 960_960;

function membersOf(count: number, newcomers: readonly number[] = []): DrawnMember[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `m${i}`,
    name: `Member ${i}`,
    isSelf: i === 0,
    adds: !newcomers.includes(i),
  }));
}

describe.each(sumPaths)('a planned sum, %s', (way) => {
  it.each(sizes)('of %i adds every part once, and brings the whole to all', (size) => {
    const sum = plannedSum(way, membersOf(size), { buckets: [bytes] });
    const { chunks } = sum;
    const transfers = sum.transfers.toSorted((a, b) => a.startMs - b.startMs);
    // The oracle: sets, and transfers by their times, without the play.
    const held = Array.from({ length: size }, (_, at) => Array.from({ length: chunks }, () => new Set([at])));
    const wrong: unknown[] = [];
    for (const at of new Set(transfers.map(({ startMs }) => startMs))) {
      const now = transfers.filter(({ startMs }) => startMs === at);
      for (const each of now) {
        const { from, chunk, parts, kind } = each;
        const sendable = held[from][chunk];
        if (!parts.every((part) => sendable.has(part))) wrong.push(each);
        if (kind === 'copy' && sendable.size !== size) wrong.push(each);
      }
      for (const each of now)
        for (const part of each.parts) {
          const here = held[each.to][each.chunk];
          if (each.kind === 'add' && here.has(part)) wrong.push(each); // added twice
          here.add(part);
        }
    }
    expect(wrong).toEqual([]);
    expect(held.flat().filter((parts) => parts.size !== size)).toEqual([]);
  });

  it.each(sizes)('of %i has the messages in a row and the bytes of COST.md', (size) => {
    const play = playOf(plannedSum(way, membersOf(size), { buckets: [bytes] }));
    const path: SumPath = way === 'gathered' && size > fullMeshLimit ? 'gathered-around' : way;
    const { steps, busiestBytes, meanBytes } = allReduceCost(path, size, bytes, 1, 1000);
    const end = play.at(play.endMs);
    const sent = Array.from({ length: size }, (_, member) => end.bytes(member));
    expect(play.rounds).toBe(steps);
    expect(Math.max(...sent)).toBeCloseTo(busiestBytes, 3);
    expect(sent.reduce((a, b) => a + b, 0) / size).toBeCloseTo(meanBytes, 3);
  });

  it.each([2, 3, 4, 5, 8, 16])('of %i is played as the plan says, forth and back', (size) => {
    const play = playOf(plannedSum(way, membersOf(size)));
    const counts = (ms: number): number[] => {
      const state = play.at(ms);
      return Array.from({ length: size * play.chunks }, (_, i) =>
        state.count(Math.floor(i / play.chunks), i % play.chunks),
      );
    };
    const forth = play.roundEndsMs.map(counts);
    const back = play.roundEndsMs.toReversed().map(counts).toReversed();
    expect(back).toEqual(forth);
    expect(forth.at(-1)).toEqual(Array.from({ length: size * play.chunks }, () => size));
    expect(play.at(play.endMs).phase).toBe('equal');
    expect(play.at(play.endMs - 1).phase).toBe('update');
    expect(play.at(0).phase).toBe('begin');
    expect(play.at(1).phase).toBe('add');
    const flying = play.at(1).flying;
    expect(flying.length).toBeGreaterThan(0);
    expect(flying.every(({ share }) => share > 0 && share < 1)).toBe(true);
  });
});

describe('the play of a sum', () => {
  it('counts 2(N − 1) messages of each member of a ring', () => {
    const play = playOf(plannedSum('ring', membersOf(5)));
    const end = play.at(play.endMs);
    expect([0, 1, 2, 3, 4].map((member) => end.messages(member))).toEqual([8, 8, 8, 8, 8]);
  });

  it('needs no sum for one replica', () => {
    const play = playOf(plannedSum('ring', membersOf(1)));
    expect([play.rounds, play.endMs, play.at(0).phase]).toEqual([0, 0, 'alone']);
    expect(play.at(0).isWhole(0, 0)).toBe(true);
  });

  it('lets nobody who adds nothing send a part where parts are gathered', () => {
    const play = playOf(plannedSum('gathered', membersOf(4, [2])));
    const end = play.at(play.endMs);
    expect(play.parts).toEqual([0, 1, 3]);
    expect(play.transfers.some(({ from }) => from === 2)).toBe(false);
    expect([0, 1, 2, 3].every((member) => end.isWhole(member, 0))).toBe(true);
  });

  it('goes from round to round, and then begins anew', () => {
    const play = playOf(plannedSum('ring', membersOf(3)));
    const seen: number[] = [];
    for (let ms = 0; seen.length < 6; seen.push(ms)) ms = stepAfter(play, ms);
    expect(seen.map((ms) => play.at(ms).round)).toEqual([1, 2, 3, 4, 4, 0]);
    expect(furthest(play, play.at(seen[0]))).toEqual({ added: 2, whole: 0 });
    expect(furthest(play, play.at(seen[1])).added).toBe(3);
    expect(furthest(play, play.at(seen[4])).whole).toBe(3);
  });

  it('ends where a member is lost, and no chunk lands after that', () => {
    const sum = plannedSum('ring', membersOf(4));
    const play = playOf({ ...sum, ended: { lost: 2, atMs: 1400 } });
    const before = play.at(1399).flying.length;
    const after = play.at(play.endMs);
    expect(before).toBe(4);
    expect([after.phase, after.flying.length, after.messages(0)]).toEqual(['lost', 4, 1]);
    expect(stepAfter(play, 900)).toBe(1400);
  });

  it('shows a chunk leave after it came, whatever the clocks say', () => {
    const sum = plannedSum('ring', membersOf(3));
    const early = sum.transfers.map((each) =>
      each.round === 1 ? { ...each, startMs: 100, endMs: 200 } : each,
    );
    const play = playOf({ ...sum, transfers: early });
    for (const each of play.transfers.filter(({ round }) => round === 1))
      expect(each.startMs).toBeGreaterThanOrEqual(850);
  });

  it('knows the owner of a chunk', () => {
    expect(ownerIn(plannedSum('ring', membersOf(4)), 0)).toBe(3);
    expect(ownerIn(plannedSum('direct', membersOf(4)), 2)).toBe(2);
    expect(ownerIn(plannedSum('gathered', membersOf(4)), 0)).toBeUndefined();
  });
});
