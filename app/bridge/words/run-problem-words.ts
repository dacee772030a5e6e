// Why a run cannot be, in the page's language; in English where only that has a sentence.
import type { DescribedRun } from '../../../src/replica/describe-run';
import { language } from '../../text/language';
import { setupText } from '../../text/setup';
import { formatSentence } from './format';

export function problemWords({ message, problem }: Extract<DescribedRun, { ok: false }>): string {
  if (!problem || language() === 'en') return message;
  const sentence = setupText.runProblems[problem.code] as (...given: readonly unknown[]) => string;
  return formatSentence(sentence(...problem.given));
}
