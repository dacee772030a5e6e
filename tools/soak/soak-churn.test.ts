// S4: the soak kills, but leaves a quorum; and both outcomes of its draw occur.
import { expect, test } from 'vitest';
import { prng } from '../../src/base/prng';
import { mayDie, nextEvent, type Population } from './soak-churn';

const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => `m${i}`);
const population = (living: string[], members: string[], lately: string[] = []): Population => ({
  living: new Map(living.map((id) => [id, { lineage: 'a', generation: 3, members }])),
  lately,
  ...{ least: 1, most: 10, deaths: ['silent', 'silent', 'dropped', 'leave'] },
});

test('the only replica never dies; one of two may', () => {
  expect(mayDie('m0', population(ids(1), ids(1)))).toBe(false);
  expect(mayDie('m0', population(ids(2), ids(2)))).toBe(true);
  expect(mayDie('m1', population(ids(2), ids(2)))).toBe(true);
});

test('the rest of the view has a quorum, even while dead members are still in it', () => {
  expect(mayDie('m2', population(ids(3), ids(3)))).toBe(true);
  // m4 is dead and still in the view: of five, two more must not die at once.
  expect(mayDie('m3', population(ids(4), ids(5)))).toBe(true);
  expect(mayDie('m2', population(ids(3), ids(5)))).toBe(false);
  // Half with the most senior member is a quorum, half without it is not.
  expect(mayDie('m2', population(['m0', 'm1', 'm2'], ids(4)))).toBe(true);
  expect(mayDie('m3', population(['m1', 'm2', 'm3'], ids(4)))).toBe(false);
  // A newcomer killed during its admission counts as a member.
  expect(mayDie('m2', population(ids(3), ids(3), ['n', 'o']))).toBe(false);
});

test('an older view of the same lineage does not count', () => {
  const living = new Map([
    ['m0', { lineage: 'a', generation: 4, members: ['m0', 'm1'] }],
    ['m1', { lineage: 'a', generation: 3, members: ids(6) }],
  ]);
  expect(mayDie('m1', { living, lately: [] })).toBe(true);
});

test('at the lower bound, replicas are only added', () => {
  const random = prng('churn test', 2);
  const few = { ...population(ids(2), ids(2)), least: 2 };
  for (let i = 0; i < 100; i++) expect(nextEvent(random, few).kind).toBe('add');
});

test('60 % are added, 40 % killed; at the upper bound, only killed', () => {
  const random = prng('churn test', 1);
  const kinds = (of: Population): number[] => {
    const events = Array.from({ length: 4_000 }, () => nextEvent(random, of));
    return (['add', 'kill'] as const).map(
      (kind) => events.filter((event) => event.kind === kind).length / 4_000,
    );
  };
  const [adds, kills] = kinds(population(ids(5), ids(5)));
  expect(adds).toBeCloseTo(0.6, 1);
  expect(kills).toBeCloseTo(0.4, 1);
  expect(kinds(population(ids(10), ids(10)))[1]).toBe(1);
});
