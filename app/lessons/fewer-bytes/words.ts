// The words of “Fewer bytes”.
import { t } from '@lingui/core/macro';
import type { LessonWords } from '../core/lesson';

export const words = (): LessonWords => ({
  story: [
    t`In each step every replica sends a gradient: one number for each weight of the model. A number usually takes four bytes. A codec writes it with fewer: with two bytes, with one, with half of one, as a mere sign, or only the largest numbers of all.`,
    t`What a codec drops is not lost: the replica keeps it and adds it to its next gradient. This is called error feedback.`,
    t`A ring of three replicas trains first with four bytes a number. Then it trains again, with your codec.`,
  ],
  task: t`Send at most a quarter of the bytes, and end with a loss at most 5\u00a0% above that of four bytes a number.`,
  teacher: {
    goal: t`The students can say why fewer bytes make a step faster on a slow line, what a codec drops, and how much of that training bears.`,
    before: t`Run the lesson once with the codec “int4”. It looks as if it sent an eighth of the bytes, and it does not. You will ask why.`,
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
      [
        12,
        t`Everybody works on the challenge, then compares the losses of the codecs with the fewest bytes.`,
      ],
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
  },
});
