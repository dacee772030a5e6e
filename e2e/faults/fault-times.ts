// When a fault was noticed and repaired, by the survivors' own flight records and the machine's one clock.
import type { Page } from '@playwright/test';
import { flightRecordOf } from '../fixtures';

export interface FlightLine {
  readonly at: number;
  readonly kind: string;
  readonly [field: string]: unknown;
}

export interface FaultTimes {
  /** The time of the member’s silence, its goodbye or its closed link. */
  readonly seenMs: number | undefined;
  /** The view without it. */
  readonly evictedMs: number | undefined;
  /** The first commit in that view or a later one. */
  readonly trainsMs: number | undefined;
}

export async function linesOf(page: Page): Promise<readonly FlightLine[]> {
  const text = await flightRecordOf(page);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as FlightLine);
}

/** The times for the loss of member `lost` at `sinceMs`, each by the last survivor to reach it. */
export async function faultTimes(
  survivors: readonly Page[],
  lost: string,
  sinceMs: number,
): Promise<FaultTimes> {
  const each = await Promise.all(survivors.map(async (page) => timesIn(await linesOf(page), lost, sinceMs)));
  return {
    seenMs: latest(each.map(({ seenMs }) => seenMs)),
    evictedMs: latest(each.map(({ evictedMs }) => evictedMs)),
    trainsMs: latest(each.map(({ trainsMs }) => trainsMs)),
  };
}

/** Milliseconds since `sinceMs`. */
function timesIn(lines: readonly FlightLine[], lost: string, sinceMs: number): FaultTimes {
  const after = lines.filter(({ at }) => at >= sinceMs);
  const sees = ({ kind, peer, from, input }: FlightLine): boolean => {
    if (kind === 'link closed') return peer === lost;
    if (kind !== 'membership') return false;
    const isLoss = (input === 'silent' || input === 'lost') && peer === lost;
    return isLoss || (from === lost && String(input).startsWith('leave'));
  };
  const evicted = after.find(({ followed }) => installsWithout(followed, lost));
  const commit = evicted && after.find(({ kind, at }) => kind === 'commit' && at >= evicted.at);
  const from = (line: FlightLine | undefined): number | undefined => line && line.at - sinceMs;
  return { seenMs: from(after.find(sees)), evictedMs: from(evicted), trainsMs: from(commit) };
}

function installsWithout(followed: unknown, lost: string): boolean {
  if (!Array.isArray(followed)) return false;
  return followed.some((effect) => String(effect).startsWith('install ') && !String(effect).includes(lost));
}

function latest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === times.length ? Math.max(...known) : undefined;
}
