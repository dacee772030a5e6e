// Sets of positions of the sample stream, the endless sequence of examples that the sampler orders by the seed. A set
// is a list of ranges [start, count], ascending and disjoint. No range is empty, and none touches the next. Pure.
import { assert } from '../base/assert';

type Range = readonly [start: number, count: number];
export type Positions = readonly Range[];

export function countOf(positions: Positions): number {
  return positions.reduce((sum, [, count]) => sum + count, 0);
}

/** Takes the first `count` positions, or all if there are fewer. Returns them and the rest. */
export function takeFirst(
  positions: Positions,
  count: number,
): { readonly taken: Positions; readonly rest: Positions } {
  const taken: Range[] = [];
  const rest: Range[] = [];
  let left = count;
  for (const [start, size] of positions) {
    const here = Math.min(left, size);
    left -= here;
    if (here > 0) taken.push([start, here]);
    if (here < size) rest.push([start + here, size - here]);
  }
  return { taken, rest };
}

/** Cuts the positions, in order, into pieces of these sizes. */
export function cutPositions(positions: Positions, sizes: readonly number[]): Positions[] {
  let rest = positions;
  return sizes.map((size) => {
    const cut = takeFirst(rest, size);
    assert(countOf(cut.taken) === size, 'the sizes add up to at most the number of positions');
    rest = cut.rest;
    return cut.taken;
  });
}

/** The union of two disjoint sets. */
export function joinPositions(a: Positions, b: Positions): Positions {
  const joined: (readonly [number, number])[] = [];
  for (const [start, count] of [...a, ...b].sort((x, y) => x[0] - y[0])) {
    const last = joined.at(-1);
    assert(!last || last[0] + last[1] <= start, 'joined sets have no position in common');
    if (last && last[0] + last[1] === start) joined[joined.length - 1] = [last[0], last[1] + count];
    else joined.push([start, count]);
  }
  return joined;
}

export function commonPositions(a: Positions, b: Positions): Positions {
  const common: Range[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [endA, endB] = [a[i][0] + a[i][1], b[j][0] + b[j][1]];
    const start = Math.max(a[i][0], b[j][0]);
    const count = Math.min(endA, endB) - start;
    if (count > 0) common.push([start, count]);
    if (endA < endB) i++;
    else j++;
  }
  return common;
}

/** The positions of `a` that are not in `b`. */
export function withoutPositions(a: Positions, b: Positions): Positions {
  const left: Range[] = [];
  for (const [first, size] of a) {
    let start = first;
    const end = first + size;
    for (const [from, count] of b) {
      if (from >= end) break;
      if (from + count <= start) continue;
      if (from > start) left.push([start, from - start]);
      start = from + count;
    }
    if (start < end) left.push([start, end - start]);
  }
  return left;
}

/** Whether these ranges are a set of positions in the form above. */
export function arePositions(ranges: Positions): boolean {
  let end = -1;
  return ranges.every(([start, count]) => {
    const isNext = start > end && count > 0;
    end = start + count;
    return isNext && Number.isSafeInteger(end);
  });
}
