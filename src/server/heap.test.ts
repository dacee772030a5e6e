import { expect, test } from 'vitest';
import { prng } from '../base/prng';
import { Heap } from './heap';

test('R28 items come in order, with those pushed in between', () => {
  const random = prng('heap', 1);
  const heap = new Heap<number>((a, b) => a < b);
  let held: number[] = [];
  for (let i = 0; i < 2_000; i++) {
    if (random.below(3) > 0) {
      const value = random.below(500);
      heap.push(value);
      held.push(value);
    } else {
      held = held.toSorted((a, b) => a - b);
      expect(heap.takeFirst()).toBe(held.shift());
    }
  }
  for (const value of held.toSorted((a, b) => a - b)) expect(heap.takeFirst()).toBe(value);
  expect(heap.takeFirst()).toBeUndefined();
});

test('R28 each of 20,000 costs a logarithm of comparisons', () => {
  const count = 20_000;
  let comparisons = 0;
  const heap = new Heap<number>((a, b) => (comparisons++, a < b));
  for (let i = count; i > 0; i--) heap.push(i);
  for (let i = 1; i <= count; i++) expect(heap.takeFirst()).toBe(i);
  expect(comparisons).toBeLessThan(3 * count * Math.log2(count));
});
