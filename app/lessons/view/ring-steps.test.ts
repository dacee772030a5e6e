// The picture of a ring's sum against the rule: no chunk is whole before all have added to it, and all hold all at the end.
import { expect, test } from 'vitest';
import { partsAt } from './ring-steps';

test.each([2, 3, 4, 8])('a ring of %i: parts grow one by one, then whole chunks are copied', (count) => {
  const messages = 2 * (count - 1);
  const at = (done: number): readonly number[] =>
    Array.from({ length: count * count }, (_, cell) =>
      partsAt(Math.floor(cell / count), cell % count, done, count),
    );
  expect(at(0)).toEqual(at(0).map(() => 1));
  expect(at(messages)).toEqual(at(messages).map(() => count));
  for (let done = 1; done <= messages; done++) {
    const changed = at(done).filter((parts, cell) => parts !== at(done - 1)[cell]);
    // Each chunk lands once a message: added to while it is not whole, else copied.
    expect(changed).toEqual(Array.from({ length: count }, () => Math.min(count, done + 1)));
  }
});
