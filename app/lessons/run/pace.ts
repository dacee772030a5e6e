// How long a lesson's run is to be watched. The address may say so (`?pace=5`: five seconds; `0`: as it is computed), and who
// asks for less motion sees it as it is computed.
import type { Lesson } from '../core/lesson';
import type { Pace } from './film';

/** Long enough to see what happens, short enough to run it again. */
const usualSeconds = 22;
const mostSeconds = 60;

export function paceOf({ watchSeconds = usualSeconds }: Pick<Lesson, 'watchSeconds'>): Pace {
  const given = new URLSearchParams(location.search).get('pace');
  const seconds = given === null || given === '' ? NaN : Number(given);
  if (seconds >= 0) return { ms: 1000 * Math.min(mostSeconds, seconds) };
  return { ms: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 1000 * watchSeconds };
}
