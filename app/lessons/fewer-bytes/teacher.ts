// A teacher's words for “Fewer bytes”.
import { t } from '@lingui/core/macro';
import type { TeacherWords } from '../core/lesson';

export const teacher = (): TeacherWords => ({
  goal: t`The students can say why fewer bytes make a step faster on a slow line, what a codec drops, and how much of that training bears.`,
  before: t`Run the lesson once with the codec “int4”. It looks as if it sent an eighth of the bytes, and it does not. You will ask why.`,
  expected: t`The lines of four bytes and of one byte lie close to each other; the bar of one byte is about a third as long, not a quarter: envelopes are sent too.`,
  solution: t`Half a byte a number (int4), 1,218 numbers, 384 steps.`,
  short: [
    [4, t`Write 0.3172 on the board. Ask how to say it in fewer digits, and what is lost.`],
    [5, t`Everybody predicts the bytes of “int8” and runs it.`],
    [7, t`Everybody works on the challenge.`],
    [4, t`Ask why half a byte a number is not an eighth of all bytes. Count what else is sent.`],
  ],
  long: [
    [5, t`Write 0.3172 on the board. Ask how to say it in fewer digits, and what is lost.`],
    [
      8,
      t`A game: four students average four numbers, then average them rounded to whole numbers, then carry the rounding over to the next round.`,
    ],
    [6, t`Everybody predicts the bytes of “int8” and runs it.`],
    [12, t`Everybody works on the challenge, then compares the losses of the codecs with the fewest bytes.`],
    [8, t`Why is half a byte a number not an eighth of all bytes? Count records, frames and scales.`],
    [6, t`Each student writes down which codec a room on slow Wi-Fi should take, and why.`],
  ],
  say: [
    t`A gradient is a direction. A rough direction is good enough for a step, if the errors do not add up.`,
    t`Error feedback remembers what was dropped. Sooner or later it is sent. What is sent late helps late.`,
    t`Every message has an envelope. With small gradients the envelopes weigh more than the letters.`,
    t`All replicas decode the same bytes, so they stay equal in every bit, however rough the codec is.`,
  ],
  wrong: [
    [
      t`“The loss is even lower with fewer bytes.”`,
      t`Small differences are noise. Train with another number of steps and they may turn around.`,
    ],
    [
      t`“Then one always takes the fewest bytes.”`,
      t`Longer runs are more sensitive, and encoding takes time. On a fast line nothing is gained.`,
    ],
    [
      t`A student expects exactly a half or an eighth.`,
      t`Let them look at the bytes per number in the explanation, and ask what else travels.`,
    ],
  ],
});
