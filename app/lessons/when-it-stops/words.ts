// The words of “When it stops”.
import { t } from '@lingui/core/macro';
import type { LessonWords } from '../core/lesson';

export const words = (): LessonWords => ({
  story: [
    t`In all lessons so far every device held the whole model and took other examples; that has three limits: the memory of a device, the time of a sum, and the batch.`,
    t`Beyond them each model is split over a group of devices: its state is shared out, each layer is cut (tensor parallelism), or each device has some of the layers (pipeline).`,
  ],
  task: t`Train the model with 70 billion parameters on 4,096 devices, and meet none of the three limits.`,
});
