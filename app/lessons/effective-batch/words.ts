// The words of “The effective batch”.
import { area } from '../../text/language';
import type { LessonWords } from '../core/lesson';

export const words = area<LessonWords>('effective-batch.words', {
  story: [
    'The effective batch is the number of examples in one step of the whole ring: replicas × examples per replica. A larger one gives a better average, so the direction of the step is surer. But for the same number of examples there are fewer steps.',
    'The linear rule says: with a batch k times as large, take steps k times as long. A learning rate is the length of a step. A warm-up begins with short steps and makes them longer.',
    'One replica with 32 examples in a step trains first. Then four replicas train on as many examples in all, with the batch that you choose.',
  ],
  task: 'Train with an effective batch of 512 so that, after the same number of examples, the ring’s loss is at most 10\u00a0% above that of the one replica with 32.',
  teacher: {
    goal: 'The students can say what the effective batch is, why it asks for a higher learning rate, why a warm-up helps, and that there is a limit.',
    before:
      'Run the lesson once with 4 × 128 examples and the rule on, without a warm-up, at rate 0.3: the loss explodes. Keep that for the middle of the lesson.',
    short: [
      [
        3,
        'Explain the effective batch with the number of students: each answers one question of a test, then all walk one step.',
      ],
      [4, 'Everybody predicts and runs 4 × 128 without the rule.'],
      [4, 'Everybody switches the linear rule on, predicts, and runs.'],
      [6, 'Everybody works on the challenge.'],
      [3, 'Collect: which three settings mattered, and why?'],
    ],
    long: [
      [5, 'Explain the effective batch with the number of students.'],
      [
        6,
        'Everybody predicts and runs 4 × 8: as many examples in a step as the one replica. The curves lie on each other.',
      ],
      [6, 'Then 4 × 128 without the rule. Why is it behind? Count the steps.'],
      [
        8,
        'Then the linear rule at rate 0.3. Why does the loss explode? Draw a valley and a step that is too long.',
      ],
      [10, 'Everybody works on the challenge.'],
      [
        5,
        'Look at the noise scale after a run of 4 × 8. Would 16 replicas with 128 examples each still help?',
      ],
      [5, 'Each student writes down a rule for the settings of a room with 30 devices.'],
    ],
    say: [
      'A larger batch does not look at more examples in all. It takes fewer, surer steps.',
      'Averaging more examples removes noise. When there is little noise left, more averaging does not help.',
      'The noise scale is an estimate of the batch above which a larger one stops helping. It is small at first and grows while the model learns.',
      'A step that is too long jumps over the valley and lands higher than it began.',
    ],
    wrong: [
      [
        'The loss explodes and a student thinks that the program is broken.',
        'It is the lesson: the steps were too long. Ask what they would change.',
      ],
      [
        '“The rule is switched on and still it is worse.”',
        'At the start the loss is steep, and long steps hurt. That is what the warm-up is for.',
      ],
      [
        'The noise scale differs from run to run.',
        'It is a mean over about a hundred steps, and it grows while the model learns. Only its size matters: tens, hundreds or thousands. Of a run of 25 steps the page shows none.',
      ],
    ],
  },
});

export const controls = area('effective-batch.controls', {
  batch: 'Examples per replica and step',
  rate: 'Learning rate, for 32 examples',
  rule: 'With a larger batch, the rate',
  warmup: 'Warm-up',
} as const);

export const options = area('effective-batch.options', {
  batch: (each: number, all: number) => `${each} (${all} in all)`,
  rule: [
    ['none', 'stays'],
    ['linear', 'grows with it'],
  ],
  warmup: [
    ['no', 'none'],
    ['yes', 'over 40\u00a0% of the steps'],
  ],
} as const);

export const labels = area('effective-batch.labels', {
  one: 'One replica: 32 examples',
  ring: (batch: number, all: number) => `The ring: 4 × ${batch} = ${all} examples`,
});

export const question = area('effective-batch.question', {
  text: (examples: string) =>
    `After ${examples} examples each, how will the ring’s loss stand beside the one replica’s?`,
  options: [
    ['lower', 'More than 10\u00a0% lower'],
    ['equal', 'Within 10\u00a0% of it'],
    ['higher', 'More than 10\u00a0% higher'],
    ['exploded', 'Above where it began: the training has failed'],
  ],
} as const);

export const figures = area('effective-batch.figures', {
  one: 'Loss of the one replica',
  ring: 'Loss of the ring',
  steps: 'Steps: one, ring',
  rate: 'Learning rate of the ring',
  highest: 'Highest loss of the ring',
  noise: 'Noise scale, mean of about 100 steps',
  unknown: 'not known',
  tooFew: 'too few steps to say',
});

export const explanation = area('effective-batch.explanation', {
  times: (factor: number) => `${factor} times`,
  steps: (batch: string, times: string, one: string, ring: string) =>
    `With ${batch} examples in a step, ${times} as many as the one replica has, the same examples made ${ring} steps in place of ${one}.`,
  sameBatch:
    'With as many examples in a step as the one replica has, the ring takes the same steps, but for rounding: the curves lie on each other.',
  sameWarm:
    'The ring has as many examples in a step as the one replica. Only the warm-up differs: over the first 40\u00a0% of the steps its rate was lower, so its loss fell later.',
  behind: 'The steps were as long as before and there were fewer of them, so the ring came less far.',
  behindWarm:
    'The steps were no longer than before, shorter during the warm-up, and there were fewer of them. So the ring came less far.',
  longBehind: (times: string, rate: string) =>
    `The steps were up to ${times} as long, and still the ring came less far. The linear rule holds only up to some rate, and ${rate} is too high for it here.`,
  keptUp: 'Longer steps made up for their smaller number: that is the linear rule.',
  stayedNear:
    'The steps were not longer, and the ring kept up all the same: the last steps of the one replica gained little.',
  early:
    'The loss rose at the start, where it is steepest and long steps do harm. The ring lost time there. A warm-up begins with short steps.',
  exploded: (rate: string) =>
    `Steps at a learning rate of ${rate} jumped over the valley and landed higher than they began. The linear rule holds only up to some rate: beyond it, no batch helps.`,
  noise: (scale: string) =>
    `The noise scale, measured on the ring’s gradients, was about ${scale} examples: a mean over about the last 100 steps. From there on a batch of up to about that size would still help, and a far larger one would gain little.`,
  noiseOfAll: (scale: string, batch: string) =>
    `The noise scale, measured on the ring’s gradients, was about ${scale} examples. It is a mean over all steps of the run, and at the start the scale is small. So it says little about the end, where a batch of ${batch} may still help.`,
});

export const challenge = area('effective-batch.challenge', {
  met: (difference: string) =>
    `The ring’s loss is ${difference} that of the one replica, with a batch of 512.`,
  batch: (batch: string) => `The effective batch is ${batch}. The challenge asks for 512.`,
  behind: (difference: string) => `The ring’s loss is ${difference} that of the one replica.`,
  above: (percent: string) => `${percent} above`,
  below: (percent: string) => `${percent} below`,
});
