// The words of “One model, many tabs”.
import { area } from '../../text/language';
import type { LessonWords } from '../core/lesson';

export const words = area<LessonWords>('one-model.words', {
  story: [
    'A ring of replicas trains one model. Each replica holds the whole model and looks at examples of its own. It finds the direction in which its loss falls: its gradient. The ring averages all gradients, and every replica takes the same step.',
    'Here a ring trains first. Then one replica alone trains the same model from the same start. You choose how many examples each of them looks at in a step.',
  ],
  task: 'Choose the settings so that the two curves are the same to within 0.0001 at every one of at least 100 steps. There is more than one way.',
  teacher: {
    goal: 'The students can say why N replicas with b examples each take the same step as one replica with N · b examples, and why the results still differ in the last digits.',
    before:
      'Open the lesson on one device and run it once. It needs no network after it has loaded. Draw two boxes on the board: “4 replicas × 8 examples” and “1 replica × 32 examples”.',
    short: [
      [3, 'Show the two boxes. Ask: which one learns more in a step?'],
      [4, 'Everybody predicts and runs the settings that the page opens with.'],
      [5, 'Ask why the curves differ. Collect guesses and do not judge them.'],
      [5, 'Everybody works on the challenge.'],
      [3, 'Write b · N on the board. One student explains the rule in one sentence.'],
    ],
    long: [
      [5, 'Show the two boxes. Ask: which one learns more in a step?'],
      [7, 'Compute by hand: the mean of 2, 4, 6 and 8 at once, then as the mean of two means.'],
      [5, 'Everybody predicts and runs the settings that the page opens with.'],
      [10, 'Everybody works on the challenge, then finds a second way to meet it.'],
      [
        8,
        'Look at the digests. All replicas of the ring have the same one, the single replica another. Why?',
      ],
      [
        5,
        'Type 0.1 + 0.2 + 0.3 into the browser’s console, then 0.3 + 0.2 + 0.1. A pocket calculator counts in tens and gives 0.6 both times. Why does a computer not?',
      ],
      [5, 'Each student writes one sentence: what is exact here, and what is only almost equal?'],
    ],
    say: [
      'An average of averages is the average of all, if all groups are equally large.',
      'The replicas never send examples. They send gradients, and everybody gets the same average.',
      'A digest is a short number made of all weights. If one bit differs, the digest differs.',
      'Computers round. The order of additions changes the last digits, so two orders are almost equal and not equal.',
    ],
    wrong: [
      [
        '“More replicas learn faster.”',
        'In a step they look at more examples. A step is not shorter for that, and the curve by steps is the one of a larger batch.',
      ],
      [
        'A student meets the challenge by chance.',
        'Ask for a second combination that must work, before it is run.',
      ],
      [
        'The run is slow on old devices.',
        'Choose 2 replicas and 100 steps. All replicas share this one device, so it cannot become faster.',
      ],
    ],
  },
});

export const controls = area('one-model.controls', {
  replicas: 'Replicas in the ring',
  batch: 'Examples per replica and step',
  alone: 'Examples per step of the one replica',
  steps: 'Steps',
} as const);

export const labels = area('one-model.labels', {
  ring: (replicas: string, batch: string) => `The ring: ${replicas} × ${batch} examples`,
  alone: (batch: string) => `One replica: ${batch} examples`,
});

export const question = area('one-model.question', {
  text: 'How far apart will the two curves be where they differ most?',
  options: [
    ['none', 'Not at all: equal in every digit'],
    ['rounding', 'Less than 0.0001: too little to see'],
    ['visible', '0.0001 or more: one can see it'],
  ],
} as const);

export const figures = area('one-model.figures', {
  ofReplicas: (different: number, replicas: number) =>
    different === 1
      ? `1, the same for ${replicas === 2 ? 'both' : `all ${replicas}`}`
      : `${different} different ones, of ${replicas} replicas`,
  inRing: 'Examples in a step of the ring',
  alone: 'Examples in a step of the one',
  difference: 'Largest difference',
  where: (step: string) => `at step ${step}`,
  ringDigests: 'Digests in the ring',
  aloneDigest: 'Digest of the one',
});

export const explanation = area('one-model.explanation', {
  agree: (replicas: number, digest: string, step: number) =>
    `After step ${step} ${replicas === 2 ? 'both' : `all ${replicas}`} replicas of the ring held the same digest, ${digest}: their weights are equal in every bit. Each received the same sum and made the same update.`,
  disagree: (different: number) =>
    `The replicas of the ring held ${different} different digests. That must not happen: please report it.`,
  same: (product: string, total: number) =>
    `${product} = ${total}, so both took the same average over the same examples in each step. The average of equal groups’ averages is the average of all.`,
  rounding: (largest: string) =>
    `Still the curves are ${largest} apart at most. The ring adds the same numbers in another order, and each addition of a computer rounds. So the last digits differ, and so do the digests of ring and single replica.`,
  equal: 'This time even the losses are equal in every digit.',
  other: (product: string, total: number, alone: number) =>
    `${product} = ${total}, and the one replica took ${alone}. These are averages over different numbers of examples, so the steps differ, and soon the models do.`,
});

export const challenge = area('one-model.challenge', {
  met: (largest: string, steps: number) => `The curves are ${largest} apart at most, over ${steps} steps.`,
  apart: (largest: string) =>
    `The curves are up to ${largest} apart. Compare how many examples each step uses.`,
  short: (steps: number) => `The run stopped after ${steps} steps. It takes at least 100.`,
});
