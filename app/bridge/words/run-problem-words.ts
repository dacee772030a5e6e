// Why a run cannot be, in the page's language.
import type { RunProblem } from '../../../src/base/run-problems';
import type { DescribedRun } from '../../../src/replica/describe-run';
import { language } from '../../text/language';
import { setupText } from '../../text/setup';
import { formatSentence } from './format';

/** `technical`: what only English has. */
export function impossibleWords({ message, problem }: Extract<DescribedRun, { ok: false }>): {
  readonly words: string;
  readonly technical?: string;
} {
  if (language() === 'en') return { words: message };
  const words = formatSentence(runProblemWords(problem));
  return problem.code === 'bad-model' ? { words, technical: problem.text } : { words };
}

/** The words of a problem without a full stop. */
export function runProblemWords({ code, given }: RunProblem): string {
  const sentence = setupText.runProblems[code] as (...given: readonly unknown[]) => string;
  return sentence(...given);
}
