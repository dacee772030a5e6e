// The effective batch as a sum of parts, one per replica. The number, the tiles and the sum are all read from here, so
// that they belong to the same step. Pure.
import { t } from '@lingui/core/macro';
import { isOwn, firstParts } from './batch-sharing';
import type { PeerStatus, Snapshot, StepRecord } from '../../../src/replica/protocol';
import { innerStepsOf, isLocal, isStreaming } from '../../../src/train/run/sync';
import { participants } from './participants';

interface BatchPart {
  readonly id: string;
  readonly name: string;
  readonly rank: number | undefined;
  readonly isSelf: boolean;
  /** Examples. */
  readonly examples: number;
}

export interface BatchParts {
  /** The step that the parts belong to. While more steps follow, it is the last committed one. Otherwise it is the
   *  last one before training stopped or ended, or the planned first step. 'unknown': this replica has seen none. */
  readonly of: 'each-step' | 'last-step' | 'first-step' | 'unknown';
  /** The parts by rank, then members that contributed and are gone. */
  readonly parts: readonly BatchPart[];
  /** Examples: the sum of the parts. */
  readonly examples: number;
  /** What the parts become in that step. */
  readonly made: Making;
}

export interface Making {
  /** That each replica takes alone before the sum; undefined: its gradient is summed at once. */
  readonly innerSteps: number | undefined;
  /** One part of the model is summed. */
  readonly isOfFragment: boolean;
  /** A codec keeps some of each part for later sums. */
  readonly isHeldBack: boolean;
}

/** `last`: the last committed step that this replica knows of. */
export function batchParts(snapshot: Snapshot, last: StepRecord | undefined): BatchParts {
  const { phase, terms, peers } = snapshot;
  const { now, catchingUp } = participants(snapshot);
  const made = last && snapshot.step > 0 ? makingOf(last) : plannedMaking(snapshot);
  const sumOf = (of: BatchParts['of'], parts: readonly BatchPart[]): BatchParts => ({
    of,
    parts,
    made,
    examples: parts.reduce((sum, { examples }) => sum + examples, 0),
  });
  if (last && snapshot.step > 0) {
    const parts = partsOf(peers, (id) => (last.contributions[id] ?? 0) / terms);
    const gone = Object.entries(last.contributions)
      .filter(([id, count]) => count > 0 && !parts.some((part) => part.id === id))
      .map(([id, count]) => ({
        id,
        name: peers.find((peer) => peer.id === id)?.name ?? t`no longer here`,
        rank: undefined,
        isSelf: false,
        examples: count / terms,
      }));
    return sumOf(stepsFollow(phase) ? 'each-step' : 'last-step', [...parts, ...gone]);
  }
  if (now === undefined || phase.kind === 'catching-up' || snapshot.step > 0) return sumOf('unknown', []);
  // Parts follow how many examples each brings, which the first step shows.
  if (isOwn(snapshot.config)) return sumOf('unknown', []);
  const isLate = (id: string): boolean => catchingUp.some((peer) => peer.id === id);
  const planned = firstParts(snapshot);
  return sumOf(
    'first-step',
    partsOf(peers, (id) => (isLate(id) ? 0 : (planned.shift() ?? 0))),
  );
}

function stepsFollow(phase: Snapshot['phase']): boolean {
  return phase.kind === 'training' || phase.kind === 'catching-up';
}

function partsOf(peers: readonly PeerStatus[], examplesOf: (id: string) => number): BatchPart[] {
  return peers
    .filter(({ rank }) => rank !== undefined)
    .map(({ id, name, rank, isSelf }) => ({ id, name, rank, isSelf, examples: examplesOf(id) }));
}

function makingOf({ local, codec }: StepRecord): Making {
  return {
    innerSteps: local?.innerSteps,
    isOfFragment: local?.fragment !== undefined,
    isHeldBack: codec !== 'f32',
  };
}

function plannedMaking({ sync, buckets, worldSize }: Snapshot): Making {
  return {
    innerSteps: sync && isLocal(sync) ? innerStepsOf(sync) : undefined,
    isOfFragment: sync !== undefined && isStreaming(sync),
    isHeldBack: worldSize > 1 && buckets !== undefined && buckets.codec.kind !== 'f32',
  };
}
