// The part of a replica's snapshots and steps that the soak compares.
import type { Snapshot, StepRecord } from '../../src/replica/protocol';
import type { SoakState, SoakStep } from './soak-messages';

export function soakState(snapshot: Snapshot, rssBytes: number): SoakState {
  const { self, phase, lineage, generation, peers, step, counters } = snapshot;
  const { retries, catchUps } = counters;
  const members = peers.filter(({ rank }) => rank !== undefined).map(({ id }) => id);
  const device = snapshot.engine?.trials[0].device;
  return { self, device, phase, lineage, generation, members, step, retries, catchUps, rssBytes };
}

export function soakStep(record: StepRecord): SoakStep {
  const { lineage, run, step, digest, digests, contributions, generation } = record;
  const { effectiveBatch, examplesTotal } = record;
  return {
    ...{ lineage, run, step, digest, digests, contributions, generation },
    ...{ effectiveBatch, examplesTotal },
  };
}
