// S21, S22: who is kept apart, who is believed, and what is forgiven. The ring as a whole: testing/attacks/accusing-in-turn.test.ts
// and one-receiver.test.ts.
import { describe, expect, test } from 'vitest';
import { compressionNamed } from '../../codecs/setting';
import { sourcesOf, sumPathOf, targetsOf } from '../../collectives/neighbours';
import { topologies, type SumPath } from '../../collectives/topology';
import type { MemberId, View } from '../../membership/view';
import { isOrdered, withOrder } from '../run/ordered-offence';
import { newRun, type RunState } from '../run/run-state';
import { testConfig } from '../testing/real-ring';
import { accusedInVain, offenceSteps, openDisputes, orderApart, wasEvicted } from './disputes';
import { pathOf } from './judge-accusations';

type Offences = RunState['offences'];

const ids: readonly MemberId[] = [...'abcdef012'].map((letter) => letter.repeat(16));
const [a, b, c, d] = ids;
const sizes = [4, 6, 9] as const;
const ordersOf = (size: number): (readonly number[])[] => {
  const seniority = Array.from({ length: size }, (_, rank) => rank);
  return [seniority, [...seniority].reverse(), [0, ...seniority.slice(2), 1]];
};

function viewOf(size: number, ring = ordersOf(size)[0]): View {
  return { lineage: '01234567', generation: 3, members: ids.slice(0, size), ring };
}

const accuses = (by: MemberId, member: MemberId, ...steps: number[]): Offences =>
  steps.map((step) => ({ member, step, by }));

function stateOf(step: number, offences: Offences, buckets: Partial<RunState['buckets']> = {}): RunState {
  return { ...newRun(testConfig), step, offences, buckets: { ...testConfig.buckets, ...buckets } };
}

describe('S22: who alone accuses again and again', () => {
  test('six times within 50 steps, whoever the accused are, and whom nobody else accused', () => {
    const five = accuses(a, b, 1, 2, 3, 4, 5);
    expect(accusedInVain(five, a)).toEqual([]);
    expect(accusedInVain([...five, ...accuses(a, c, 9)], a)).toEqual([b, c]);
    expect(accusedInVain([...five, ...accuses(a, c, 9)], b)).toEqual([]);
    // Another one says the same of b: then only the accusation of c is a lone one.
    expect(accusedInVain([...five, ...accuses(a, c, 9), ...accuses(d, b, 9)], a)).toEqual([]);
  });

  test('three times for one step', () => {
    expect(accusedInVain([...accuses(a, b, 7, 7), ...accuses(a, c, 8)], a)).toEqual([]);
    expect(accusedInVain([...accuses(a, b, 7, 7), ...accuses(a, c, 7)], a)).toEqual([b, c]);
  });

  test('an offence without an accuser accuses nobody', () => {
    const alone = Array.from({ length: 6 }, (_, step) => ({ member: b, step }));
    expect(accusedInVain(alone, a)).toEqual([]);
  });
});

describe('S16, S21, S22: what the ring’s memory says of a removed member', () => {
  test('one accuser removes nobody, two do: at the third step or the second time for one', () => {
    expect(wasEvicted(accuses(a, b, 1, 2, 3, 4), b)).toBe(false);
    expect(wasEvicted([...accuses(a, b, 1, 2), ...accuses(c, b, 2)], b)).toBe(true);
    expect(wasEvicted([...accuses(a, b, 1), ...accuses(c, b, 2)], b)).toBe(false);
    expect(wasEvicted([...accuses(a, b, 1), ...accuses(c, b, 2, 3)], b)).toBe(true);
  });

  test('what was said without an accuser: in small views, and of claims (S15)', () => {
    expect(
      wasEvicted(
        [1, 2].map((step) => ({ member: b, step })),
        b,
      ),
    ).toBe(false);
    expect(
      wasEvicted(
        [1, 2, 3].map((step) => ({ member: b, step })),
        b,
      ),
    ).toBe(true);
  });

  test('who accused in vain, not whom it accused', () => {
    const offences = accuses(a, b, 1, 2, 3, 4, 5, 6);
    expect(wasEvicted(offences, a)).toBe(true);
    expect(wasEvicted(offences, b)).toBe(false);
  });
});

test('S22a: what the host ordered is nobody’s accusation, opens no dispute and evicts nobody', () => {
  const orders = [10, 11, 12, 13].flatMap((step) => withOrder(stateOf(step - 1, []), b).offences);
  expect(orders.map(({ step }) => step)).toEqual([10, 11, 12, 13]);
  expect(openDisputes(stateOf(13, orders), viewOf(4))).toEqual([]);
  expect(accusedInVain(orders, b)).toEqual([]);
  expect(wasEvicted(orders, b)).toBe(false);
  // Nor does it make one accuser two.
  expect(wasEvicted([...orders, ...accuses(a, b, 10, 11, 12)], b)).toBe(false);
  expect([10, 14].map((step) => isOrdered(orders, b, step))).toEqual([true, false]);
});

