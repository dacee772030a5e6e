// When a member ends its inner steps before all are done (S17a). A slow member must not make the others wait for long,
// and none may wait as long as a stalled one. What it leaves goes on the redo list. Pure.

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
export function stopsEarly({ done, elapsedMs, othersWaitedMs }: InnerProgress): boolean {
  if (done === 0) return false;
  if (elapsedMs >= longestMs) return true;
  return othersWaitedMs !== undefined && othersWaitedMs >= patience * (elapsedMs - othersWaitedMs);
}
