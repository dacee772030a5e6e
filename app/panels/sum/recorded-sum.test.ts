// Sums of simulated rings as their members tell them: what is drawn is what travelled, and what COST.md says.
import { afterEach, describe, expect, it } from 'vitest';
import { casesOf } from '../../../src/base/testing/every-case';
import { allReduceCost } from '../../../src/collectives/cost';
import { sumPaths, type ShownPath } from '../../../src/collectives/topology';
import type { SeenSum, ToldMove } from '../../../src/replica/protocol';
import { SimulatedRing, type SimulatedReplica } from '../../../src/train/testing/simulated-ring';
import { moonsRun } from '../../../src/train/testing/moons-run';
import { testConfig } from '../../../src/train/testing/real-ring';
import { plannedSum, type DrawnSum, type DrawnTransfer } from './drawn-sum';
import { playOf } from './sum-play';
import { recordedSum } from './recorded-sum';

let ring: SimulatedRing | undefined;

afterEach(async () => {
  await ring?.end();
  ring = undefined;
});

interface Looked {
  readonly looker: SimulatedReplica;
  readonly seen: SeenSum[];
}

/** A ring that trains by `way`, looked at by its first replica. */
async function lookedAt(
  way: ShownPath,
  size: number,
  delayMs = 3,
  machineOf: (index: number) => number | undefined = () => undefined,
): Promise<Looked> {
  const config = {
    ...moonsRun([48, 48], 300),
    localBatch: 8,
    microBatch: 8,
    validationExamples: 60,
    buckets: {
      ...testConfig.buckets,
      ...(way === 'gathered' ? { gatherBytes: 61_440 } : { topology: way }),
    },
  };
  ring = new SimulatedRing({
    ...{ seed: 3, config, conditions: { delayMs, jitterMs: 2 }, machineOf },
    computeMs: (random) => 90 + random.below(30),
  });
  for (let i = 0; i < size; i++) ring.add();
  await ring.formed(size);
  ring.submit({ kind: 'start' });
  const looker = ring.replicas[0];
  const seen: SeenSum[] = [];
  looker.member.sumWatch.on('sum', (sum) => seen.push(sum));
  looker.member.sumWatch.watch(true);
  return { looker, seen };
}

async function drawn(
  way: ShownPath,
  size: number,
): Promise<{ readonly seen: SeenSum; readonly sum: DrawnSum }> {
  const { looker, seen } = await lookedAt(way, size);
  await ring!.until('a sum is told', () => seen.length > 0);
  return { seen: seen[0], sum: recordedSum(seen[0], nameIn(looker))! };
}

function nameIn(self: SimulatedReplica) {
  return (id: string) => ({ name: `name of ${id}`, isSelf: id === self.id });
}

function placesOf({ transfers }: DrawnSum): string[] {
  return transfers.map(({ bucket, chunk, from, to, kind, parts }) =>
    [bucket, chunk, from, to, kind, ...parts].join(),
  );
}

/** What leaves before it is there, or comes twice; and who lacks a part in the end. By sets, without the play. */
function wrongIn(transfers: readonly DrawnTransfer[], size: number): unknown[] {
  const chunks = 1 + Math.max(...transfers.map(({ chunk }) => chunk));
  const held = Array.from({ length: size }, (_, at) => Array.from({ length: chunks }, () => new Set([at])));
  const wrong: unknown[] = [];
  const moments = transfers.flatMap((each) => [
    { atMs: each.startMs, isLanding: false, each },
    { atMs: each.endMs, isLanding: true, each },
  ]);
  moments.sort((a, b) => a.atMs - b.atMs || Number(b.isLanding) - Number(a.isLanding));
  for (const { isLanding, each } of moments) {
    const { from, to, chunk, parts, kind } = each;
    const { [isLanding ? to : from]: at } = held;
    if (isLanding) {
      if (kind === 'add' && parts.some((part) => at[chunk].has(part))) wrong.push(each);
      for (const part of parts) at[chunk].add(part);
    } else if (!parts.every((part) => at[chunk].has(part))) wrong.push(each);
    if (!isLanding && kind === 'copy' && at[chunk].size !== size) wrong.push(each);
  }
  return [...wrong, ...held.flat().filter((parts) => parts.size !== size)];
}

/** Members are paired as often as a power of two allows: rings of 8 show most of it. */
const isDoubling = (way: ShownPath): boolean => way === 'halving-doubling';