test('S21, S22: all is forgiven after 50 steps', () => {
  const view = viewOf(4);
  const said = accuses(a, b, 10);
  // The planned step is the one after the finished ones.
  const openAfter = (step: number): number => openDisputes(stateOf(step, said), view).length;
  expect([9, 10 + offenceSteps - 2, 10 + offenceSteps - 1].map(openAfter)).toEqual([1, 1, 0]);
  expect(wasEvicted([...accuses(a, b, 1, 20), ...accuses(c, b, 51)], b)).toBe(false);
  expect(wasEvicted([...accuses(a, b, 1, 20), ...accuses(c, b, 50)], b)).toBe(true);
  expect(wasEvicted(accuses(a, b, 1, 11, 21, 31, 41, 51), a)).toBe(false);
  expect(wasEvicted(accuses(a, b, 1, 11, 21, 31, 41, 50), a)).toBe(true);
});

test('S21: a dispute is open in views of four or more, and between members of the view', () => {
  const said = accuses(a, d, 10);
  expect(openDisputes(stateOf(10, said), viewOf(4))).toHaveLength(1);
  expect(openDisputes(stateOf(10, said), viewOf(3))).toEqual([]);
  expect(openDisputes(stateOf(10, [{ member: d, step: 10 }]), viewOf(4))).toEqual([]);
});

const settings: readonly Partial<RunState['buckets']>[] = [
  ...topologies.map((topology) => ({ topology })),
  ...topologies.map((topology) => ({ topology, gatherBytes: 61_440 })),
  ...(['sign', 'top-k', 'sparse-loco'] as const).map((kind) => ({ codec: compressionNamed(kind) })),
  { boundedParts: true },
  { codec: compressionNamed('power-sgd'), topology: 'direct' },
  { codec: compressionNamed('power-sgd'), topology: 'direct', boundedParts: true },
];

describe.each(settings)('S21a, S21b: %j', (buckets) => {
  const receives = (path: SumPath, view: View, { member, by }: { member: MemberId; by: MemberId }): boolean =>
    targetsOf(path, view, member).includes(by);

  test.each(sizes)(
    'N = %i: no accuser receives from whom it accused, and each from one member only',
    (size) => {
      for (const ring of ordersOf(size))
        for (const member of ids.slice(0, size))
          for (const by of ids.slice(0, size)) {
            if (by === member) continue;
            const view = viewOf(size, ring);
            const state = stateOf(10, accuses(by, member, 10), buckets);
            const disputes = openDisputes(state, view);
            const path = pathOf(state, view);
            const order = orderApart(view, path, disputes);
            const apart = { ...view, ring: order?.map((one) => view.members.indexOf(one)) ?? view.ring };
            expect(order === undefined).toBe(!receives(path, view, disputes[0]));
            expect(receives(path, apart, disputes[0])).toBe(false);
            expect(sourcesOf(path, apart, by)).toHaveLength(1);
            // Above 8 members two neighbours change places, which are linked to their new ones (M11a).
            const moved = ring.flatMap((rank, at) => (rank === apart.ring[at] ? [] : [at]));
            expect(moved.length).toBe(order ? 2 : 0);
            if (order && size > 8) expect([1, size - 1]).toContain(moved[1] - moved[0]);
          }
    },
  );

  test('N = 4: a member that accuses all others cannot keep one of them as its only receiver', () => {
    for (const ring of ordersOf(4)) {
      const view = viewOf(4, ring);
      const truth = { member: d, by: a };
      const lies = [a, b, c].flatMap((member) => accuses(d, member, 9));
      const state = stateOf(10, [...lies, ...accuses(a, d, 10)], buckets);
      const path = pathOf(state, view);
      const order = orderApart(view, path, openDisputes(state, view));
      const apart = { ...view, ring: order?.map((one) => view.members.indexOf(one)) ?? view.ring };
      expect(receives(path, apart, truth)).toBe(false);
    }
  });

  test('without a dispute the path is that of the settings', () => {
    for (const size of sizes) {
      const view = viewOf(size);
      expect(pathOf(stateOf(10, [], buckets), view)).toBe(
        sumPathOf({ ...testConfig.buckets, ...buckets }, view, buckets.gatherBytes ? 0 : undefined),
      );
    }
  });
});
