// The words of “One model, many tabs”.
import { t } from '@lingui/core/macro';
import type { LessonWords } from '../core/lesson';

export const words = (): LessonWords => ({
  story: [
    t`In a ring each replica – a tab with the whole model – looks at examples of its own; then all of them take the average step together.`,
    t`Beside it one replica alone looks at all its examples by itself: the loss says how wrong each model still is about examples that nobody learned from.`,
  ],
  task: t`Give three replicas 16 examples each, and choose the examples of the one replica so that the two lines lie on each other.`,
});