it('T15 a recorded sum on two levels: first within each machine, as its path says', async () => {
  const { looker, seen } = await lookedAt('two-levels', 5, 3, (index) => index % 2);
  await ring!.until('a sum is told', () => seen.length > 0);
  const sum = recordedSum(seen[0], nameIn(looker))!;
  expect(sum.way).toMatch(/^two-levels:[01]{5}$/);
  const machineAt = (place: number) => sum.way.split(':')[1][place];
  const first = sum.transfers.filter(({ kind, parts }) => kind === 'add' && parts.length === 1);
  expect(first.some(({ from, to }) => machineAt(from) === machineAt(to))).toBe(true);
  const between = sum.transfers.filter(({ from, to }) => machineAt(from) !== machineAt(to));
  expect(between, 'each chunk once there and once back').toHaveLength(2 * sum.chunks * sum.buckets.length);
  expect(wrongIn(playOf(sum, 0).transfers, 5)).toEqual([]);
});

describe.each(sumPaths)('T15 a recorded sum, %s', (way) => {
  it.each(casesOf([2, 3, 5, 8], (size) => size === 3 || size === (isDoubling(way) ? 8 : 5)))(
    'of %i has every message of its plan once, with the bytes of COST.md',
    async (size) => {
      const { seen, sum } = await drawn(way, size);
      const { members } = sum;
      const all = sum.buckets.map(({ bytes }) => bytes);
      expect(seen.buckets).toBeGreaterThan(0);
      expect(all).toHaveLength(Math.min(8, seen.buckets));
      expect(placesOf(sum)).toEqual(placesOf(plannedSum(sum.way, members, { buckets: all })));
      expect(sum.way).toBe(way);
      for (const [bucket, bytes] of all.entries()) {
        const play = playOf(sum, bucket);
        const cost = allReduceCost(way, size, bytes, 1, 1000);
        const end = play.at(play.endMs);
        const sent = members.map((_, member) => end.bytes(member));
        const total = sent.reduce((a, b) => a + b, 0);
        expect(play.rounds).toBe(cost.steps);
        expect(total / size).toBeCloseTo(cost.meanBytes, 6);
        // Chunks differ by one element where the members do not divide the bucket.
        expect(Math.abs(Math.max(...sent) - cost.busiestBytes)).toBeLessThanOrEqual(4 * 2 * size);
        expect(wrongIn(play.transfers, size)).toEqual([]);
      }
    },
  );
});

describe('T15 a recorded sum', () => {
  it('that a member did not live to see falls where it was, and the same step is summed without it', async () => {
    const { looker, seen } = await lookedAt('ring', 4, 40);
    await ring!.until('a sum is told', () => seen.length > 0);
    const lost = ring!.replicas[2];
    const { trainer } = looker.member;
    await ring!.until('a sum begins', () => trainer.status.activity.kind === 'reducing');
    await ring!.runFor(100);
    ring!.kill(lost);
    await ring!.until('the loss is told', () => seen.some(({ failed }) => failed));
    const again = seen.find(({ failed }) => failed)!;
    const sum = recordedSum(again, nameIn(looker))!;
    const { before } = sum;
    expect([again.failed!.step, again.members.length]).toEqual([again.step, 3]);
    expect(again.failed!.generation).toBeLessThan(again.generation);
    expect(before!.members[before!.ended!.lost].id).toBe(lost.id);
    expect(sum.members.map(({ id }) => id)).not.toContain(lost.id);
    const play = playOf(before!);
    const { flying, phase } = play.at(play.movesMs);
    expect(phase).toBe('lost');
    expect(flying.length).toBeGreaterThan(0);
    const after = play.at(play.endMs);
    expect([0, 1, 2, 3].some((chunk) => after.isWhole(0, chunk))).toBe(false);
    expect(before!.transfers.length).toBeLessThan(24);
    expect(wrongIn(playOf(sum).transfers, 3)).toEqual([]);
    const { length } = seen;
    await ring!.until('three more sums are told', () => seen.length >= length + 3);
    expect(seen.filter(({ failed }) => failed)).toHaveLength(1);
  });

  it('is not drawn where a member does not tell of a message, or tells of times that cannot be', async () => {
    const { looker, seen } = await lookedAt('ring', 3);
    await ring!.until('a sum is told', () => seen.length > 0);
    const [{ told, ...rest }] = seen;
    const changed = (change: (move: ToldMove) => readonly ToldMove[]): DrawnSum | undefined =>
      recordedSum({ ...rest, told: told.with(1, told[1]!.flatMap(change)) }, nameIn(looker));
    const whole = changed((move) => [move])!;
    expect(whole.transfers).toHaveLength(12 * whole.buckets.length);
    expect(changed((move) => (move.kind === 'copy-came' && move.bucket === 0 ? [] : [move]))).toBeUndefined();
    expect(changed((move) => [{ ...move, atMs: move.atMs + 1e6 }])).toBeUndefined();
    // What the plan does not have is not drawn: a chunk to oneself, or twice.
    const more = changed((move) => [move, { ...move, other: 1 }, { ...move, atMs: move.atMs + 5 }])!;
    expect(more).toEqual(whole);
  });
});
