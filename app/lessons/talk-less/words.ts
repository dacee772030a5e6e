// The words of “Talk less”.
import { area } from '../../text/language';
import type { LessonWords } from '../core/lesson';

export const words = area<LessonWords>('talk-less.words', {
  story: [
    'Usually the replicas add up their gradients after every step. They can also talk less: each trains alone for some steps, its local steps, and then they average how far each has come.',
    'Fewer sums are fewer bytes. But while they train alone the replicas drift apart, and the average of models that are far apart may be good for nothing.',
    'Where each replica trains on examples that never leave its device, this is federated learning: federated averaging is local steps on each one’s own examples, and an average that counts each by how many it has.',
    'Three replicas train first with a sum after every step. Then they train again for as many steps, with as many local steps between two sums as you choose.',
  ],
  task: 'Send at most a twentieth of the bytes, and end with a loss at least 25\u00a0% below that of a sum after every step.',
  teacher: {
    goal: 'The students can say what local steps save, what drift is, and why there is a best number of local steps and not “the more the better”.',
    before:
      'Run the lesson with 192 local steps, once with each method: there are only two sums in the whole run, and both rings fall behind. Keep the results for the discussion.',
    short: [
      [
        4,
        'Four students plan a poster. Compare: they agree on every word; they meet every ten minutes; they meet once.',
      ],
      [4, 'Everybody predicts and runs 4 local steps.'],
      [8, 'Everybody works on the challenge.'],
      [4, 'Collect the results of both methods for each number of local steps. Where is the best one?'],
    ],
    long: [
      [5, 'Four students plan a poster, with many meetings, some, and one.'],
      [6, 'Everybody predicts and runs 4 local steps.'],
      [12, 'Everybody works on the challenge.'],
      [8, 'Draw on the board: local steps to the right, loss upwards, one dot a student.'],
      [
        8,
        'Compare both methods: with DiLoCo the average change becomes the step of a second optimizer with momentum. Why may that help?',
      ],
      [
        6,
        'Each student writes down how many local steps a ring over the internet should take, and what they would measure first.',
      ],
    ],
    say: [
      'Talking less is not working less: the replicas compute as much as before.',
      'Between two sums every replica sees only its own examples and walks its own way.',
      'The bytes of a sum do not depend on how many steps went before. So half the sums are half the bytes.',
      'The curve has a point for each sum: the loss of the average model, before its local steps. With 192 local steps there are two. The loss at the end is that of the last average, on examples that no replica trained on.',
    ],
    wrong: [
      [
        '“With local steps the loss is lower!”',
        'With DiLoCo it can be. The gain comes from its momentum, not from talking less. Ask whether it stays so with 192 local steps.',
      ],
      [
        'A student chooses the most local steps at once.',
        'Good: let them see that the bytes are few, and compare the loss.',
      ],
      ['The curve is short.', 'It has one point for each sum. The number of steps inside is the same.'],
    ],
  },
});

export const controls = area('talk-less.controls', {
  inner: 'Local steps between two sums',
  method: 'The average change is',
  batch: 'Examples per replica and step',
} as const);

export const options = area('talk-less.options', {
  method: [
    ['average', 'taken as it is (local SGD)'],
    ['nesterov', 'a step with momentum (DiLoCo)'],
  ],
} as const);

export const labels = area('talk-less.labels', {
  every: 'A sum after every step',
  local: (inner: string) => (inner === '1' ? 'A sum after 1 local step' : `A sum after ${inner} local steps`),
});

export const question = area('talk-less.question', {
  text: 'How will the loss at the end stand beside that of a sum after every step?',
  options: [
    ['lower', 'More than 10\u00a0% lower'],
    ['equal', 'Within 10\u00a0% of it'],
    ['higher', 'More than 10\u00a0% higher'],
  ],
} as const);

export const figures = area('talk-less.figures', {
  barTitle: 'Bytes that one replica sent in all',
  sums: 'Sums: before, yours',
  bytes: 'Bytes in all: before, yours',
  share: 'Share of the bytes',
  loss: 'Held-out loss at the end: before, yours',
});

export const explanation = area('talk-less.explanation', {
  sums: (steps: string, sums: string, share: string) =>
    `Both rings took ${steps} steps. Yours made ${sums} sums, and one replica sent ${share} of the bytes.`,
  few: (sums: string) =>
    `There were only ${sums} sums. Between them the replicas trained alone for long, each its own way, and the average of models that are far apart is worth less.`,
  good: 'Between two sums the replicas did not drift far, so the average of their changes was still a good step for all.',
  same: 'An average after each local step is the same as a sum after every step: the curves lie on each other.',
  asOften:
    'It talked as often as the ring before. So what differs between the two comes from the momentum alone.',
  lower: 'It came further than with a sum after every step, though the replicas talked less.',
  momentum:
    'With DiLoCo the average change is treated as a gradient: an outer optimizer with momentum takes the step. The momentum carries the changes of earlier sums on, so its steps are longer: the gain comes from there, not from talking less. With few sums there is little to carry on.',
  higher:
    'Each replica walked its own way between two sums. The average of their changes brought the model less far than as many steps together.',
});

export const challenge = area('talk-less.challenge', {
  met: (share: string, loss: string) =>
    `${share} of the bytes, and a loss ${loss} that of a sum after every step.`,
  bytes: (share: string) => `You still send ${share} of the bytes.`,
  loss: (loss: string) => `The bytes are few enough, but the loss is ${loss} that of a sum after every step.`,
  above: (percent: string) => `${percent} above`,
  below: (percent: string) => `${percent} below`,
});
