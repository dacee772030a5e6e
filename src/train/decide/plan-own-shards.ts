// The shards of a step where each member brings its own examples: as many as its share of all examples, by largest
// remainder, and one at least where there are enough (S20). A member whose data a senior one has too says 0 examples by
// itself (T14). A claim beyond twice an equal share waits for the host (S24). All follows from the records and the run
// state.
import { weightsOf } from '../run/own-claims';
import { nextOf, type OwnData } from '../run/own-streams';
import type { RunState } from '../run/run-state';
import { apportion } from '../run/apportion';
import type { PlannedShards, Worker } from './plan-shards';

export interface OwnWorker extends Worker {
  readonly own: OwnData | undefined;
}

export function planOwnShards(
  { own: streams = [], room }: Pick<RunState, 'own' | 'room'>,
  workers: readonly OwnWorker[],
  batch: number,
  step: number,
): PlannedShards {
  const sharing = workers.flatMap(({ member, own }) =>
    own && own.examples > 0 ? [{ member, examples: own.examples }] : [],
  );
  const counts = sharing.length === 0 ? [] : apportion(weightsOf(sharing, room?.trusted), batch);
  /** The next position of each fingerprint, behind the shards of this plan. */
  const next = new Map<string, number>();
  const shards = workers.map(({ member, own }) => {
    const count = counts[sharing.findIndex((one) => one.member === member)] ?? 0;
    if (!own || count === 0) return { member, count: 0 };
    const from = next.get(own.data) ?? nextOf(streams, own.data);
    next.set(own.data, from + count);
    return { member, count, own: { data: own.data, from } };
  });
  return { shards, apportionedAt: step, slow: [], suspended: [] };
}
