// The words of “One model, many tabs”.
import { plural, t } from '@lingui/core/macro';
import type { LessonWords } from '../core/lesson';

export const words: LessonWords = {
  get story() {
    return [
      t`A ring of replicas trains one model. Each replica holds the whole model and looks at examples of its own. It finds the direction in which its loss falls: its gradient. The ring averages all gradients, and every replica takes the same step.`,
      t`Here a ring trains first. Then one replica alone trains the same model from the same start. You choose how many examples each of them looks at in a step.`,
    ];
  },
  get task() {
    return t`Choose the settings so that the two curves are the same to within 0.0001 at every one of at least 100 steps. There is more than one way.`;
  },
  get teacher(): LessonWords['teacher'] {
    return {
      goal: t`The students can say why N replicas with b examples each take the same step as one replica with N · b examples, and why the results still differ in the last digits.`,
      before: t`Open the lesson on one device and run it once. It needs no network after it has loaded. Draw two boxes on the board: “4 replicas × 8 examples” and “1 replica × 32 examples”.`,
      short: [
        [3, t`Show the two boxes. Ask: which one learns more in a step?`],
        [4, t`Everybody predicts and runs the settings that the page opens with.`],
        [5, t`Ask why the curves differ. Collect guesses and do not judge them.`],
        [5, t`Everybody works on the challenge.`],
        [3, t`Write b · N on the board. One student explains the rule in one sentence.`],
      ],
      long: [
        [5, t`Show the two boxes. Ask: which one learns more in a step?`],
        [7, t`Compute by hand: the mean of 2, 4, 6 and 8 at once, then as the mean of two means.`],
        [5, t`Everybody predicts and runs the settings that the page opens with.`],
        [10, t`Everybody works on the challenge, then finds a second way to meet it.`],
        [
          8,
          t`Look at the digests. All replicas of the ring have the same one, the single replica another. Why?`,
        ],
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
          t`Choose 2 replicas and 100 steps. All replicas share this one device, so it cannot become faster.`,
        ],
      ],
    };
  },
};

export const controls = {
  get replicas() {
    return t`Replicas in the ring`;
  },
  get batch() {
    return t`Examples per replica and step`;
  },
  get alone() {
    return t`Examples per step of the one replica`;
  },
  get steps() {
    return t`Steps`;
  },
};

export const labels = {
  ring: (replicas: string, batch: string) => t`The ring: ${replicas} × ${batch} examples`,
  alone: (batch: string) => t`One replica: ${batch} examples`,
};

export const question = {
  get text() {
    return t`How far apart will the two curves be where they differ most?`;
  },
  get options() {
    return [
      ['none', t`Not at all: equal in every digit`],
      ['rounding', t`Less than 0.0001: too little to see`],
      ['visible', t`0.0001 or more: one can see it`],
    ] as const;
  },
};

export const figures = {
  ofReplicas: (different: number, replicas: number) =>
    t`${plural(different, { 1: `1, the same for ${plural(replicas, { 2: 'both', other: `all ${replicas}` })}`, other: `${different} different ones, of ${replicas} replicas` })}`,
  get inRing() {
    return t`Examples in a step of the ring`;
  },
  get alone() {
    return t`Examples in a step of the one`;
  },
  get difference() {
    return t`Largest difference`;
  },
  where: (difference: string, step: string) => t`${difference} at step ${step}`,
  get ringDigests() {
    return t`Digests in the ring`;
  },
  get aloneDigest() {
    return t`Digest of the one`;
  },
};

export const explanation = {
  agree: (replicas: number, digest: string, step: number) =>
    t`After step ${step} ${plural(replicas, { 2: 'both', other: `all ${replicas}` })} replicas of the ring held the same digest, ${digest}: their weights are equal in every bit. Each received the same sum and made the same update.`,
  disagree: (different: number) =>
    t`The replicas of the ring held ${different} different digests. That must not happen: please report it.`,
  same: (product: string, total: number) =>
    t`${product} = ${total}, so both took the same average over the same examples in each step. The average of equal groups’ averages is the average of all.`,
  rounding: (largest: string) =>
    t`Still the curves are ${largest} apart at most. The ring adds the same numbers in another order, and each addition of a computer rounds. So the last digits differ, and so do the digests of ring and single replica.`,
  get equal() {
    return t`This time even the losses are equal in every digit.`;
  },
  other: (product: string, total: number, alone: number) =>
    t`${product} = ${total}, and the one replica took ${alone}. These are averages over different numbers of examples, so the steps differ, and soon the models do.`,
};

export const challenge = {
  met: (largest: string, steps: number) => t`The curves are ${largest} apart at most, over ${steps} steps.`,
  apart: (largest: string) =>
    t`The curves are up to ${largest} apart. Compare how many examples each step uses.`,
  short: (steps: number) => t`The run stopped after ${steps} steps. It takes at least 100.`,
};
