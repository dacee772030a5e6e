// Two levels (as NCCL and MPI sum within a machine first): members that share a machine are a group. M groups, the largest
// of G members: M·G chunks (C2g). A chunk has one delegate in each group. It adds the group's parts, and the delegate that
// owns the chunk adds what the other delegates have added. So each chunk leaves a machine once and comes to it once,
// whatever the number of its members, and the members of a group take turns as delegates.
// `groups`: the group of each position, counted in order of first position. Everybody alone: the same as direct.
import { range, type Route, type TopologyRules } from './rules';
import { direct } from './star';

export function twoLevels(groups: readonly number[]): TopologyRules {
  const members = range(0, Math.max(...groups) + 1).map((group) =>
    [...groups.keys()].filter((position) => groups[position] === group),
  );
  const largest = Math.max(...members.map(({ length }) => length));
  const count = members.length;

  const delegateOf = (group: number, chunk: number): number =>
    members[group][Math.floor(chunk / count) % members[group].length];
  /** The others of a delegate's group. */
  const matesOf = (delegate: number): readonly number[] =>
    members[groups[delegate]].filter((position) => position !== delegate);

  function routeOf(_: number, position: number, chunk: number): Route {
    const delegate = delegateOf(groups[position], chunk);
    if (position !== delegate) return { children: [], parent: delegate, source: delegate, to: [] };
    const mates = matesOf(position);
    const parts = mates.map((mate) => ({ position: mate, contributors: [mate] }));
    const owner = delegateOf(chunk % count, chunk);
    if (position !== owner) return { children: parts, parent: owner, source: owner, to: mates };
    const others = range(0, count)
      .filter((group) => group !== groups[owner])
      .map((group) => delegateOf(group, chunk));
    const sums = others.map((other) => ({ position: other, contributors: [other, ...matesOf(other)] }));
    return { children: [...parts, ...sums], parent: undefined, source: undefined, to: [...others, ...mates] };
  }

  return { chunkCount: () => count * largest, routeOf, cost: direct.cost };
}
