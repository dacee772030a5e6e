// Who waits for whom in a sum: from a member's begin, or from the chunk before, until the next chunk is there. Pure.
import type { SumPlay } from './sum-play';

export interface SumWait {
  /** Positions. */
  readonly member: number;
  readonly waitsFor: number;
  readonly ms: number;
}

/** The waits of each member, the longest first. A member that receives nothing has none. */
export function waitsOf({ sum, transfers }: SumPlay): readonly SumWait[] {
  return sum.members.flatMap((_, member) => {
    const begun = transfers.filter(({ from }) => from === member).map(({ startMs }) => startMs);
    const came = transfers.filter(({ to }) => to === member).sort((a, b) => a.endMs - b.endMs);
    let readyMs = begun.length > 0 ? Math.min(...begun) : (came.at(0)?.endMs ?? 0);
    const waitedMs = new Map<number, number>();
    for (const { from, endMs } of came) {
      waitedMs.set(from, (waitedMs.get(from) ?? 0) + Math.max(0, endMs - readyMs));
      readyMs = Math.max(readyMs, endMs);
    }
    return [...waitedMs].map(([waitsFor, ms]) => ({ member, waitsFor, ms })).sort((a, b) => b.ms - a.ms);
  });
}
