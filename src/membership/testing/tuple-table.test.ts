import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { TupleTable } from './tuple-table';

test('numbers tuples in the order of their first appearance, as a Map of their texts does', () => {
  const random = prng('tuples');
  const table = new TupleTable(3);
  const known = new Map<string, number>();
  const wrong: string[] = [];
  for (let i = 0; i < 100_000; i++) {
    const tuple = [random.below(40), random.below(40) - 20, random.below(40)];
    const text = tuple.join();
    if (!known.has(text)) known.set(text, known.size);
    if (table.numberOf(tuple) !== known.get(text)) wrong.push(text);
  }
  expect(table.size).toBe(known.size);
  for (const [text, number] of known) if (table.at(number).join() !== text) wrong.push(text);
  expect(wrong).toEqual([]);
});
