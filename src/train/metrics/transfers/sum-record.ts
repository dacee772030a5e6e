// An attempt at a step's sums as one replica saw it, for a picture: which chunks left it and which came, by places in the
// ring. Chunks of gathered parts have the place of the member whose part they are.
import { isTreePath, type SumPath } from '../../../collectives/topology';
import type { Move, MoveLog } from '../../../collectives/move-log';
import { rankOf, type MemberId, type View } from '../../../membership/view';

/** An attempt. The generation tells it from others at the same step. */
export interface SumKey {
  readonly run: number;
  /** 1-based, as in its record. */
  readonly step: number;
  readonly generation: number;
}

export const moveKinds = ['add-left', 'copy-left', 'add-came', 'copy-came'] as const;

export interface ToldMove {
  readonly kind: (typeof moveKinds)[number];
  readonly bucket: number;
  readonly chunk: number;
  /** The place in the ring of the member that it goes to, or comes from. */
  readonly other: number;
  readonly atMs: number;
  readonly bytes: number;
}

/** More cannot be followed, and a message is to be small. */
export const shownBuckets = 8;
export const mostMoves = 512;

export interface SumRecord extends SumKey {
  readonly view: View;
  readonly path: SumPath;
  /** The members that have something to add. */
  readonly contributors: readonly MemberId[];
  /** In order of their launch, as many as are shown. */
  readonly logs: readonly MoveLog[];
  /** The number of all buckets. */
  readonly buckets: number;
  /** undefined: it is under way. */
  readonly end: { readonly atMs: number; readonly isWhole: boolean } | undefined;
}

export function isOf(a: SumKey, b: SumKey): boolean {
  return a.run === b.run && a.step === b.step && a.generation === b.generation;
}

/** The members by place in the ring. */
export function ringOf({ view }: Pick<SumRecord, 'view'>): readonly MemberId[] {
  return view.ring.map((rank) => view.members[rank]);
}

/** The moves of as many whole buckets as fit. */
export function toldMoves({ view, path, logs }: SumRecord): readonly ToldMove[] {
  const placeOf = (member: MemberId): number => view.ring.indexOf(rankOf(view, member));
  const told = (bucket: number, way: 'left' | 'came', move: Move): ToldMove => {
    const isSum = !isTreePath(path) || move.phase === 'reduce-scatter';
    return {
      kind: `${isSum ? 'add' : 'copy'}-${way}`,
      bucket,
      chunk: isTreePath(path) ? move.chunk : view.ring.indexOf(move.chunk),
      other: placeOf(move.member),
      atMs: move.atMs,
      bytes: move.bytes,
    };
  };
  const moves: ToldMove[] = [];
  for (const [bucket, { left, came }] of logs.entries()) {
    if (moves.length + left.length + came.length > mostMoves) break;
    for (const one of left) moves.push(told(bucket, 'left', one));
    for (const one of came) moves.push(told(bucket, 'came', one));
  }
  return moves;
}
