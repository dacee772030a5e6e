// When a member ends its inner steps before all are done (S17a). A slow member must not make the others wait for long,
// and none may wait as long as a stalled one. What it leaves goes on the redo list.
import type { Clock } from '../../../base/clock';

/** Half of what a header waits for a member without progress (S5). */
export const longestMs = 30_000;
/** The others wait for at most this share of the time that they computed. */
export const patience = 0.25;

export interface InnerProgress {
  /** Inner steps done. */
  readonly done: number;
  /** The time since the first began. */
  readonly elapsedMs: number;
  /** The time since the records of all others with a shard were here; undefined: some are not, or there is no other. */
  readonly othersWaitedMs: number | undefined;
}

/** One inner step at least is done, and no other is begun. */
export function isEnough({ done, elapsedMs, othersWaitedMs }: InnerProgress): boolean {
  if (done === 0) return false;
  if (elapsedMs >= longestMs) return true;
  return othersWaitedMs !== undefined && othersWaitedMs >= patience * (elapsedMs - othersWaitedMs);
}

/** `pausedMs`: of the time since the begin, what it only waited for a sum. */
export function stopsEarly(
  { clock, othersDoneMs }: { readonly clock: Clock; readonly othersDoneMs: () => number | undefined },
  done: number,
  startedMs: number,
  pausedMs = 0,
): boolean {
  const nowMs = clock.now();
  const doneMs = othersDoneMs();
  const othersWaitedMs = doneMs === undefined ? undefined : nowMs - Math.max(doneMs, startedMs);
  return isEnough({ done, elapsedMs: nowMs - startedMs - pausedMs, othersWaitedMs });
}
