// The fastest order against all orders, by plain loops; in a large ring against all exchanges of two neighbours.
import { expect, test } from 'vitest';
import { prng, type Prng } from '../base/prng';
import { fastestOrder, type EdgeCost } from './ring-order';

const names = (size: number): string[] => Array.from({ length: size }, (_, i) => `m${i}`);

/** Few different values, so that many orders are equally good; some edges are broken. */
function costsOf(random: Prng, members: readonly string[], broken: number): EdgeCost {
  const table = new Map<string, number>();
  for (const from of members)
    for (const to of members)
      table.set(
        from + to,
        random.float() < broken ? Infinity : 1 + random.below(random.below(2) ? 10 : 1000),
      );
  return (from, to) => table.get(from + to)!;
}

function edgesOf(order: readonly string[], cost: EdgeCost): number[] {
  return order.map((from, i) => cost(from, order[(i + 1) % order.length]));
}

function* permutations(list: readonly string[]): Generator<string[]> {
  if (list.length === 0) yield [];
  for (const one of list) for (const rest of permutations(list.filter((other) => other !== one))) yield [one, ...rest];
} // prettier-ignore

const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);

test('2 to 7 members: the slowest edge and the sum equal those of the best of all orders', () => {
  for (let seed = 0; seed < 150; seed++) {
    const random = prng('orders', seed);
    const members = names(2 + random.below(6));
    const cost = costsOf(random, members, random.below(3) * 0.1);
    const found = fastestOrder(members, cost);
    let [worst, total] = [Infinity, Infinity];
    for (const rest of permutations(members.slice(1))) {
      const edges = edgesOf([members[0], ...rest], cost);
      const [w, t] = [Math.max(...edges), sum(edges)];
      if (w < worst || (w === worst && t < total)) [worst, total] = [w, t];
    }
    const edges = edgesOf(found.order, cost);
    expect([...found.order].sort(), `seed ${seed}`).toEqual([...members].sort());
    expect([Math.max(...edges), sum(edges)], `seed ${seed}`).toEqual([worst, total]);
    expect(found.slowestMs).toBe(worst);
    expect(cost(...found.slowest)).toBe(worst);
  }
});

test('9 to 16 members: the best exchange of two neighbours, over existing links', () => {
  let gained = 0;
  for (let seed = 0; seed < 100; seed++) {
    const random = prng('exchanges', seed);
    const members = names(9 + random.below(8));
    const cost = costsOf(random, members, random.below(2) * 0.02);
    const found = fastestOrder(members, cost);
    let best = edgesOf(members, cost);
    for (let i = 0; i < members.length; i++) {
      const order = members.map((member, at) =>
        at === i ? members[(i + 1) % members.length] : at === (i + 1) % members.length ? members[i] : member,
      );
      const edges = edgesOf(order, cost);
      const [mine, theirs] = [Math.max(...edges), Math.max(...best)];
      if (mine < theirs || (mine === theirs && sum(edges) < sum(best))) best = edges;
    }
    const edges = edgesOf(found.order, cost);
    expect([...found.order].sort(), `seed ${seed}`).toEqual([...members].sort());
    expect([Math.max(...edges), sum(edges)], `seed ${seed}`).toEqual([Math.max(...best), sum(best)]);
    expect(found.slowestMs).toBe(Math.max(...edges));
    for (const [i, from] of found.order.entries()) {
      const to = found.order[(i + 1) % found.order.length];
      const apart = Math.abs(members.indexOf(from) - members.indexOf(to));
      expect(Math.min(apart, members.length - apart), `seed ${seed}`).toBeLessThanOrEqual(2);
    }
    if (found.order.join() !== members.join()) gained++;
  }
  expect(gained).toBeGreaterThan(20);
});

test('without a gain the given order stays', () => {
  for (const size of [2, 3, 5, 8, 9, 16]) {
    const members = names(size);
    expect(fastestOrder(members, () => 7).order).toEqual(members);
  }
});
