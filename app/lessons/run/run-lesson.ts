// All that a lesson runs, on this device: its trials, then what it computes on a virtual clock; shown at a pace.
import { t } from '@lingui/core/macro';
import { realClock, type Clock } from '../../../src/base/clock';
import type { Curve } from '../core/curve';
import type { Values } from '../core/control';
import type { Lesson } from '../core/lesson';
import { stepsPerSum, type Trial, type TrialResult } from '../core/trial';
import type { Timeline } from '../virtual-ring/timeline';
import { Film, type Pace } from './film';
import { begun, type LessonProgress } from './lesson-progress';
import { baseRun, runTrial } from './run-trial';

export interface LessonResults {
  /** The results of the trials, in their order. */
  readonly results: readonly TrialResult[];
  readonly timelines: readonly Timeline[];
}

export interface Watching {
  readonly pace: Pace;
  readonly onProgress: (progress: LessonProgress) => void;
  readonly clock?: Clock;
}

/** Rejects with a sentence for people; with the signal's reason when aborted. */
export async function runLesson(
  lesson: Lesson,
  values: Values,
  { pace, onProgress, clock = realClock }: Watching,
  signal: AbortSignal,
): Promise<LessonResults> {
  onProgress(begun());
  const trials = lesson.trials(values, await baseRun());
  signal.throwIfAborted();
  let timelines: readonly Timeline[] = [];
  if (lesson.simulate) {
    onProgress({ ...begun(), doing: () => t`On a virtual clock …` });
    timelines = await lesson.simulate(values, signal);
  }
  const ofSteps = trials.reduce((sum, trial) => sum + trial.steps * stepsPerSum(trial), 0);
  const doing = (at: number): string =>
    trials.length > 0
      ? t`Run ${{ value: at + 1 }} of ${{ length: trials.length }}: ${{ label: trials[at].label() }}`
      : timelines.length > 0
        ? t`One step, slowed down.`
        : t`Computing …`;
  const film = new Film({
    lesson,
    trials,
    clock,
    pace,
    onFrame: ({ lines, share, at }) =>
      onProgress({
        lines,
        timelines,
        share,
        ofSteps,
        steps: Math.round(share * ofSteps),
        doing: () => doing(at),
      }),
  });
  const stop = (): void => film.close();
  signal.addEventListener('abort', stop);
  try {
    const results = await runAll(trials, film, signal);
    if (trials.length === 0) film.take([], 1);
    await film.over;
    signal.throwIfAborted();
    return { results, timelines };
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** One after the other: beside each other they would take each other's time. */
async function runAll(
  trials: readonly Trial[],
  film: Film,
  signal: AbortSignal,
): Promise<readonly TrialResult[]> {
  const results: TrialResult[] = [];
  for (const trial of trials) {
    const done: readonly Curve[] = results.map(({ trial, steps }) => ({ trial, steps }));
    const result = await runTrial(
      trial,
      ({ steps }) => film.take([...done, { trial, steps: steps.slice(0, trial.steps) }], done.length),
      signal,
    );
    signal.throwIfAborted();
    results.push(result);
    film.take([...done, { trial, steps: result.steps }], results.length);
  }
  return results;
}
