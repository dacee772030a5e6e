// The words of “A peer dies”.
import { plural, t } from '@lingui/core/macro';
import type { LessonWords } from '../core/lesson';

export const words: LessonWords = {
  get story() {
    return [
      t`A lid is closed, a battery is empty, the Wi-Fi is gone: in a classroom some device always drops out. The others wait for its part of the sum, and it never comes.`,
      t`The others must notice, agree on who is left, and go on together from the same weights. A tab that is closed properly says goodbye. A tab that crashes says nothing, and silence must last a while before it counts.`,
      t`A ring trains here, and in mid-run its last replica ends.`,
    ];
  },
  get task() {
    return t`Let a replica vanish without a word, and keep the effective batch the same before and after. No step may be lost, and all who are left must hold the same digest.`;
  },
  get teacher(): LessonWords['teacher'] {
    return {
      goal: t`The students can say how a ring notices a death, why nothing learned is lost, and what happens to the effective batch.`,
      before: t`Open a room on two or three devices, so that you can close a real lid after the lesson. The lesson itself needs one device.`,
      short: [
        [
          4,
          t`Six students stand in a circle and pass numbers. Take one out. What do the others do, and when?`,
        ],
        [4, t`Everybody predicts and runs the goodbye.`],
        [4, t`Everybody predicts and runs the silent death. Compare the pauses.`],
        [5, t`Everybody works on the challenge.`],
        [3, t`Ask: what would be lost if only one replica held the model?`],
      ],
      long: [
        [6, t`The circle, with a student who leaves with a word, and with one who falls silent.`],
        [6, t`Everybody predicts and runs the goodbye.`],
        [6, t`Everybody predicts and runs the silent death. Compare the pauses.`],
        [10, t`Everybody works on the challenge.`],
        [9, t`In a real room: close the lid of a device that trains. Watch the roster and the curve.`],
        [8, t`Discuss: silence of one second, or of ten? What goes wrong with each?`],
      ],
      say: [
        t`Every replica holds the whole model, so one that dies takes nothing along.`,
        t`Nobody can tell a dead device from a slow one. One can only wait for some time.`,
        t`More than half must be left to go on. Else two halves could both go on, and there would be two models.`,
        t`A step counts when all have it. One that was cut off is taken again, without the one that is gone.`,
      ],
      wrong: [
        [
          t`“The loss jumps after the death.”`,
          t`If the batch became smaller, each step’s loss is noisier. The model is the same.`,
        ],
        [
          t`The pause differs from run to run.`,
          t`The devices ask each other several times before they say that one is gone. Compare the size, not the digits.`,
        ],
        [
          t`In a real room the pause is longer.`,
          t`A closed lid stops the network later than the page. What counts is when the others last heard of it.`,
        ],
      ],
    };
  },
};

export const controls = {
  get replicas() {
    return t`Replicas at the start`;
  },
  get how() {
    return t`The last replica`;
  },
  get batch() {
    return t`The batch`;
  },
};

export const options = {
  get how() {
    return [
      ['goodbye', t`says goodbye`],
      ['vanish', t`vanishes without a word`],
    ] as const;
  },
  get batch() {
    return [
      ['grow', t`16 examples each`],
      ['fixed', t`48 in all, shared`],
    ] as const;
  },
};

export const labels = {
  ring: (replicas: string) => t`${replicas} replicas, then one fewer`,
};

export const question = {
  get text() {
    return t`How long will the ring stand still when the replica ends?`;
  },
};

export const figures = {
  get pause() {
    return t`Longest pause around the death`;
  },
  get usual() {
    return t`A usual step`;
  },
  get members() {
    return t`Replicas: before, after`;
  },
  get batch() {
    return t`Effective batch: before, after`;
  },
  get lost() {
    return t`Steps lost`;
  },
  get digests() {
    return t`Digests at the end`;
  },
  ofReplicas: (different: number, replicas: number) =>
    t`${plural(different, { 1: `1, the same for ${plural(replicas, { 2: 'both', other: `all ${replicas}` })}`, other: `${different} different ones, of ${replicas} replicas` })}`,
};

export const explanation = {
  goodbye: (pause: string) =>
    t`With a goodbye the others knew at once. They agreed on a new ring and went on after ${pause}.`,
  vanish: (pause: string) =>
    t`Nobody said anything. Each replica sends a sign of life several times a second, and the others waited until they had heard none for too long. Then they agreed that it was gone. The ring stood still for ${pause}.`,
  get none() {
    return t`The run ended before the others had noticed the death. Nothing is known of the pause.`;
  },
  kept: (before: number, after: number) =>
    t`No step was lost: the steps before and after follow each other without a gap. Those who were left held all weights, so ${after} of ${before} were enough to go on. A step that was cut off is summed again without the one that is gone.`,
  shrank: (before: string, after: string) =>
    t`Each replica takes its own 16 examples, so the effective batch fell from ${before} to ${after}.`,
  fixed: (batch: string) =>
    t`The batch of ${batch} is for the whole ring, so the others shared the examples of the one that is gone.`,
};

export const challenge = {
  get met() {
    return t`The batch stayed, no step was lost, and all who are left are equal in every bit.`;
  },
  get goodbye() {
    return t`The replica said goodbye. The challenge asks for one that vanishes.`;
  },
  batch: (before: string, after: string) => t`The effective batch changed from ${before} to ${after}.`,
  get unnoticed() {
    return t`The run was over before the others had noticed the death.`;
  },
  get lost() {
    return t`A step is missing, or the digests differ. That must not happen: please report it.`;
  },
};
