// The ways of a sum between its members, each pair once; a ring's also in their direction.
import type { DrawnSum } from './drawn-sum';
import type { DrawnWay } from './paint-column';

/** More lines than these are a grey disc. */
const mostWays = 320;

/** `known`: the ways that are slow, broken or relayed. */
export function usualWays({ transfers, way }: DrawnSum, known: readonly DrawnWay[]): readonly DrawnWay[] {
  const pairs = new Map<string, DrawnWay>();
  for (const { from, to } of transfers) {
    const key = way === 'ring' ? `${from} ${to}` : `${Math.min(from, to)} ${Math.max(from, to)}`;
    if (!pairs.has(key)) pairs.set(key, { from, to, kind: 'usual', isRelayed: false });
  }
  for (const each of known) {
    const other = `${each.to} ${each.from}`;
    const key = `${each.from} ${each.to}`;
    if (pairs.has(key)) pairs.set(key, each);
    else if (pairs.has(other)) pairs.set(other, each);
  }
  return pairs.size > mostWays
    ? [...pairs.values()].filter(({ kind }) => kind !== 'usual')
    : [...pairs.values()];
}
