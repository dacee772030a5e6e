import { expect, test } from 'vitest';
import { prng } from '../base/prng';
import { BrokenLinks, ringAvoiding } from './broken-links';

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `m${i}`);

/** Tries every order. */
function hasRing(members: readonly string[], isBroken: (a: string, b: string) => boolean): boolean {
  const [first, ...rest] = members;
  const place = (last: string, left: readonly string[]): boolean =>
    left.length === 0
      ? !isBroken(last, first)
      : left.some((next, i) => !isBroken(last, next) && place(next, left.toSpliced(i, 1)));
  return place(first, rest);
}

function isRing(ring: readonly string[], members: readonly string[], broken: BrokenLinks): boolean {
  const isOfThem = ring.length === members.length && members.every((member) => ring.includes(member));
  return isOfThem && ring.every((member, i) => !broken.has(member, ring[(i + 1) % ring.length]));
}

test('up to 8 members a ring is found where any order is one', () => {
  const random = prng('broken links of few');
  let [found, missing] = [0, 0];
  for (let round = 0; round < 600; round++) {
    const members = names(2 + (round % 6));
    const broken = new BrokenLinks();
    const share = random.float();
    for (const a of members) for (const b of members) if (a < b && random.float() < share) broken.add(a, b);
    const ring = ringAvoiding(members, broken);
    expect(ring !== undefined).toBe(hasRing(members, (a, b) => broken.has(a, b)));
    if (ring) expect(isRing(ring, members, broken)).toBe(true);
    if (ring) found++;
    else missing++;
  }
  expect(Math.min(found, missing)).toBeGreaterThan(100);
});

test('above 8 members a ring is found where every member can reach half of them', () => {
  const random = prng('broken links of many');
  for (let round = 0; round < 60; round++) {
    const members = names(9 + Math.floor(random.float() * 56));
    const broken = new BrokenLinks();
    const most = Math.floor((members.length - 2) / 2); // members − 1 − most ≥ members / 2
    for (let i = 0; i < 40 * members.length; i++) {
      const [a, b] = [0, 0].map(() => members[Math.floor(random.float() * members.length)]);
      if (Math.max(broken.count(a, members), broken.count(b, members)) < most) broken.add(a, b);
    }
    expect(members.some((member) => broken.count(member, members) === most)).toBe(true);
    const ring = ringAvoiding(members, broken);
    expect(ring && isRing(ring, members, broken)).toBe(true);
  }
});

test('a ring without broken links keeps its order', () => {
  for (const count of [1, 2, 5, 20]) {
    const broken = new BrokenLinks();
    if (count === 20) broken.add('m3', 'm9');
    expect(ringAvoiding(names(count), broken)).toEqual(names(count));
  }
});

test('a search without a ring ends soon: two halves that cannot hear each other', () => {
  const members = names(40);
  const broken = new BrokenLinks();
  for (let a = 0; a < 20; a++) for (let b = 20; b < 40; b++) broken.add(members[a], members[b]);
  let looks = 0;
  const has = broken.has.bind(broken);
  broken.has = (a, b) => {
    looks++;
    return has(a, b);
  };
  expect(ringAvoiding(members, broken)).toBeUndefined();
  expect(looks).toBeLessThan(200_000);
});

test('counts a broken link once, in both directions', () => {
  const broken = new BrokenLinks();
  broken.add('a', 'b');
  broken.add('b', 'a');
  broken.add('a', 'a');
  expect(broken.pairs).toEqual([['a', 'b']]);
  expect([broken.has('b', 'a'), broken.has('a', 'a'), broken.count('b', ['a', 'b', 'c'])]).toEqual([
    true,
    false,
    1,
  ]);
});
