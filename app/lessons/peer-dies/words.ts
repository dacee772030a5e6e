// The words of “A peer dies”.
import { area } from '../../text/language';
import type { LessonWords } from '../core/lesson';

export const words = area<LessonWords>('peer-dies.words', {
  story: [
    'A lid is closed, a battery is empty, the Wi-Fi is gone: in a classroom some device always drops out. The others wait for its part of the sum, and it never comes.',
    'The others must notice, agree on who is left, and go on together from the same weights. A tab that is closed properly says goodbye. A tab that crashes says nothing, and silence must last a while before it counts.',
    'A ring trains here, and in mid-run its last replica ends.',
  ],
  task: 'Let a replica vanish without a word, and keep the effective batch the same before and after. No step may be lost, and all who are left must hold the same digest.',
  teacher: {
    goal: 'The students can say how a ring notices a death, why nothing learned is lost, and what happens to the effective batch.',
    before:
      'Open a room on two or three devices, so that you can close a real lid after the lesson. The lesson itself needs one device.',
    short: [
      [4, 'Six students stand in a circle and pass numbers. Take one out. What do the others do, and when?'],
      [4, 'Everybody predicts and runs the goodbye.'],
      [4, 'Everybody predicts and runs the silent death. Compare the pauses.'],
      [5, 'Everybody works on the challenge.'],
      [3, 'Ask: what would be lost if only one replica held the model?'],
    ],
    long: [
      [6, 'The circle, with a student who leaves with a word, and with one who falls silent.'],
      [6, 'Everybody predicts and runs the goodbye.'],
      [6, 'Everybody predicts and runs the silent death. Compare the pauses.'],
      [10, 'Everybody works on the challenge.'],
      [9, 'In a real room: close the lid of a device that trains. Watch the roster and the curve.'],
      [8, 'Discuss: silence of one second, or of ten? What goes wrong with each?'],
    ],
    say: [
      'Every replica holds the whole model, so one that dies takes nothing along.',
      'Nobody can tell a dead device from a slow one. One can only wait for some time.',
      'More than half must be left to go on. Else two halves could both go on, and there would be two models.',
      'A step counts when all have it. One that was cut off is taken again, without the one that is gone.',
    ],
    wrong: [
      [
        '“The loss jumps after the death.”',
        'If the batch became smaller, each step’s loss is noisier. The model is the same.',
      ],
      [
        'The pause differs from run to run.',
        'The devices ask each other several times before they say that one is gone. Compare the size, not the digits.',
      ],
      [
        'In a real room the pause is longer.',
        'A closed lid stops the network later than the page. What counts is when the others last heard of it.',
      ],
    ],
  },
});

export const controls = area('peer-dies.controls', {
  replicas: 'Replicas at the start',
  how: 'The last replica',
  batch: 'The batch',
} as const);

export const options = area('peer-dies.options', {
  how: [
    ['goodbye', 'says goodbye'],
    ['vanish', 'vanishes without a word'],
  ],
  batch: [
    ['grow', '16 examples each'],
    ['fixed', '48 in all, shared'],
  ],
} as const);

export const labels = area('peer-dies.labels', {
  ring: (replicas: string) => `${replicas} replicas, then one fewer`,
});

export const question = area('peer-dies.question', {
  text: 'How long will the ring stand still when the replica ends?',
});

export const figures = area('peer-dies.figures', {
  pause: 'Longest pause around the death',
  usual: 'A usual step',
  members: 'Replicas: before, after',
  batch: 'Effective batch: before, after',
  lost: 'Steps lost',
  digests: 'Digests at the end',
  ofReplicas: (different: number, replicas: number) =>
    different === 1
      ? `1, the same for ${replicas === 2 ? 'both' : `all ${replicas}`}`
      : `${different} different ones, of ${replicas} replicas`,
});

export const explanation = area('peer-dies.explanation', {
  goodbye: (pause: string) =>
    `With a goodbye the others knew at once. They agreed on a new ring and went on after ${pause}.`,
  vanish: (pause: string) =>
    `Nobody said anything. Each replica sends a sign of life several times a second, and the others waited until they had heard none for too long. Then they agreed that it was gone. The ring stood still for ${pause}.`,
  none: 'The run ended before the others had noticed the death. Nothing is known of the pause.',
  kept: (before: number, after: number) =>
    `No step was lost: the steps before and after follow each other without a gap. Those who were left held all weights, so ${after} of ${before} were enough to go on. A step that was cut off is summed again without the one that is gone.`,
  shrank: (before: string, after: string) =>
    `Each replica takes its own 16 examples, so the effective batch fell from ${before} to ${after}.`,
  fixed: (batch: string) =>
    `The batch of ${batch} is for the whole ring, so the others shared the examples of the one that is gone.`,
});

export const challenge = area('peer-dies.challenge', {
  met: 'The batch stayed, no step was lost, and all who are left are equal in every bit.',
  goodbye: 'The replica said goodbye. The challenge asks for one that vanishes.',
  batch: (before: string, after: string) => `The effective batch changed from ${before} to ${after}.`,
  unnoticed: 'The run was over before the others had noticed the death.',
  lost: 'A step is missing, or the digests differ. That must not happen: please report it.',
});
