// A teacher's words for “One model, many tabs”.
import { t } from '@lingui/core/macro';
import type { TeacherWords } from '../core/lesson';

export const teacher = (): TeacherWords => ({
  goal: t`The students can say why N replicas with b examples each take the same step as one replica with N · b examples, and why the results still differ in the last digits.`,
  before: t`Open the lesson on one device and run it once. It needs no network after it has loaded. Draw two boxes on the board: “4 replicas × 8 examples” and “1 replica × 32 examples”.`,
  expected: t`The two lines lie on each other from the first step to the last: one sees one dashed line on a solid one.`,
  solution: t`Replicas 3, examples 16, the one alone 48, for 3 × 16 = 48.`,
  short: [
    [3, t`Show the two boxes. Ask: which one learns more in a step?`],
    [4, t`Everybody predicts and runs the settings that the page opens with.`],
    [5, t`Ask why one sees only one line. Collect guesses and do not judge them.`],
    [5, t`Everybody works on the challenge.`],
    [3, t`Write b · N on the board. One student explains the rule in one sentence.`],
  ],
  long: [
    [5, t`Show the two boxes. Ask: which one learns more in a step?`],
    [7, t`Compute by hand: the mean of 2, 4, 6 and 8 at once, then as the mean of two means.`],
    [5, t`Everybody predicts and runs the settings that the page opens with.`],
    [10, t`Everybody works on the challenge, then finds a second way to meet it.`],
    [8, t`Look at the digests. All replicas of the ring have the same one, the single replica another. Why?`],
    [
      5,
      t`Type 0.1 + 0.2 + 0.3 into the browser’s console, then 0.3 + 0.2 + 0.1. A pocket calculator counts in tens and gives 0.6 both times. Why does a computer not?`,
    ],
    [5, t`Each student writes one sentence: what is exact here, and what is only almost equal?`],
  ],
  say: [
    t`An average of averages is the average of all, if all groups are equally large.`,
    t`The replicas never send examples. They send gradients, and everybody gets the same average.`,
    t`A digest is a short number made of all weights. If one bit differs, the digest differs.`,
    t`Computers round. The order of additions changes the last digits, so two orders are almost equal and not equal.`,
  ],
  wrong: [
    [
      t`“More replicas learn faster.”`,
      t`In a step they look at more examples. A step is not shorter for that, and the curve by steps is the one of a larger batch.`,
    ],
    [
      t`A student meets the challenge by chance.`,
      t`Ask for a second combination that must work, before it is run.`,
    ],
    [
      t`The run is slow on old devices.`,
      t`Choose 2 replicas. All replicas share this one device, so it cannot become faster.`,
    ],
  ],
});
