// How fast chunks move in the picture: as fast as in the last sums, slowed by a round factor that an eye can follow.
// Pure.
import type { StepRecord } from '../../../src/replica/protocol';

export interface Pace {
  /** The time from one member to the next, in the last sums. */
  readonly hopMs: number;
  /** The picture shows it so many times slower. */
  readonly slowdown: number;
}

/** A chunk that needs less or more for a hop than this is hard to follow. */
const shortestShownMs = 1_000;
const longestShownMs = 10_000;
/** Aimed at when a factor is chosen, so that the ring may become faster or slower and keep its factor. */
const aimedShownMs = 2_500;
/** A picture that changes its speed jumps, so that it follows only changes larger than this. */
const worthChanging = 0.15;
const steps = [1, 2, 5];

/** `records`: the last steps. undefined: not known, or the sums do not travel around the ring. `before`: the pace that
 *  the picture has now. */
export function paceOf(
  records: readonly Pick<StepRecord, 'worldSize' | 'topology' | 'allReduceMs'>[],
  worldSize: number,
  before?: Pace,
): Pace | undefined {
  const times = records
    .filter((record) => record.worldSize === worldSize && record.topology === 'ring')
    .map(({ allReduceMs }) => allReduceMs)
    .filter((ms) => ms > 0)
    .sort((a, b) => a - b);
  if (worldSize < 2 || times.length === 0 || records.at(-1)?.topology !== 'ring') return undefined;
  // A chunk passes 2(N − 1) links: as a part of the sum, and then as the whole sum.
  const hopMs = times[times.length >> 1] / (2 * (worldSize - 1));
  if (before && Math.abs(hopMs / before.hopMs - 1) < worthChanging) return before;
  const shownMs = hopMs * (before?.slowdown ?? 0);
  const keeps = shownMs >= shortestShownMs && shownMs <= longestShownMs;
  return { hopMs, slowdown: keeps ? before!.slowdown : slowdownFor(hopMs) };
}

/** The smallest of 1, 2, 5, 10, 20 … that shows a hop for as long as aimed at. */
function slowdownFor(hopMs: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of steps) if (hopMs * step * power >= aimedShownMs) return step * power;
}
