// The words of “Fewer bytes”.
import { select, t } from '@lingui/core/macro';
import type { Beside } from '../core/beside';
import type { LessonWords } from '../core/lesson';

export const words: LessonWords = {
  get story() {
    return [
      t`In each step every replica sends a gradient: one number for each weight of the model. A number usually takes four bytes. A codec writes it with fewer: with two bytes, with one, with half of one, as a mere sign, or only the largest numbers of all.`,
      t`What a codec drops is not lost: the replica keeps it and adds it to its next gradient. This is called error feedback.`,
      t`A ring of three replicas trains first with four bytes a number. Then it trains again, with your codec.`,
    ];
  },
  get task() {
    return t`Send at most a quarter of the bytes, and end with a loss at most 5\u00a0% above that of four bytes a number.`;
  },
  get teacher(): LessonWords['teacher'] {
    return {
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
    };
  },
};

export const controls = {
  get codec() {
    return t`Each number is sent as`;
  },
  get width() {
    return t`Numbers in the gradient`;
  },
  get steps() {
    return t`Steps`;
  },
};

export const options = {
  get codec() {
    return [
      ['f32', t`4 bytes`],
      ['fp16', t`2 bytes (fp16)`],
      ['int8', t`1 byte (int8)`],
      ['int4', t`half a byte (int4)`],
      ['sign', t`its sign`],
      ['top-k', t`only the largest 1.6\u00a0% (top-k)`],
    ] as const;
  },
};

export const labels = {
  get plain() {
    return t`Four bytes a number`;
  },
  get same() {
    return t`The same once more`;
  },
  coded: (codec: string) => t`With the codec ${codec}`,
};

export const question = {
  get text() {
    return t`How many bytes will be sent, in percent of those with four bytes a number?`;
  },
};

export const figures = {
  get barTitle() {
    return t`Bytes that one replica sends in a step`;
  },
  get bytes() {
    return t`Bytes a step: plain, yours`;
  },
  get share() {
    return t`Share of the bytes`;
  },
  get perNumber() {
    return t`Bytes a number: plain, yours`;
  },
  get loss() {
    return t`Held-out loss at the end: plain, yours`;
  },
};

export const explanation = {
  sent: (bytes: string, share: string) => t`One replica sent ${bytes} a step, ${share} of the plain ones.`,
  envelope: (records: string) =>
    t`Not all of it is gradient. Around each part of a gradient there is a header, and in each step every member sends a record of ${records} that says what it has and what it plans. A codec does not shrink these.`,
  get ring() {
    return t`With three replicas a ring sends four thirds of the gradient from each of them: two thirds while the parts are added, two thirds to share the sums.`;
  },
  get gathered() {
    return t`Signs and largest numbers cannot be added on the way. Every replica sends its own to all others, and each adds them up.`;
  },
  loss: ({ side, percent }: Beside) =>
    t`The loss at the end is ${select(side, { near: `within ${percent} of`, above: `${percent} above`, other: `${percent} below` })} that of the plain run.`,
  late: (steps: string) =>
    t`The codec kept much back and sent it later, or not before the end. So in ${steps} steps the ring came less far.`,
  get plain() {
    return t`Four bytes a number is what the plain run sends too. Both runs are equal in every bit.`;
  },
};

export const challenge = {
  met: (share: string, { side, percent }: Beside) =>
    t`${share} of the bytes, and a loss ${select(side, { near: `within ${percent} of`, above: `${percent} above`, other: `${percent} below` })} the plain one.`,
  bytes: (share: string) => t`You still send ${share} of the bytes.`,
  loss: ({ side, percent }: Beside) =>
    t`The bytes are few enough, but the loss is ${select(side, { near: `within ${percent} of`, above: `${percent} above`, other: `${percent} below` })} the plain one.`,
};
