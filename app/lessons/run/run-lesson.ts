// All that a lesson runs, on this device: its trials, then what it computes on a virtual clock.
import { t } from '@lingui/core/macro';
import type { Curve } from '../core/curve';
import type { Values } from '../core/control';
import type { Lesson } from '../core/lesson';
import { stepsPerSum, stepsTaken, type TrialResult } from '../core/trial';
import type { Timeline } from '../virtual-ring/timeline';
import { baseRun, runTrial } from './run-trial';

export interface LessonProgress {
  readonly curves: readonly Curve[];
  /** The steps of all trials together. */
  readonly steps: number;
  readonly ofSteps: number;
  /** The activity of the lesson, in the current language. */
  readonly doing: () => string;
}

export interface LessonResults {
  /** The results of the trials, in their order. */
  readonly results: readonly TrialResult[];
  readonly timelines: readonly Timeline[];
}

/** Rejects with a sentence for people; with the signal's reason when aborted. */
export async function runLesson(
  lesson: Lesson,
  values: Values,
  onProgress: (progress: LessonProgress) => void,
  signal: AbortSignal,
): Promise<LessonResults> {
  onProgress({ curves: [], steps: 0, ofSteps: 0, doing: () => t`Loading the engine …` });
  const results = await runAll(lesson, values, onProgress, signal);
  if (lesson.simulate) onProgress({ curves: [], steps: 0, ofSteps: 0, doing: () => t`On a virtual clock …` });
  const timelines = (await lesson.simulate?.(values, signal)) ?? [];
  return { results, timelines };
}

/** One after the other: beside each other they would take each other's time. */
async function runAll(
  lesson: Lesson,
  values: Values,
  onProgress: (progress: LessonProgress) => void,
  signal: AbortSignal,
): Promise<readonly TrialResult[]> {
  const trials = lesson.trials(values, await baseRun());
  const ofSteps = trials.reduce((sum, trial) => sum + trial.steps * stepsPerSum(trial), 0);
  const results: TrialResult[] = [];
  for (const [index, trial] of trials.entries()) {
    const done = results.map(({ trial, steps }) => ({ trial, steps }));
    const doing = (): string =>
      t`Run ${{ value: index + 1 }} of ${{ length: trials.length }}: ${{ label: trial.label() }}`;
    onProgress({ curves: done, steps: stepsTaken(done), ofSteps, doing });
    const result = await runTrial(
      trial,
      ({ steps }) => {
        const curves = [...done, { trial, steps: steps.slice(0, trial.steps) }];
        onProgress({ curves, steps: stepsTaken(curves), ofSteps, doing });
      },
      signal,
    );
    signal.throwIfAborted();
    results.push(result);
  }
  return results;
}
