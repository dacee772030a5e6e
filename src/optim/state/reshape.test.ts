// E23: a state in another shape.
import { expect, test } from 'vitest';
import { isSameShape, reshaped } from './reshape';
import { createState } from './train-state';

const before = { vectors: ['m', 'v'], products: ['beta1', 'beta2'] };

test('E23: what keeps its name keeps its values; what is new is zero, or 1', () => {
  const from = createState(before, 3);
  from.parameters.set([1, 2, 3]);
  from.vectors[0].set([4, 5, 6]);
  from.vectors[1].set([7, 8, 9]);
  from.scalars.set([0.5, 0.25]);
  from.step = 12;
  const wider = reshaped(from, before, { vectors: ['q', 'v', 'm'], products: ['beta2', 'other'] });
  expect([...wider.vectors.map((vector) => [...vector])]).toEqual([
    [0, 0, 0],
    [7, 8, 9],
    [4, 5, 6],
  ]);
  expect([[...wider.parameters], [...wider.scalars], wider.step]).toEqual([[1, 2, 3], [0.25, 1], 12]);
  const none = reshaped(from, before, { vectors: [], products: [] });
  const again = reshaped(none, { vectors: [], products: [] }, before);
  expect(again.vectors.map((vector) => [...vector])).toEqual([[0, 0, 0], [0, 0, 0]]); // prettier-ignore
  expect([...again.scalars]).toEqual([1, 1]);
  from.parameters[0] = 9;
  expect(wider.parameters[0]).toBe(1);
});

test('shapes differ by name, by order, and by which list a name is in', () => {
  expect(isSameShape(before, { ...before })).toBe(true);
  expect(isSameShape(before, { ...before, vectors: ['v', 'm'] })).toBe(false);
  expect(isSameShape({ vectors: ['a'], products: [] }, { vectors: [], products: ['a'] })).toBe(false);
});
