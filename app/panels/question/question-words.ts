// What screens say of the host's question and of the answers to it.
import type { QuestionNow, Snapshot } from '../../../src/replica/protocol';
import { formatCount } from '../../bridge/words/format';
import { answerWords, verdictOf, type Answer, type Question } from '../../lessons/core/prediction';
import { questionText } from '../../text/question';

/** '7 of 12 have answered.', of those that are asked. Once it is closed nobody knows any more who of the members was the host:
 *  '7 have answered.' */
export function answeredWords(count: number, of: number, isOpen: boolean): string {
  if (!isOpen) return questionText.answeredInAll(formatCount(count), count);
  return of === 0 ? questionText.noOneElse : questionText.answered(formatCount(count), formatCount(of), of);
}

/** When everybody sees the answers. Only the host's device closes a question, at its step too. */
export function closesWords(asks: QuestionNow['asks'], host: Snapshot['host']): string {
  if (host === 'away') return questionText.openWhileAway;
  switch (asks.kind) {
    case 'loss':
    case 'accuracy':
      return questionText.shownAtStep(formatCount(asks.step));
    case 'speed-up':
      return questionText.shownWhenHost;
    case 'lesson':
      return questionText.shownWhenAll;
    default:
      return asks satisfies never;
  }
}

/** An option in quotation marks, a number as it is. */
export function saidWords(question: Question, answer: Answer): string {
  const words = answerWords(question, answer);
  return answer.kind === 'choice' ? `“${words}”` : words;
}

/** What a member who has answered may expect. */
export function stageWords({ isOpen, measured }: Pick<QuestionNow, 'isOpen' | 'measured'>): string {
  if (isOpen) return questionText.youCanChange;
  return measured === undefined ? questionText.questionClosedWhat : '';
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

/** Of a lesson that a class runs together, in their order. */
export const classStages = (): readonly string[] => [
  questionText.stagePredict,
  questionText.answers,
  questionText.stageRun,
  questionText.stageCame,
];

export function stageOf({
  isOpen,
  run,
  measured,
}: Pick<QuestionNow, 'isOpen' | 'run' | 'measured'>): 0 | 1 | 2 | 3 {
  if (measured !== undefined) return 3;
  return isOpen ? 0 : run ? 2 : 1;
}

const verdicts = {
  get right() {
    return questionText.youWereRight;
  },
  get wrong() {
    return questionText.youExpectedSomething;
  },
  get 'too low'() {
    return questionText.yourPredictionToo;
  },
  get 'too high'() {
    return questionText.yourPredictionTooHigh;
  },
} as const;

export function verdictWords(question: Question, mine: Answer, measured: Answer): string {
  return verdicts[verdictOf(question, mine, measured)];
}
