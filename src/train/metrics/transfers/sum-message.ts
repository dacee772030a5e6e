// What members tell each other of a sum (T15). A message is checked strictly and is small. Times are counts of 10 µs after
// the first of them, which is a time of the sender's clock.
import * as v from 'valibot';
import { maxMembers } from '../../../membership/view';
import { moveKinds, mostMoves, shownBuckets, type SumKey, type ToldMove } from './sum-record';

const ticksPerMs = 100;
/** A sum is given up long before. */
const longestTicks = 3_600_000 * ticksPerMs;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const below = (most: number) => v.pipe(count, v.maxValue(most - 1));
const key = { run: count, step: v.pipe(count, v.minValue(1)), generation: count };

/** Kind, bucket, chunk, place of the other member, time, bytes. */
const move = v.strictTuple([
  below(moveKinds.length),
  below(shownBuckets),
  below(maxMembers),
  below(maxMembers),
  below(longestTicks),
  count,
]);

export const sumMessage = v.variant('kind', [
  v.strictObject({ kind: v.literal('ask'), ...key }),
  v.strictObject({
    kind: v.literal('moves'),
    ...key,
    startMs: v.pipe(v.number(), v.finite()),
    moves: v.pipe(v.array(move), v.maxLength(mostMoves)),
  }),
]);
type SentMoves = Extract<v.InferOutput<typeof sumMessage>, { kind: 'moves' }>;

export function writeMoves({ run, step, generation }: SumKey, moves: readonly ToldMove[]): SentMoves {
  const firstMs = moves.reduce((first, { atMs }) => Math.min(first, atMs), Infinity);
  const startMs = moves.length > 0 ? Math.round(firstMs * 1000) / 1000 : 0;
  const ticksOf = (ms: number): number =>
    Math.min(longestTicks - 1, Math.max(0, Math.round((ms - startMs) * ticksPerMs)));
  return {
    kind: 'moves',
    run,
    step,
    generation,
    startMs,
    moves: moves.map(({ kind, bucket, chunk, other, atMs, bytes }) => [
      moveKinds.indexOf(kind),
      bucket,
      chunk,
      other,
      ticksOf(atMs),
      bytes,
    ]),
  };
}

/** The moves by the own clock, which the sender's is `offsetMs` ahead of. */
export function readMoves({ startMs, moves }: SentMoves, offsetMs: number): readonly ToldMove[] {
  return moves.map(([kind, bucket, chunk, other, ticks, bytes]) => ({
    kind: moveKinds[kind],
    bucket,
    chunk,
    other,
    atMs: startMs - offsetMs + ticks / ticksPerMs,
    bytes,
  }));
}
