// What went wrong, as a screen keeps it: never as a text, so that it is said in the language of the moment. The one place of
// the app that looks into an error (problem.test.ts).
import { saidOf } from '../../../src/base/said-error';
import type { Detail } from '../../../src/base/sayings';

/** What a part of the engine says, or what the page itself has words for. */
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

/** Of anything thrown, and of the error of a `Result`. */
export function problemOf(error: unknown): Problem {
  return isTold(error) ? { words: error.words } : saidOf(error);
}

function isTold(error: unknown): error is Told {
  return typeof error === 'object' && error !== null && 'words' in error;
}
