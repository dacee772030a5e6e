// A learner's way through a lesson: settings, a prediction, a run, what came of it, and again. A run needs a prediction
// first; another run needs another one.
import { saidOf } from '../../../src/base/said-error';
import type { Saying } from '../../../src/base/sayings';
import { useEffect, useReducer, useRef } from 'react';
import { initialValues, type Values } from '../core/control';
import type { Lesson, Outcome } from '../core/lesson';
import { withWords } from '../../bridge/session/page-language';
import type { Answer, Question } from '../core/prediction';
import type { TrialResult } from '../core/trial';
import type { Pace } from '../run/film';
import { paceOf } from '../run/pace';
import { begun, type LessonProgress } from '../run/lesson-progress';
import type { Timeline } from '../virtual-ring/timeline';

/** A run that is over. What is said of it is made again each time, so that it is in the current language. */
export interface Attempt {
  readonly values: Values;
  readonly question: Question;
  readonly predicted: Answer;
  readonly results: readonly TrialResult[];
  readonly timelines: readonly Timeline[];
  readonly outcome: Outcome;
}

export type RunState =
  | { readonly kind: 'not run' }
  | ({ readonly kind: 'running' } & LessonProgress)
  | { readonly kind: 'done'; readonly attempt: Attempt }
  | { readonly kind: 'failed'; readonly why: Saying };

export interface LessonState {
  readonly values: Values;
  readonly answer: Answer | undefined;
  readonly run: RunState;
  readonly attempts: number;
  /** The predictions of this visit, oldest first. */
  readonly predictions: readonly Pick<Attempt, 'question' | 'predicted'>[];
  /** A run of this visit met the challenge. */
  readonly isMet: boolean;
}

type Event =
  | { readonly kind: 'set'; readonly values: Values }
  | { readonly kind: 'predict'; readonly answer: Answer | undefined }
  | { readonly kind: 'run'; readonly run: RunState }
  | { readonly kind: 'reset'; readonly values: Values };

function next(state: LessonState, event: Event): LessonState {
  switch (event.kind) {
    case 'set':
      // The question may be another one.
      return { ...state, values: event.values, answer: undefined };
    case 'predict':
      return { ...state, answer: event.answer };
    case 'run': {
      const { run } = event;
      if (run.kind !== 'done') return { ...state, run };
      const isMet = state.isMet || run.attempt.outcome.challenge.isMet;
      const predictions = [...state.predictions, run.attempt];
      return { ...state, run, answer: undefined, attempts: predictions.length, predictions, isMet };
    }
    case 'reset':
      return begin(event.values);
    default:
      return event satisfies never;
  }
}

export function begin(values: Values): LessonState {
  return { values, answer: undefined, run: { kind: 'not run' }, attempts: 0, predictions: [], isMet: false };
}

/** Where a learner is, and what a learner can do. */
export interface LessonWay {
  readonly state: LessonState;
  readonly set: (id: string, value: string) => void;
  readonly predict: (answer: Answer | undefined) => void;
  readonly run: () => void;
  readonly cancel: () => void;
  /** No longer slowed: all that is computed is shown. */
  readonly hurry: () => void;
  readonly reset: () => void;
}

export function useLesson(lesson: Lesson, first: Values): LessonWay {
  const [state, dispatch] = useReducer(next, first, begin);
  const running = useRef<AbortController>(undefined);
  const pace = useRef<Pace>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (values: Values, predicted: Answer): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const show = (run: RunState): void => {
      if (!signal.aborted) dispatch({ kind: 'run', run });
    };
    try {
      const onProgress = (progress: LessonProgress): void => show({ kind: 'running', ...progress });
      onProgress(begun());
      pace.current = paceOf(lesson);
      const watching = { pace: pace.current, onProgress };
      const { runLesson } = await withWords(import('../run/run-lesson'));
      const { results, timelines } = await runLesson(lesson, values, watching, signal);
      show({ kind: 'done', attempt: attemptOf(lesson, values, predicted, results, timelines) });
    } catch (error) {
      show({ kind: 'failed', why: saidOf(error) });
    }
  };

  return {
    state,
    set: (id: string, value: string) => dispatch({ kind: 'set', values: { ...state.values, [id]: value } }),
    predict: (answer: Answer | undefined) => dispatch({ kind: 'predict', answer }),
    run: () => {
      if (state.answer) void start(state.values, state.answer);
    },
    cancel: () => {
      running.current?.abort();
      dispatch({ kind: 'run', run: { kind: 'not run' } });
    },
    hurry: () => {
      if (pace.current) pace.current.ms = 0;
    },
    reset: () => {
      running.current?.abort();
      dispatch({ kind: 'reset', values: initialValues(lesson.controls()) });
    },
  };
}

export function attemptOf(
  lesson: Lesson,
  values: Values,
  predicted: Answer,
  results: readonly TrialResult[],
  timelines: readonly Timeline[],
): Attempt {
  return {
    values,
    predicted,
    results,
    timelines,
    get question() {
      return lesson.question(values);
    },
    get outcome() {
      return lesson.outcome(values, results, timelines);
    },
  };
}
