// How long an attack is looked at. `npm test` takes one ring of four for each way that a lie can go, and larger ones where
// their size is the subject; `npm run test:long` takes every case (src/base/testing/every-case.ts), and looks at it longer.
import { isEveryCase } from '../../../../base/testing/every-case';
import { lostAfterMs } from '../../../../membership/heartbeat';

/** So long after a liar is gone nothing of its attack is left to see: a member that it silenced would be lost (M12). */
export const afterwardsMs = isEveryCase ? 10_000 : lostAfterMs + 1_000;

/** How long an attack is looked at that may go on without end. */
export function watchedFor(longMs: number, dailyMs: number): number {
  return isEveryCase ? longMs : dailyMs;
}
