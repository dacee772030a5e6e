// The words of “How a sum travels”.
import { t } from '@lingui/core/macro';
import type { LessonWords } from '../core/lesson';

export const words = (): LessonWords => ({
  story: [
    t`A model learns from examples. Here several tabs each hold a copy of it and look at examples of their own: what a tab has learned is drawn as its column of coloured chunks.`,
    t`All of them need the sum, which is everything learned added up. So the chunks travel, each as a message: every tab on its way adds its part, and a chunk with all parts in it is copied to all.`,
  ],
  task: t`A run races four ways to add up: ring, tree, star and direct. With 8 tabs and a delay of 20\u00a0ms or more, choose how much each tab learned, so that the ring is done before the tree and the star.`,
});
