// The words of “The effective batch”.
import { select, t } from '@lingui/core/macro';
import type { Beside } from '../core/beside';
import type { LessonWords } from '../core/lesson';

export const words: LessonWords = {
  get story() {
    return [
      t`The effective batch is the number of examples in one step of the whole ring: replicas × examples per replica. A larger one gives a better average, so the direction of the step is surer. But for the same number of examples there are fewer steps.`,
      t`The linear rule says: with a batch k times as large, take steps k times as long. A learning rate is the length of a step. A warm-up begins with short steps and makes them longer.`,
      t`One replica with 32 examples in a step trains first. Then four replicas train on as many examples in all, with the batch that you choose.`,
    ];
  },
  get task() {
    return t`Train with an effective batch of 512 so that, after the same number of examples, the ring’s loss is at most 10\u00a0% above that of the one replica with 32.`;
  },
  get teacher(): LessonWords['teacher'] {
    return {
      goal: t`The students can say what the effective batch is, why it asks for a higher learning rate, why a warm-up helps, and that there is a limit.`,
      before: t`Run the lesson once with 4 × 128 examples and the rule on, without a warm-up, at rate 0.3: the loss explodes. Keep that for the middle of the lesson.`,
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
    };
  },
};

export const controls = {
  get batch() {
    return t`Examples per replica and step`;
  },
  get rate() {
    return t`Learning rate, for 32 examples`;
  },
  get rule() {
    return t`With a larger batch, the rate`;
  },
  get warmup() {
    return t`Warm-up`;
  },
};

export const options = {
  batch: (each: number, all: number) => t`${each} (${all} in all)`,
  get rule() {
    return [
      ['none', t`stays`],
      ['linear', t`grows with it`],
    ] as const;
  },
  get warmup() {
    return [
      ['no', t`none`],
      ['yes', t`over 40\u00a0% of the steps`],
    ] as const;
  },
};

export const labels = {
  get one() {
    return t`One replica: 32 examples`;
  },
  ring: (batch: number, all: number) => t`The ring: 4 × ${batch} = ${all} examples`,
};

export const question = {
  text: (examples: string) =>
    t`After ${examples} examples each, how will the ring’s loss stand beside the one replica’s?`,
  get options() {
    return [
      ['lower', t`More than 10\u00a0% lower`],
      ['equal', t`Within 10\u00a0% of it`],
      ['higher', t`More than 10\u00a0% higher`],
      ['exploded', t`Above where it began: the training has failed`],
    ] as const;
  },
};

export const figures = {
  get one() {
    return t`Loss of the one replica`;
  },
  get ring() {
    return t`Loss of the ring`;
  },
  get steps() {
    return t`Steps: one, ring`;
  },
  get rate() {
    return t`Learning rate of the ring`;
  },
  get highest() {
    return t`Highest loss of the ring`;
  },
  get noise() {
    return t`Noise scale, mean of about 100 steps`;
  },
  get unknown() {
    return t`not known`;
  },
  get tooFew() {
    return t`too few steps to say`;
  },
};

export const explanation = {
  times: (factor: number) => t`${factor} times`,
  steps: (batch: string, times: string, one: string, ring: string) =>
    t`With ${batch} examples in a step, ${times} as many as the one replica has, the same examples made ${ring} steps in place of ${one}.`,
  get sameBatch() {
    return t`With as many examples in a step as the one replica has, the ring takes the same steps, but for rounding: the curves lie on each other.`;
  },
  get sameWarm() {
    return t`The ring has as many examples in a step as the one replica. Only the warm-up differs: over the first 40\u00a0% of the steps its rate was lower, so its loss fell later.`;
  },
  get behind() {
    return t`The steps were as long as before and there were fewer of them, so the ring came less far.`;
  },
  get behindWarm() {
    return t`The steps were no longer than before, shorter during the warm-up, and there were fewer of them. So the ring came less far.`;
  },
  longBehind: (times: string, rate: string) =>
    t`The steps were up to ${times} as long, and still the ring came less far. The linear rule holds only up to some rate, and ${rate} is too high for it here.`,
  get keptUp() {
    return t`Longer steps made up for their smaller number: that is the linear rule.`;
  },
  get stayedNear() {
    return t`The steps were not longer, and the ring kept up all the same: the last steps of the one replica gained little.`;
  },
  get early() {
    return t`The loss rose at the start, where it is steepest and long steps do harm. The ring lost time there. A warm-up begins with short steps.`;
  },
  exploded: (rate: string) =>
    t`Steps at a learning rate of ${rate} jumped over the valley and landed higher than they began. The linear rule holds only up to some rate: beyond it, no batch helps.`,
  noise: (scale: string) =>
    t`The noise scale, measured on the ring’s gradients, was about ${scale} examples: a mean over about the last 100 steps. From there on a batch of up to about that size would still help, and a far larger one would gain little.`,
  noiseOfAll: (scale: string, batch: string) =>
    t`The noise scale, measured on the ring’s gradients, was about ${scale} examples. It is a mean over all steps of the run, and at the start the scale is small. So it says little about the end, where a batch of ${batch} may still help.`,
};

export const challenge = {
  met: ({ side, percent }: Beside) =>
    t`The ring’s loss is ${select(side, { above: `${percent} above`, other: `${percent} below` })} that of the one replica, with a batch of 512.`,
  batch: (batch: string) => t`The effective batch is ${batch}. The challenge asks for 512.`,
  behind: ({ side, percent }: Beside) =>
    t`The ring’s loss is ${select(side, { above: `${percent} above`, other: `${percent} below` })} that of the one replica.`,
};
