// The words of “The communication wall”.
import { t } from '@lingui/core/macro';
import type { LessonWords } from '../core/lesson';

export const words = (): LessonWords => ({
  story: [
    t`In each step two replicas send each other what they learned, and a line of 8 megabits a second carries only one megabyte a second.`,
    t`Besides, every message is on its way for 5 milliseconds, and each step waits for three of them: compute how long a step takes, then measure.`,
  ],
  task: t`On a line of at most 5\u00a0Mbit/s, train the model with 17,154 parameters with a step of at most 80\u00a0ms.`,
});
