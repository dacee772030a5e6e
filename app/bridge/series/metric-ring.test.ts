import { expect, test } from 'vitest';
import { prng } from '../../../src/base/prng';
import { MetricRing } from './metric-ring';

test.each([1, 7, 100, 1000])(
  'keeps the newest rows in order, as a plain array does (capacity %i)',
  (capacity) => {
    const seed = capacity;
    const random = prng('metric-ring', seed);
    const ring = new MetricRing(['a', 'b'], capacity, 4);
    const oracle: { a: number; b: number }[] = [];
    for (let i = 0; i < 2500; i++) {
      const row = { a: random.normal(), b: i };
      ring.push(row);
      oracle.push(row);
      if (i % 97 !== 0) continue;
      const kept = oracle.slice(-capacity);
      expect([...ring.column('a')], `seed ${seed}, row ${i}`).toEqual(kept.map((each) => each.a));
      expect([...ring.column('b')]).toEqual(kept.map((each) => each.b));
      expect(ring.dropped).toBe(oracle.length - kept.length);
      expect(ring.at('b', 0)).toBe(kept[0].b);
      expect(ring.at('b', kept.length)).toBeNaN();
    }
  },
);

test('is empty after clear, and grows again', () => {
  const ring = new MetricRing(['a'], 3);
  for (let a = 0; a < 5; a++) ring.push({ a });
  ring.clear();
  expect(ring.length).toBe(0);
  ring.push({ a: 9 });
  expect([...ring.column('a')]).toEqual([9]);
});
