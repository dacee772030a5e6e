// How far a lesson's run is, as it is shown.
import { t } from '@lingui/core/macro';
import type { Line } from '../core/curve';
import type { Timeline } from '../virtual-ring/timeline';

export interface LessonProgress {
  /** As far as they are shown. */
  readonly lines: readonly Line[];
  readonly timelines: readonly Timeline[];
  /** The part of all runs that is shown, 0 … 1. */
  readonly share: number;
  /** The steps of all trials together, as far as they are shown. */
  readonly steps: number;
  readonly ofSteps: number;
  /** The activity of the lesson, in the current language. */
  readonly doing: () => string;
}

/** A run before its first step. */
export function begun(): LessonProgress {
  return {
    lines: [],
    timelines: [],
    share: 0,
    steps: 0,
    ofSteps: 0,
    doing: () => t`Loading the engine …`,
  };
}
