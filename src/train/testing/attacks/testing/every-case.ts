// Which cases of an attack are lived. `npm test` takes one ring of four for each way that a lie can go, and larger ones where
// their size is the subject; `npm run test:long` takes every case.
import process from 'node:process';

const isLong = process.env.LOCKSTEP_EVERY_CASE === '1';

/** All cases, or those of `npm test`. */
export function casesOf<Case>(all: readonly Case[], isQuick: (one: Case) => boolean): readonly Case[] {
  return isLong ? all : all.filter(isQuick);
}
