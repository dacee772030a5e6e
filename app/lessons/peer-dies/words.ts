// The words of “A peer dies”.
import { t } from '@lingui/core/macro';
import type { LessonWords } from '../core/lesson';

export const words = (): LessonWords => ({
  story: [
    t`A lid is closed, a battery is empty: in the middle of a run one replica is gone, with a goodbye or without a word.`,
    t`The others must notice it, agree on who is left, and go on from the same weights.`,
  ],
  task: t`Let a replica vanish without a word, and keep the effective batch the same before and after. No step may be lost, and all who are left must hold the same digest.`,
});
