// Which cases of a sweep are tested. `npm test` takes those at the edges, `npm run test:long` every one: vitest.config.ts
// finds the files that import this one.
import process from 'node:process';

export const isEveryCase = process.env.LOCKSTEP_EVERY_CASE === '1';

/** All cases, or those of `npm test`. */
export function casesOf<Case>(all: readonly Case[], isQuick: (one: Case) => boolean): readonly Case[] {
  return isEveryCase ? all : all.filter(isQuick);
}
