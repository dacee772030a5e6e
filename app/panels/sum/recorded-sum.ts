// The last sum as its members tell it, for the picture: each message of its plan, at the times at which it left and came.
// Nothing is drawn that the plan does not have, or that nobody tells. Pure.
import type { SeenSum, ToldMove } from '../../../src/replica/protocol';
import { drawnPath, plannedSum, type DrawnMember, type DrawnSum, type DrawnTransfer } from './drawn-sum';

/** Clocks of two members may differ by more than a message takes. */
const leastMs = 0.05;
/** A sum that takes longer is given up: who tells of such times is not believed. */
const longestMs = 60_000;

type NameOf = (member: string) => Pick<DrawnMember, 'name' | 'isSelf'>;

/** A message of the plan, and what its two ends tell of it. */
interface Message {
  readonly planned: DrawnTransfer;
  readonly left: ToldMove | undefined;
  readonly came: ToldMove | undefined;
}

/** undefined: a message is told by nobody who received it. `nameOf`: of all its members, lost ones too. */
export function recordedSum(seen: SeenSum, nameOf: NameOf): DrawnSum | undefined {
  const plan = planOf(seen, nameOf);
  const moves = movesBy(seen);
  const buckets: { bytes: number }[] = [];
  const transfers: DrawnTransfer[] = [];
  for (let bucket = 0; bucket < seen.buckets; bucket++) {
    const messages = messagesOf(plan, bucket, moves);
    if (!messages.every(({ came }) => came)) break;
    const timed = timedFromZero(messages);
    transfers.push(...timed);
    buckets.push({ bytes: bytesOf(timed) });
  }
  const tookMs = Math.max(...transfers.map(({ endMs }) => endMs));
  if (buckets.length === 0 || tookMs > longestMs) return undefined;
  const before = seen.failed && endedSum(seen.failed, seen.members, nameOf);
  return { ...plan, buckets, transfers, tookMs, recorded: recordedOf(seen), ...(before ? { before } : {}) };
}

/** The attempt up to the last moment at which something moved: what had left then, and was told by nobody who received it,
 *  falls. undefined: nothing was on its way. */
function endedSum(seen: SeenSum, remaining: readonly string[], nameOf: NameOf): DrawnSum | undefined {
  const plan = planOf(seen, nameOf);
  const moves = movesBy(seen);
  for (let bucket = 0; bucket < seen.buckets; bucket++) {
    const messages = messagesOf(plan, bucket, moves).filter(({ left, came }) => left ?? came);
    if (!messages.some(({ came }) => !came)) continue;
    const begun = timedFromZero(messages);
    const atMs =
      Math.max(...begun.map(({ startMs, endMs }) => (Number.isFinite(endMs) ? endMs : startMs))) + 1;
    if (atMs > longestMs) return undefined;
    return {
      ...plan,
      // What falls has half of its way behind it.
      transfers: begun.map((each) =>
        Number.isFinite(each.endMs)
          ? { ...each, bucket: 0 }
          : { ...each, bucket: 0, endMs: 2 * atMs - each.startMs },
      ),
      tookMs: atMs,
      ended: { lost: seen.members.findIndex((id) => !remaining.includes(id)), atMs },
      recorded: recordedOf(seen),
    };
  }
  return undefined;
}

function planOf({ path, members, contributors }: SeenSum, nameOf: NameOf): DrawnSum {
  const drawn = members.map((id) => ({ id, ...nameOf(id), adds: contributors.includes(id) }));
  return plannedSum(drawnPath(path, drawn.length), drawn, { isAround: path === 'gathered-around' });
}

function recordedOf({ run, step, buckets, errorMs }: SeenSum): DrawnSum['recorded'] {
  return { run, step, buckets, errorMs };
}

/** By what they are: the first of each that a member tells of itself. */
function movesBy({ told }: SeenSum): ReadonlyMap<string, ToldMove> {
  const moves = new Map<string, ToldMove>();
  for (const [place, tells] of told.entries())
    for (const move of tells ?? []) {
      const { bucket, chunk, other, kind } = move;
      const [from, to] = kind.endsWith('left') ? [place, other] : [other, place];
      const key = [kind, bucket, chunk, from, to].join();
      if (!moves.has(key)) moves.set(key, move);
    }
  return moves;
}

/** Gathered parts go by the place of their member. */
function messagesOf(
  plan: DrawnSum,
  bucket: number,
  moves: ReadonlyMap<string, ToldMove>,
): readonly Message[] {
  return plan.transfers.map((planned) => {
    const { kind, from, to, parts } = planned;
    const chunk = plan.way === 'gathered' ? parts[0] : planned.chunk;
    const told = (way: 'left' | 'came'): ToldMove | undefined =>
      moves.get([`${kind}-${way}`, bucket, chunk, from, to].join());
    return { planned: { ...planned, bucket }, left: told('left'), came: told('came') };
  });
}

/** Times since the first of them; what did not come never ends. */
function timedFromZero(messages: readonly Message[]): readonly DrawnTransfer[] {
  const timed = messages.map(({ planned, left, came }): DrawnTransfer => {
    const endMs = came?.atMs ?? Infinity;
    const startMs = Math.min(left?.atMs ?? Infinity, endMs - leastMs);
    return { ...planned, startMs, endMs, bytes: came?.bytes ?? 0 };
  });
  const firstMs = Math.min(...timed.map(({ startMs }) => startMs));
  return timed.map((each) => ({ ...each, startMs: each.startMs - firstMs, endMs: each.endMs - firstMs }));
}

/** The bytes of a bucket as they travel: those of each of its chunks. */
function bytesOf(transfers: readonly DrawnTransfer[]): number {
  const chunks = new Map(transfers.map(({ chunk, bytes }) => [chunk, bytes]));
  return [...chunks.values()].reduce((sum, bytes) => sum + bytes, 0);
}
