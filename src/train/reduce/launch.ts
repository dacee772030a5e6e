// One collective of an attempt at a step, and what it is given.
import type { Saying } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import type { Collective, CollectiveOptions } from '../../collectives/collective';
import type { FrameRouter } from '../../collectives/frame-router';
import type { GatheredSum } from '../../collectives/gathered-sum';
import type { MoveLog } from '../../collectives/move-log';
import type { Offence } from '../../collectives/offence';
import type { SumPath, Topology } from '../../collectives/topology';
import type { MemberId, View } from '../../membership/view';
import type { CloseReason } from '../../net/link/link';
import type { LocalGradient } from './local-gradient';
import type { Contribution } from './residual';

/** What this replica adds: its gradient, or zeros while it catches up. */
export type ReducedGradient = Pick<LocalGradient, 'buckets' | 'into' | 'bucketReady' | 'check'>;

/** The sum that is under way, as far as it is to be watched. */
export interface AwaitedSum {
  /** Changes whenever a frame has come or gone, and when a collective begins. */
  readonly progress: () => number;
  readonly waitsFor: () => readonly MemberId[];
  /** Those of them from which nothing has come, though the first parts that they owe need nothing from others. */
  readonly silent: () => readonly MemberId[];
  readonly contributors: readonly MemberId[];
  readonly step: number;
  /** Nobody waits for another one before it sends. */
  readonly isGathered: boolean;
  readonly refuse: (member: MemberId, why: string) => void;
}

export interface ReduceOptions {
  readonly view: View;
  readonly self: MemberId;
  readonly path: SumPath;
  /** Gathered f32 is added in its order (C12). */
  readonly topology: Topology;
  readonly step: number;
  /** The members that announced loss terms. */
  readonly contributors: readonly MemberId[];
  readonly gradient: ReducedGradient;
  /** The contribution of `gradient`. */
  readonly contribution: Contribution;
  /** (P): partial sums, then the sums. */
  readonly sum: Float32Array;
  readonly router: FrameRouter;
  readonly send: (to: MemberId, bytes: Uint8Array) => Promise<void>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onOffence: (peer: MemberId, what: Saying) => void;
  /** See CollectiveOptions. */
  readonly judge?: (
    values: Float32Array,
    members: readonly MemberId[],
    bucket: number,
  ) => ReturnType<NonNullable<CollectiveOptions['judge']>>;
  /** Calls back when a link ended and its last frames may be lost. Returns how to stop that. */
  readonly onBroken: (told: (peer: MemberId, reason: CloseReason) => void) => () => void;
  /** Calls back when a peer sent a frame that cannot be read. Returns how to stop that. */
  readonly onUnreadable: (told: (peer: MemberId, why: string) => void) => () => void;
  /** The sum is under way (C16). Returns how to say that it is over, and whether it is whole. */
  readonly watch?: (sum: AwaitedSum) => (isWhole: boolean) => void;
  /** The log of a bucket's chunks; undefined: nobody looks at them. */
  readonly movesOf?: (bucket: number) => MoveLog | undefined;
  /** Elements [start, end) of `sum` are final. */
  readonly onReduced: (start: number, end: number) => void;
}

export type StepCollective = Collective | GatheredSum;

export interface Launch {
  readonly collective: StepCollective;
  /** Resolves when what it sends can be computed. */
  readonly needs: () => Promise<unknown>;
  /** Computes it. Throws WithheldError. */
  readonly fill: () => void;
  /** The bucket’s sum is whole. */
  readonly whole: () => void;
}

/** What all collectives of an attempt are given. */
export function commonOptions(
  { view, self, step, send, clock, judge, movesOf, onOffence }: ReduceOptions,
  bucket: number,
) {
  const moves = movesOf?.(bucket);
  return {
    view,
    self,
    send,
    clock,
    key: { lineage: view.lineage, generation: view.generation, step, bucket },
    ...(judge
      ? { judge: (values: Float32Array, members: readonly MemberId[]) => judge(values, members, bucket) }
      : {}),
    ...(moves ? { moves } : {}),
    report: ({ peer, says }: Offence) => onOffence(peer, says),
  };
}
