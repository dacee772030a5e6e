// The words of “Fewer bytes”.
import { area } from '../../text/language';
import type { LessonWords } from '../core/lesson';

export const words = area<LessonWords>('fewer-bytes.words', {
  story: [
    'In each step every replica sends a gradient: one number for each weight of the model. A number usually takes four bytes. A codec writes it with fewer: with two bytes, with one, with half of one, as a mere sign, or only the largest numbers of all.',
    'What a codec drops is not lost: the replica keeps it and adds it to its next gradient. This is called error feedback.',
    'A ring of three replicas trains first with four bytes a number. Then it trains again, with your codec.',
  ],
  task: 'Send at most a quarter of the bytes, and end with a loss at most 5\u00a0% above that of four bytes a number.',
  teacher: {
    goal: 'The students can say why fewer bytes make a step faster on a slow line, what a codec drops, and how much of that training bears.',
    before:
      'Run the lesson once with the codec “int4”. It looks as if it sent an eighth of the bytes, and it does not. You will ask why.',
    short: [
      [4, 'Write 0.3172 on the board. Ask how to say it in fewer digits, and what is lost.'],
      [5, 'Everybody predicts the bytes of “int8” and runs it.'],
      [7, 'Everybody works on the challenge.'],
      [4, 'Ask why half a byte a number is not an eighth of all bytes. Count what else is sent.'],
    ],
    long: [
      [5, 'Write 0.3172 on the board. Ask how to say it in fewer digits, and what is lost.'],
      [
        8,
        'A game: four students average four numbers, then average them rounded to whole numbers, then carry the rounding over to the next round.',
      ],
      [6, 'Everybody predicts the bytes of “int8” and runs it.'],
      [12, 'Everybody works on the challenge, then compares the losses of the codecs with the fewest bytes.'],
      [8, 'Why is half a byte a number not an eighth of all bytes? Count records, frames and scales.'],
      [6, 'Each student writes down which codec a room on slow Wi-Fi should take, and why.'],
    ],
    say: [
      'A gradient is a direction. A rough direction is good enough for a step, if the errors do not add up.',
      'Error feedback remembers what was dropped. Sooner or later it is sent. What is sent late helps late.',
      'Every message has an envelope. With small gradients the envelopes weigh more than the letters.',
      'All replicas decode the same bytes, so they stay equal in every bit, however rough the codec is.',
    ],
    wrong: [
      [
        '“The loss is even lower with fewer bytes.”',
        'Small differences are noise. Train with another number of steps and they may turn around.',
      ],
      [
        '“Then one always takes the fewest bytes.”',
        'Longer runs are more sensitive, and encoding takes time. On a fast line nothing is gained.',
      ],
      [
        'A student expects exactly a half or an eighth.',
        'Let them look at the bytes per number in the explanation, and ask what else travels.',
      ],
    ],
  },
});

export const controls = area('fewer-bytes.controls', {
  codec: 'Each number is sent as',
  width: 'Numbers in the gradient',
  steps: 'Steps',
} as const);

export const options = area('fewer-bytes.options', {
  codec: [
    ['f32', '4 bytes'],
    ['fp16', '2 bytes (fp16)'],
    ['int8', '1 byte (int8)'],
    ['int4', 'half a byte (int4)'],
    ['sign', 'its sign'],
    ['top-k', 'only the largest 1.6\u00a0% (top-k)'],
  ],
} as const);

export const labels = area('fewer-bytes.labels', {
  plain: 'Four bytes a number',
  same: 'The same once more',
  coded: (codec: string) => `With the codec ${codec}`,
});

export const question = area('fewer-bytes.question', {
  text: 'How many bytes will be sent, in percent of those with four bytes a number?',
});

export const figures = area('fewer-bytes.figures', {
  barTitle: 'Bytes that one replica sends in a step',
  bytes: 'Bytes a step: plain, yours',
  share: 'Share of the bytes',
  perNumber: 'Bytes a number: plain, yours',
  loss: 'Held-out loss at the end: plain, yours',
});

export const explanation = area('fewer-bytes.explanation', {
  sent: (bytes: string, share: string) => `One replica sent ${bytes} a step, ${share} of the plain ones.`,
  envelope: (records: string) =>
    `Not all of it is gradient. Around each part of a gradient there is a header, and in each step every member sends a record of ${records} that says what it has and what it plans. A codec does not shrink these.`,
  ring: 'With three replicas a ring sends four thirds of the gradient from each of them: two thirds while the parts are added, two thirds to share the sums.',
  gathered:
    'Signs and largest numbers cannot be added on the way. Every replica sends its own to all others, and each adds them up.',
  loss: (difference: string) => `The loss at the end is ${difference} that of the plain run.`,
  late: (steps: string) =>
    `The codec kept much back and sent it later, or not before the end. So in ${steps} steps the ring came less far.`,
  plain: 'Four bytes a number is what the plain run sends too. Both runs are equal in every bit.',
});

export const difference = area('fewer-bytes.difference', {
  none: (percent: string) => `within ${percent} of`,
  above: (percent: string) => `${percent} above`,
  below: (percent: string) => `${percent} below`,
});

export const challenge = area('fewer-bytes.challenge', {
  met: (share: string, loss: string) => `${share} of the bytes, and a loss ${loss} the plain one.`,
  bytes: (share: string) => `You still send ${share} of the bytes.`,
  loss: (loss: string) => `The bytes are few enough, but the loss is ${loss} the plain one.`,
});
