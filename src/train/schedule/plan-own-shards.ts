// The shards of a step where each member brings its own examples: as many as its share of all examples, by largest
// remainder, and one at least where there are enough (S20). The same data counts once, as the senior member's: two copies
// of it would count twice. All follows from the records and the run state.
import { nextOf, type OwnData, type OwnStream } from '../run/own-streams';
import { apportion } from './apportion';
import type { PlannedShards, Worker } from './plan-shards';

export interface OwnWorker extends Worker {
  readonly own: OwnData | undefined;
}

export function planOwnShards(
  streams: readonly OwnStream[],
  workers: readonly OwnWorker[],
  batch: number,
  step: number,
): PlannedShards {
  const ranks = workers.flatMap(({ own }, rank) =>
    own && workers.findIndex((other) => other.own?.data === own.data) === rank ? [rank] : [],
  );
  const counts =
    ranks.length === 0
      ? []
      : apportion(
          ranks.map((rank) => workers[rank].own!.examples),
          batch,
        );
  const shards = workers.map(({ member, own }, rank) => {
    const count = counts[ranks.indexOf(rank)] ?? 0;
    return own && count > 0
      ? { member, count, own: { data: own.data, from: nextOf(streams, own.data) } }
      : { member, count: 0 };
  });
  return { shards, apportionedAt: step, slow: [], suspended: [] };
}
