// Which members share a machine, from the records of a header, and so the same at every member (C2g). Two share one when
// each says so of the other: nobody draws another into a group alone. Two that share one with the same third are in one
// group. Whoever claims it falsely, together with another, changes only the way of sums. Pure.
import type { Header } from '../header/header';

/** The group of each ring position, numbered in order of first position. Undefined: nobody shares a machine, or all are on
 *  one: then there is one level. */
export function machinesAmong({
  view,
  records,
}: Pick<Header, 'view' | 'records'>): readonly number[] | undefined {
  const { ring } = view;
  const says = (from: number, to: number): boolean => ((records[from].machineMates >> to) & 1) === 1;
  const groups: number[] = [];
  for (const [position, rank] of ring.entries()) {
    const before = ring.slice(0, position);
    const joined = new Set(
      before.flatMap((other, at) => (says(rank, other) && says(other, rank) ? [groups[at]] : [])),
    );
    const group = Math.min(position, ...joined);
    for (const at of before.keys()) if (joined.has(groups[at])) groups[at] = group;
    groups.push(group);
  }
  const firsts = [...new Set(groups)].sort((a, b) => a - b);
  return firsts.length === 1 || firsts.length === ring.length
    ? undefined
    : groups.map((group) => firsts.indexOf(group));
}
