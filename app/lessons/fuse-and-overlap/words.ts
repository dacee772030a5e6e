// The words of “Fuse and overlap”.
import { t } from '@lingui/core/macro';
import type { LessonWords } from '../core/lesson';

export const words = (): LessonWords => ({
  story: [
    t`Backwards through its layers a replica computes what it learned: two lists of numbers a layer, and the sum of each list is six messages in a row.`,
    t`Fusing puts several lists into one bucket, which pays the delays once; overlap sends a full bucket while the layers before it are still computed.`,
  ],
  task: t`On lines with a delay of 20\u00a0ms or more, hide at least 60\u00a0% of the time of the sums behind the compute.`,
});
