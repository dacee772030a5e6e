// S18c: the flight between two members, from the words of both, and from others' where there is none.
import { expect, test } from 'vitest';
import { flightsAmong } from './flights';

const among = (...said: number[][]) => flightsAmong(said.map((flightsMs) => ({ flightsMs })))!;

test('S18c of two words the shorter counts, both ways', () => {
  const flights = among([0, 8, 5], [6, 0, 7], [5, 9, 0]);
  expect([flights(0, 1), flights(1, 0), flights(0, 2), flights(1, 2)]).toEqual([6, 6, 5, 7]);
});

test('S18c one word is enough; without any, the slower of both members counts, as near as its nearest', () => {
  const flights = among([0, 3, 0, 4], [0, 0, 0, 9], [0, 0, 0, 12], []);
  expect(flights(0, 1), 'said by rank 0 alone').toBe(3);
  expect(flights(3, 2), 'rank 3 says nothing').toBe(12);
  expect(flights(0, 2), 'rank 0 is 3 from its nearest, rank 2 is 12').toBe(12);
  expect(flights(2, 1)).toBe(12);
});

test('S18c nothing is known of a member that nobody measured', () => {
  expect(
    flightsAmong([{ flightsMs: [0, 3, 0] }, { flightsMs: [3, 0, 0] }, { flightsMs: [] }]),
  ).toBeUndefined();
  expect(flightsAmong([{ flightsMs: [] }, { flightsMs: [] }])).toBeUndefined();
});

test('H24b one false word moves no edge far, and no edge of others at all', () => {
  const honest = [
    [0, 5, 6, 7],
    [5, 0, 8, 9],
    [6, 8, 0, 4],
    [7, 9, 4, 0],
  ];
  const far = among(honest[0], [60_000, 0, 60_000, 60_000], honest[2], honest[3]);
  const near = among(honest[0], [1e-6, 0, 1e-6, 1e-6], honest[2], honest[3]);
  for (const [a, row] of honest.entries())
    for (const [b, ms] of row.entries()) {
      if (a === b) continue;
      expect(far(a, b), 'the other end says how far it is').toBe(ms);
      if (a !== 1 && b !== 1) expect(near(a, b)).toBe(ms);
      else expect(near(a, b)).toBeGreaterThan(0.1);
    }
});
