// A teacher's words for “The effective batch”.
import { t } from '@lingui/core/macro';
import type { TeacherWords } from '../core/lesson';

export const teacher = (): TeacherWords => ({
  goal: t`The students can say what the effective batch is, why it asks for a higher learning rate, why a warm-up helps, and that there is a limit.`,
  before: t`Run the lesson once with 4 × 128 examples and the rule on, without a warm-up, at rate 0.3: the loss explodes. Keep that for the middle of the lesson.`,
  expected: t`Without the rule the line of 4 × 128 examples stays far above that of the one replica. With the rule it comes near, and with a warm-up it meets it.`,
  solution: t`4 × 128 examples, rate 0.1, the rule on, warm-up on.`,
  short: [
    [
      3,
      t`Explain the effective batch with the number of students: each answers one question of a test, then all walk one step.`,
    ],
    [4, t`Everybody predicts and runs 4 × 128 without the rule.`],
    [4, t`Everybody switches the linear rule on, predicts, and runs.`],
    [6, t`Everybody works on the challenge.`],
    [3, t`Collect: which three settings mattered, and why?`],
  ],
  long: [
    [5, t`Explain the effective batch with the number of students.`],
    [
      6,
      t`Everybody predicts and runs 4 × 8: as many examples in a step as the one replica. The curves lie on each other.`,
    ],
    [6, t`Then 4 × 128 without the rule. Why is it behind? Count the steps.`],
    [
      8,
      t`Then the linear rule at rate 0.3. Why does the loss explode? Draw a valley and a step that is too long.`,
    ],
    [10, t`Everybody works on the challenge.`],
    [
      5,
      t`Look at the noise scale after a run of 4 × 8. Would 16 replicas with 128 examples each still help?`,
    ],
    [5, t`Each student writes down a rule for the settings of a room with 30 devices.`],
  ],
  say: [
    t`A larger batch does not look at more examples in all. It takes fewer, surer steps.`,
    t`Averaging more examples removes noise. When there is little noise left, more averaging does not help.`,
    t`The noise scale is an estimate of the batch above which a larger one stops helping. It is small at first and grows while the model learns.`,
    t`A step that is too long jumps over the valley and lands higher than it began.`,
  ],
  wrong: [
    [
      t`The loss explodes and a student thinks that the program is broken.`,
      t`It is the lesson: the steps were too long. Ask what they would change.`,
    ],
    [
      t`“The rule is switched on and still it is worse.”`,
      t`At the start the loss is steep, and long steps hurt. That is what the warm-up is for.`,
    ],
    [
      t`The noise scale differs from run to run.`,
      t`It is a mean over about a hundred steps, and it grows while the model learns. Only its size matters: tens, hundreds or thousands. Of a run of 25 steps the page shows none.`,
    ],
  ],
});
