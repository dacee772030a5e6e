// The words of “Fewer bytes”.
import { t } from '@lingui/core/macro';
import type { LessonWords } from '../core/lesson';

export const words = (): LessonWords => ({
  story: [
    t`What a replica learned in a step is one number for each weight of the model, and a number usually takes four bytes.`,
    t`A codec writes it with fewer; what it drops is kept, and added to what comes next.`,
  ],
  task: t`Send at most a quarter of the bytes, and end with a loss at most 5\u00a0% above that of four bytes a number.`,
});
