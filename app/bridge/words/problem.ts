// A problem that a screen shows. The screen keeps its code and values, not a text, so that a change of language changes the
// words too. problem.test.ts lists this file among the few of the app that read an error’s own text.
import { saidOf } from '../../../src/base/said-error';
import type { Detail } from '../../../src/base/sayings';

/** A problem that the engine reports, or one that the page itself has words for. */
export type Problem = Detail | Told;

export interface Told {
  readonly words: () => string;
}

/** An error of the page itself. `words`: read when they are shown. */
export class ToldError extends Error implements Told {
  override name = 'ToldError';
  constructor(readonly words: () => string) {
    super(words());
  }
}

/** The problem of anything thrown, and of the error of a `Result`. */
export function problemOf(error: unknown): Problem {
  return isTold(error) ? { words: error.words } : saidOf(error);
}

function isTold(error: unknown): error is Told {
  return typeof error === 'object' && error !== null && 'words' in error;
}
