// A teacher's words for “A peer dies”.
import { t } from '@lingui/core/macro';
import type { TeacherWords } from '../core/lesson';

export const teacher = (): TeacherWords => ({
  goal: t`The students can say how a ring notices a death, why nothing learned is lost, and what happens to the effective batch.`,
  before: t`Open a room on two or three devices, so that you can close a real lid after the lesson. The lesson itself needs one device.`,
  expected: t`The line of steps rises evenly, and is level where the ring stands still: for a blink after a goodbye, for about two seconds after silence.`,
  solution: t`Vanishes without a word, 48 examples in all.`,
  short: [
    [4, t`Six students stand in a circle and pass numbers. Take one out. What do the others do, and when?`],
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
});
