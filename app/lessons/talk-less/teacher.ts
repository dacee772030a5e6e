// A teacher's words for “Talk less”.
import { t } from '@lingui/core/macro';
import type { TeacherWords } from '../core/lesson';

export const teacher = (): TeacherWords => ({
  goal: t`The students can say what local steps save, what drift is, and why there is a best number of local steps and not “the more the better”.`,
  before: t`Run the lesson with 192 local steps, once with each method: there are only two sums in the whole run, and both rings fall behind. Keep the results for the discussion.`,
  expected: t`With 4 local steps the lines stay close. With 192 there are only two sums, and the line ends far above.`,
  solution: t`48 local steps, a step with momentum (DiLoCo).`,
  short: [
    [
      4,
      t`Four students plan a poster. Compare: they agree on every word; they meet every ten minutes; they meet once.`,
    ],
    [4, t`Everybody predicts and runs 4 local steps.`],
    [8, t`Everybody works on the challenge.`],
    [4, t`Collect the results of both methods for each number of local steps. Where is the best one?`],
  ],
  long: [
    [5, t`Four students plan a poster, with many meetings, some, and one.`],
    [6, t`Everybody predicts and runs 4 local steps.`],
    [12, t`Everybody works on the challenge.`],
    [8, t`Draw on the board: local steps to the right, loss upwards, one dot a student.`],
    [
      8,
      t`Compare both methods: with DiLoCo the average change becomes the step of a second optimizer with momentum. Why may that help?`,
    ],
    [
      6,
      t`Each student writes down how many local steps a ring over the internet should take, and what they would measure first.`,
    ],
  ],
  say: [
    t`Talking less is not working less: the replicas compute as much as before.`,
    t`Between two sums every replica sees only its own examples and walks its own way.`,
    t`The bytes of a sum do not depend on how many steps went before. So half the sums are half the bytes.`,
    t`The curve has a point for each sum: the loss of the average model, before its local steps. With 192 local steps there are two. The loss at the end is that of the last average, on examples that no replica trained on.`,
  ],
  wrong: [
    [
      t`“With local steps the loss is lower!”`,
      t`With DiLoCo it can be. The gain comes from its momentum, not from talking less. Ask whether it stays so with 192 local steps.`,
    ],
    [
      t`A student chooses the most local steps at once.`,
      t`Good: let them see that the bytes are few, and compare the loss.`,
    ],
    [t`The curve is short.`, t`It has one point for each sum. The number of steps inside is the same.`],
  ],
});
