// What screens say of the host's question and of the answers to it.
import { plural, t } from '@lingui/core/macro';
import type { QuestionNow, Snapshot } from '../../../src/replica/protocol';
import { formatCount } from '../../bridge/words/format';
import { answerWords, verdictOf, type Answer, type Question } from '../../lessons/core/prediction';

/** '7 of 12 have answered.', of those that are asked. Once it is closed nobody knows any more who of the members was the host:
 *  '7 have answered.' */
export function answeredWords(count: number, of: number, isOpen: boolean): string {
  if (!isOpen)
    return t`${{ count: formatCount(count) }} ${plural({ n: count }, { one: 'has', other: 'have' })} answered.`;
  return of === 0
    ? t`Nobody but the host is here to answer.`
    : t`${{ count: formatCount(count) }} of ${{ of: formatCount(of) }} ${plural({ of2: of }, { one: 'has', other: 'have' })} answered.`;
}

/** When everybody sees the answers. Only the host's device closes a question, at its step too. */
export function closesWords(asks: QuestionNow['asks'], host: Snapshot['host']): string {
  if (host === 'away') return t`The host is away: the question stays open until the host is back.`;
  switch (asks.kind) {
    case 'loss':
    case 'accuracy':
      return t`The answers appear at step ${{ step: formatCount(asks.step) }}, or when the host closes the question before that.`;
    case 'speed-up':
      return t`The answers appear when the host closes the question.`;
    case 'lesson':
      return t`The answers appear when the host closes the question, or lets it close once all have answered.`;
    default:
      return asks satisfies never;
  }
}

/** An option in quotation marks, a number as it is. */
export function saidWords(question: Question, answer: Answer): string {
  const words = answerWords(question, answer);
  return answer.kind === 'choice' ? t`“${words}”` : words;
}

/** What a member who has answered may expect. */
export function stageWords({ isOpen, measured }: Pick<QuestionNow, 'isOpen' | 'measured'>): string {
  if (isOpen) return t`You can change it until the question is closed.`;
  return measured === undefined ? t`The question is closed. What came is not yet known.` : '';
}

/** The host's device says at the step what came, and again ten steps later (H16b). */
const saidWithin = 20;

/** What came at a step still appears by itself. */
export function comesByItself(
  atStep: number,
  { step, phase, config }: Pick<Snapshot, 'step' | 'phase' | 'config'>,
): boolean {
  const isOver = phase.kind === 'finished' || phase.kind === 'diverged';
  return !isOver && step <= atStep + saidWithin && atStep <= (config?.steps ?? Infinity);
}

/** The stages of a lesson that a class runs together, in their order. */
export const classStages = (): readonly string[] => [t`Predict`, t`Answers`, t`Run`, t`What came`];

export function stageOf({
  isOpen,
  run,
  measured,
}: Pick<QuestionNow, 'isOpen' | 'run' | 'measured'>): 0 | 1 | 2 | 3 {
  if (measured !== undefined) return 3;
  return isOpen ? 0 : run ? 2 : 1;
}

const verdicts = {
  right: () => t`You were right.`,
  wrong: () => t`You expected something else.`,
  'too low': () => t`Your prediction was too low.`,
  'too high': () => t`Your prediction was too high.`,
} as const;

export function verdictWords(question: Question, mine: Answer, measured: Answer): string {
  return verdicts[verdictOf(question, mine, measured)]();
}
