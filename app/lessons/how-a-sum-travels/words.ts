// The words of “How a sum travels”.
import { t } from '@lingui/core/macro';
import type { LessonWords } from '../core/lesson';

export const words = (): LessonWords => ({
  story: [
    t`Each tab holds a copy of one model and has learned from examples of its own: what it learned is drawn as a column of coloured chunks.`,
    t`All tabs need the sum of all columns, so each chunk travels: on its way every tab adds its part to it, and when it is whole it is copied to all.`,
  ],
  task: t`With 8 tabs and a delay of 20\u00a0ms or more, choose how much each tab learned, so that the ring is done before the tree and the star.`,
});
