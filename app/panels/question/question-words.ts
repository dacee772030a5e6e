// What screens say of the host's question and of the answers to it.
import type { QuestionNow } from '../../../src/replica/protocol';
import { formatCount } from '../../bridge/words/format';
import { answerWords, verdictOf, type Answer, type Question } from '../../lessons/core/prediction';

/** '7 of 12 have answered.' */
export function answeredWords(count: number, of: number): string {
  return `${formatCount(count)} of ${formatCount(of)} ${of === 1 ? 'has' : 'have'} answered.`;
}

/** An option in quotation marks, a number as it is. */
export function saidWords(question: Question, answer: Answer): string {
  const words = answerWords(question, answer);
  return answer.kind === 'choice' ? `“${words}”` : words;
}

/** What a member who has answered may expect. */
export function stageWords({ isOpen, measured }: Pick<QuestionNow, 'isOpen' | 'measured'>): string {
  if (isOpen) return 'You can change it until the host closes the question.';
  return measured === undefined ? 'The question is closed. What came is not yet known.' : '';
}

const verdicts = {
  right: 'You were right.',
  wrong: 'You expected something else.',
  'too low': 'Your prediction was too low.',
  'too high': 'Your prediction was too high.',
} as const;

export function verdictWords(question: Question, mine: Answer, measured: Answer): string {
  return verdicts[verdictOf(question, mine, measured)];
}
