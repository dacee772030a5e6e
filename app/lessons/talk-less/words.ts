// The words of “Talk less”.
import { plural, select, t } from '@lingui/core/macro';
import type { Beside } from '../core/beside';
import type { LessonWords } from '../core/lesson';

export const words: LessonWords = {
  get story() {
    return [
      t`Usually the replicas add up their gradients after every step. They can also talk less: each trains alone for some steps, its local steps, and then they average how far each has come.`,
      t`Fewer sums are fewer bytes. But while they train alone the replicas drift apart, and the average of models that are far apart may be good for nothing.`,
      t`Where each replica trains on examples that never leave its device, this is federated learning: federated averaging is local steps on each one’s own examples, and an average that counts each by how many it has.`,
      t`Three replicas train first with a sum after every step. Then they train again for as many steps, with as many local steps between two sums as you choose.`,
    ];
  },
  get task() {
    return t`Send at most a twentieth of the bytes, and end with a loss at least 25\u00a0% below that of a sum after every step.`;
  },
  get teacher(): LessonWords['teacher'] {
    return {
      goal: t`The students can say what local steps save, what drift is, and why there is a best number of local steps and not “the more the better”.`,
      before: t`Run the lesson with 192 local steps, once with each method: there are only two sums in the whole run, and both rings fall behind. Keep the results for the discussion.`,
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
    };
  },
};

export const controls = {
  get inner() {
    return t`Local steps between two sums`;
  },
  get method() {
    return t`The average change is`;
  },
  get batch() {
    return t`Examples per replica and step`;
  },
};

export const options = {
  get method() {
    return [
      ['average', t`taken as it is (local SGD)`],
      ['nesterov', t`a step with momentum (DiLoCo)`],
    ] as const;
  },
};

export const labels = {
  get every() {
    return t`A sum after every step`;
  },
  local: (inner: string) =>
    t`${plural({ steps: Number(inner) }, { one: 'A sum after 1 local step', other: `A sum after ${inner} local steps` })}`,
};

export const question = {
  get text() {
    return t`How will the loss at the end stand beside that of a sum after every step?`;
  },
  get options() {
    return [
      ['lower', t`More than 10\u00a0% lower`],
      ['equal', t`Within 10\u00a0% of it`],
      ['higher', t`More than 10\u00a0% higher`],
    ] as const;
  },
};

export const figures = {
  get barTitle() {
    return t`Bytes that one replica sent in all`;
  },
  get sums() {
    return t`Sums: before, yours`;
  },
  get bytes() {
    return t`Bytes in all: before, yours`;
  },
  get share() {
    return t`Share of the bytes`;
  },
  get loss() {
    return t`Held-out loss at the end: before, yours`;
  },
};

export const explanation = {
  sums: (steps: string, sums: string, share: string) =>
    t`Both rings took ${steps} steps. Yours made ${sums} sums, and one replica sent ${share} of the bytes.`,
  few: (sums: string) =>
    t`There were only ${sums} sums. Between them the replicas trained alone for long, each its own way, and the average of models that are far apart is worth less.`,
  get good() {
    return t`Between two sums the replicas did not drift far, so the average of their changes was still a good step for all.`;
  },
  get same() {
    return t`An average after each local step is the same as a sum after every step: the curves lie on each other.`;
  },
  get asOften() {
    return t`It talked as often as the ring before. So what differs between the two comes from the momentum alone.`;
  },
  get lower() {
    return t`It came further than with a sum after every step, though the replicas talked less.`;
  },
  get momentum() {
    return t`With DiLoCo the average change is treated as a gradient: an outer optimizer with momentum takes the step. The momentum carries the changes of earlier sums on, so its steps are longer: the gain comes from there, not from talking less. With few sums there is little to carry on.`;
  },
  get higher() {
    return t`Each replica walked its own way between two sums. The average of their changes brought the model less far than as many steps together.`;
  },
};

export const challenge = {
  met: (share: string, { side, percent }: Beside) =>
    t`${share} of the bytes, and a loss ${select(side, { above: `${percent} above`, other: `${percent} below` })} that of a sum after every step.`,
  bytes: (share: string) => t`You still send ${share} of the bytes.`,
  loss: ({ side, percent }: Beside) =>
    t`The bytes are few enough, but the loss is ${select(side, { above: `${percent} above`, other: `${percent} below` })} that of a sum after every step.`,
};
