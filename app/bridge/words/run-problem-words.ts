// Why a run cannot be, in the page's language; in English where only that has a sentence.
import type { RunProblem } from '../../../src/base/run-problems';
import type { DescribedRun } from '../../../src/replica/describe-run';
import { language } from '../../text/language';
import { setupText } from '../../text/setup';
import { formatSentence } from './format';

export function problemWords({ message, problem }: Extract<DescribedRun, { ok: false }>): string {
  return !problem || language() === 'en' ? message : formatSentence(runProblemWords(problem));
}

/** Without a full stop. */
export function runProblemWords({ code, given }: RunProblem): string {
  const sentence = setupText.runProblems[code] as (...given: readonly unknown[]) => string;
  return sentence(...given);
}
