// The host's question as screens show it: in words, with what can be an answer. The words of a lesson's question come with
// the lesson. An answer travels as a number: of a choice it is the place of an option (H16).
import { t } from '@lingui/core/macro';
import type { Question as Asked } from '../../../src/replica/protocol';
import { formatCount } from '../../bridge/words/format';
import { loadLesson } from '../../lessons/catalogue';
import { parseValues, valuesQuery, valueWords } from '../../lessons/core/control';
import { parseAnswer, type Answer, type Question } from '../../lessons/core/prediction';
import type { LessonId } from '../../lessons/core/lesson';
import { lessonTitles } from '../../lessons/titles';

export interface AskedQuestion {
  readonly question: Question;
  /** undefined: it is not of a lesson. */
  readonly lesson:
    | {
        readonly title: string;
        /** The settings in words. */
        readonly settings: string;
        /** The path of the lesson’s page with these settings. */
        readonly path: string;
        readonly id: LessonId;
        /** The sentences before the prediction. */
        readonly story: string;
        /** The lesson’s challenge. */
        readonly task: string;
      }
    | undefined;
}

/** undefined: it is of a lesson. */
export function runQuestion(asks: Asked): Question | undefined {
  switch (asks.kind) {
    case 'loss':
      return {
        kind: 'number',
        text: t`What will the loss be at step ${{ step: formatCount(asks.step) }} (mean of ten steps)?`,
        unit: '',
        least: 0,
        most: asks.most,
        factor: 1.2,
      };
    case 'accuracy':
      return {
        kind: 'number',
        text: t`How many percent of the examples will be right at step ${{ step: formatCount(asks.step) }} (mean of ten steps)?`,
        unit: '%',
        least: 0,
        most: 100,
        factor: 1.05,
      };
    case 'speed-up':
      return {
        kind: 'number',
        text: t`How many times as many examples a second do ${{ replicas: asks.replicas }} replicas compute as one?`,
        unit: '×',
        least: 0,
        most: 2 * asks.replicas,
        factor: 1.2,
      };
    case 'lesson':
      return undefined;
    default:
      return asks satisfies never;
  }
}

/** undefined: this page knows no such lesson. Rejects when its words cannot be fetched. */
export async function loadQuestion(asks: Asked): Promise<AskedQuestion | undefined> {
  if (asks.kind !== 'lesson') return { question: runQuestion(asks)!, lesson: undefined };
  const lesson = await loadLesson(asks.lesson);
  if (!lesson) return undefined;
  const values = parseValues(lesson.controls(), new URLSearchParams(asks.values).toString());
  const query = valuesQuery(lesson.controls(), values);
  // Said again each time: the words of a language may come after the lesson.
  return {
    get question() {
      return lesson.question(values);
    },
    get lesson() {
      return {
        id: lesson.id,
        title: lessonTitles[lesson.id]().title,
        story: lesson.words().story.join(' '),
        settings: valueWords(lesson.controls(), values),
        path: `/lesson/${lesson.id}${query && `?${query}`}`,
        task: lesson.words().task,
      };
    },
  };
}

/** undefined: it answers nothing that was asked. */
export function answerOf(question: Question, value: number): Answer | undefined {
  const rounded = Number(value.toPrecision(4));
  if (question.kind === 'number') return parseAnswer(question, { kind: 'number', value: rounded });
  return question.options[rounded] && { kind: 'choice', option: question.options[rounded][0] };
}

/** What came, as it is: it may lie beyond what an answer can be. undefined: it is not known, or no option of a choice. */
export function cameOf(question: Question, measured: number | undefined): Answer | undefined {
  if (measured === undefined) return undefined;
  return question.kind === 'number' ? { kind: 'number', value: measured } : answerOf(question, measured);
}

export function answersOf(question: Question, values: readonly number[]): readonly Answer[] {
  return values.flatMap((value) => answerOf(question, value) ?? []);
}
