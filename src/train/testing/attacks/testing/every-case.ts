// Which cases of an attack are lived, and how long. `npm test` takes one ring of four for each way that a lie can go, and
// larger ones where their size is the subject; `npm run test:long` takes every case, and looks at it longer.
import process from 'node:process';
import { lostAfterMs } from '../../../../membership/heartbeat';

const isLong = process.env.LOCKSTEP_EVERY_CASE === '1';

/** So long after a liar is gone nothing of its attack is left to see: a member that it silenced would be lost (M12). */
export const afterwardsMs = isLong ? 10_000 : lostAfterMs + 1_000;

/** How long an attack is looked at that may go on without end. */
export function watchedFor(longMs: number, dailyMs: number): number {
  return isLong ? longMs : dailyMs;
}

/** All cases, or those of `npm test`. */
export function casesOf<Case>(all: readonly Case[], isQuick: (one: Case) => boolean): readonly Case[] {
  return isLong ? all : all.filter(isQuick);
}
