// The words of “The effective batch”.
import { t } from '@lingui/core/macro';
import type { LessonWords } from '../core/lesson';

export const words = (): LessonWords => ({
  story: [
    t`The more replicas, the more examples are in one step of the ring, the effective batch – and the fewer steps the same examples make.`,
    t`A learning rate is the length of a step: the linear rule makes it as many times longer as the batch is larger, and a warm-up begins with short steps.`,
  ],
  task: t`Train with an effective batch of 512 so that, after the same number of examples, the ring’s loss is at most 10\u00a0% above that of the one replica with 32.`,
});
