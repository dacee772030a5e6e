// A sum as the picture of it draws it: who takes part, and which chunk goes when from whom to whom. The product's own plan
// (collective-plan.ts, gathered-sum.ts) says what moves, in rounds of one length. Positions are those in the ring.
import { planOf } from '../../../src/collectives/collective-plan';
import {
  groupsOfPath,
  isTreePath,
  shownPath,
  type SumPath,
  type TreePath,
} from '../../../src/collectives/topology';
import { fullMeshLimit } from '../../../src/membership/links-needed';
import type { SeenSum } from '../../../src/replica/protocol';

export interface DrawnMember {
  readonly id: string;
  readonly name: string;
  readonly isSelf: boolean;
  /** false: a newcomer, which adds zeros until it is current. */
  readonly adds: boolean;
}

export interface DrawnTransfer {
  readonly bucket: number;
  readonly chunk: number;
  /** Positions. */
  readonly from: number;
  readonly to: number;
  readonly kind: 'add' | 'copy';
  /** The positions whose parts are in it. */
  readonly parts: readonly number[];
  /** The number of messages before it that it needs, in a row: 0 begins at once. */
  readonly round: number;
  /** Times since the sum began; of a plan, `roundMs` each. */
  readonly startMs: number;
  readonly endMs: number;
  readonly bytes: number;
}

export interface DrawnSum {
  /** Nothing was summed yet: at rest each member holds its own part. */
  readonly isToCome?: boolean;
  /** What such a sum takes, as measured: the plan’s messages share it evenly. undefined: not known. */
  readonly tookMs?: number;
  readonly way: DrawnPath;
  /** The members, by position. */
  readonly members: readonly DrawnMember[];
  readonly buckets: readonly { readonly bytes: number }[];
  /** Into how many a bucket is cut. */
  readonly chunks: number;
  readonly transfers: readonly DrawnTransfer[];
  /** It came to nothing: this position was lost. */
  readonly ended?: { readonly lost: number; readonly atMs: number };
  /** It happened: which step of which run it summed, the number of all its buckets, and how far times may be from the true
   *  ones, ms. */
  readonly recorded?: Pick<SeenSum, 'run' | 'step' | 'buckets' | 'errorMs'>;
  /** The attempt at the same step that ended before it. */
  readonly before?: DrawnSum;
}

/** A message of a plan: it flies for most of its round, and then rests. */
export const roundMs = 1000;
const flightShare = 0.85;

/** Gathered, as one way. */
export type DrawnPath = TreePath | 'gathered';

/** The path of a sum as it is drawn among so many members: they may have changed since. */
export function drawnPath(path: SumPath, size: number): DrawnPath {
  const groups = groupsOfPath(path);
  return isTreePath(path) && (!groups || groups.length === size) ? path : shownPath(path);
}

interface PlanOptions {
  /** The bytes of each bucket's gradient. */
  readonly buckets?: readonly number[];
  /** The time of such a sum, as measured. */
  readonly tookMs?: number | undefined;
  readonly isToCome?: boolean;
  /** Gathered parts go from neighbour to neighbour; absent: as the product does it. */
  readonly isAround?: boolean;
}

export function plannedSum(
  way: DrawnPath,
  members: readonly DrawnMember[],
  { buckets = [1], tookMs, isToCome = false, isAround = members.length > fullMeshLimit }: PlanOptions = {},
): DrawnSum {
  const size = members.length;
  const chunks = way === 'gathered' || size < 2 ? 1 : planOf('all-reduce', way, size).chunkCount;
  const moves = size < 2 ? [] : way === 'gathered' ? gatheredMoves(members, isAround) : treeMoves(way, size);
  const rounds = moves.reduce((most, { round }) => Math.max(most, round + 1), 0);
  const eachMs = tookMs === undefined ? roundMs : tookMs / rounds;
  return {
    way,
    members,
    ...(tookMs === undefined ? {} : { tookMs }),
    isToCome,
    buckets: buckets.map((bytes) => ({ bytes })),
    chunks,
    transfers: buckets.flatMap((bytes, bucket) =>
      moves.map((move) => ({
        ...move,
        bucket,
        bytes: bytes / chunks,
        startMs: move.round * eachMs,
        endMs: (move.round + flightShare) * eachMs,
      })),
    ),
  };
}

/** The positions whose parts make a chunk whole. Who has nothing to add sends nothing where parts are gathered. */
export function partsOf({ way, members }: Pick<DrawnSum, 'way' | 'members'>): readonly number[] {
  const positions = members.map((_, position) => position);
  return way === 'gathered' ? positions.filter((position) => members[position].adds) : positions;
}

/** The position that has the whole chunk first; undefined where each adds by itself. */
export function ownerIn(
  { way, members }: Pick<DrawnSum, 'way' | 'members'>,
  chunk: number,
): number | undefined {
  if (way === 'gathered') return undefined;
  return members.length < 2 ? 0 : planOf('all-reduce', way, members.length).ownerOf(chunk);
}

type Move = Pick<DrawnTransfer, 'chunk' | 'from' | 'to' | 'kind' | 'parts' | 'round'>;

/** The climb of each chunk's tree, and its descent. */
function treeMoves(topology: TreePath, size: number): readonly Move[] {
  const { chunkCount, routeOf, ownerOf } = planOf('all-reduce', topology, size);
  const all = Array.from({ length: size }, (_, position) => position);
  const moves: Move[] = [];
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    /** Adds what climbs to a position. Returns the first round in which its own sum can leave. */
    const climb = (position: number): number => {
      let ready = 0;
      for (const { position: from, contributors } of routeOf(position, chunk).children) {
        const round = climb(from);
        moves.push({ chunk, from, to: position, kind: 'add', parts: contributors, round });
        ready = Math.max(ready, round + 1);
      }
      return ready;
    };
    const descend = (from: number, round: number): void => {
      for (const to of routeOf(from, chunk).to) {
        moves.push({ chunk, from, to, kind: 'copy', parts: all, round });
        descend(to, round + 1);
      }
    };
    const owner = ownerOf(chunk);
    descend(owner, climb(owner));
  }
  return moves;
}

/** Every part goes to all others, at once or around the ring. */
function gatheredMoves(members: readonly DrawnMember[], isAround: boolean): readonly Move[] {
  const size = members.length;
  const moves: Move[] = [];
  for (const [part, { adds }] of members.entries())
    for (let hop = 1; adds && hop < size; hop++) {
      const from = isAround ? (part + hop - 1) % size : part;
      const to = (part + hop) % size;
      moves.push({ chunk: 0, from, to, kind: 'add', parts: [part], round: isAround ? hop - 1 : 0 });
    }
  return moves;
}
