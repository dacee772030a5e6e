// The words of “Talk less”.
import { t } from '@lingui/core/macro';
import type { LessonWords } from '../core/lesson';

export const words = (): LessonWords => ({
  story: [
    t`Replicas can also train alone for some steps, their local steps, and then average how far each has come.`,
    t`That is far less to send – but meanwhile they drift apart, and the average of models that are far apart may be good for nothing.`,
  ],
  task: t`Send at most a twentieth of the bytes, and end with a loss at least 25\u00a0% below that of a sum after every step.`,
});
