// The words of “The communication wall”.
import { area } from '../../text/language';
import type { LessonWords } from '../core/lesson';

export const words = area<LessonWords>('communication-wall.words', {
  story: [
    'In each step two replicas add up their gradients. Each of them sends the whole gradient once: with two replicas a ring sends half of it twice. A line of 8 megabits a second carries one megabyte a second.',
    'Besides, every message is on its way for some time, however short it is: the latency. Here it is 5 milliseconds. A sum of two takes two messages in a row, and before it the replicas exchange a short record.',
    'Here both replicas are in this page, and the line between them is made slow by the program. Choose, compute, predict, then measure.',
  ],
  task: 'On a line of at most 5\u00a0Mbit/s, train the model with 17,154 parameters with a step of at most 80\u00a0ms.',
  teacher: {
    goal: 'The students can compute the time of a sum from the size of the model and the line, and say when a faster device does not help.',
    before: 'Measure the upload of the classroom’s network with any speed test, and write it on the board.',
    short: [
      [4, 'How long does a photo of 5 megabytes take over 8 megabits a second? Compute together.'],
      [5, 'Everybody computes the step of the first setting, predicts and runs.'],
      [7, 'Everybody works on the challenge.'],
      [4, 'Read the last line of the explanation: seven billion parameters. What would that take here?'],
    ],
    long: [
      [5, 'How long does a photo of 5 megabytes take over 8 megabits a second?'],
      [8, 'Everybody computes the step of the first setting, predicts and runs.'],
      [10, 'Everybody works on the challenge.'],
      [
        8,
        'Make the line faster, step by step. When does the step stop becoming shorter? That is the latency.',
      ],
      [
        8,
        'Open the network calculator with the preset of seven billion parameters. Which wall does it meet?',
      ],
      [6, 'Each student writes down what the classroom’s network could train.'],
    ],
    say: [
      'What one replica sends, the other waits for: the bar “Sending and waiting” is one transfer, seen from both ends.',
      'With 100\u00a0Mbit/s and 4,096 examples the replicas mostly compute. There a faster device would help.',
      'Bits are not bytes: 8 bits are one byte.',
      'A step takes as long as its compute, the transfer, and the latencies, if nothing is hidden behind anything else.',
      'A device ten times as fast shortens only the compute. Look at the bars: how much would that be?',
      'Large models are trained on very fast networks, or they send less.',
    ],
    wrong: [
      ['The prediction is eight times off.', 'Bits and bytes. Let them find it themselves.'],
      [
        'The measured step is longer than computed.',
        'The formula leaves out the record before each sum, headers, and the work of encoding and adding.',
      ],
      [
        'A slow device cannot meet the challenge.',
        'Its compute is in the step too. Close other programs, and choose the small batch.',
      ],
    ],
  },
});

export const controls = area('communication-wall.controls', {
  line: 'The line',
  model: 'Parameters of the model',
  codec: 'Each number is sent as',
  batch: 'Examples per replica and step',
} as const);

export const options = area('communication-wall.options', {
  line: (megabit: string) => `${megabit}\u00a0Mbit/s`,
  codec: [
    ['f32', '4 bytes'],
    ['int8', '1 byte'],
  ],
} as const);

export const labels = area('communication-wall.labels', {
  run: (line: string) => `Two replicas, ${line}\u00a0Mbit/s`,
});
export const question = area('communication-wall.question', { text: 'How long will a step take?' });

export const figures = area('communication-wall.figures', {
  step: 'A step, measured',
  sum: 'A sum, computed',
  bytes: 'Bytes sent a step',
  compute: 'Computing',
  waiting: 'Sending and waiting',
});

export const bars = area('communication-wall.bars', {
  title: 'Where the time of a step went',
  other: 'Other',
});

export const explanation = area('communication-wall.explanation', {
  formula: (bytes: string, line: string, transfer: string, latency: string, sum: string) =>
    `The formula: ${bytes} over ${line}\u00a0Mbit/s take ${transfer}, and two latencies take ${latency}. A sum is ${sum}.`,
  measured: (step: string) =>
    `Measured were ${step} for a whole step. That is the sum, the compute, one more latency for the records, and what the formula leaves out: headers, encoding, additions.`,
  wall: (share: string) =>
    `The replicas computed ${share} of the time. A faster processor would shorten only that part: this is the communication wall.`,
  noWall: (share: string) =>
    `The replicas computed ${share} of the time: here the processor is what limits the step.`,
  unknown: 'How the time was spent was not measured.',
  seven: (bytes: string, fast: string, compute: string, line: string, slow: string) =>
    `A model of 7 billion parameters has a gradient of ${bytes} at two bytes each. Eight GPUs on 25\u00a0Gbit/s need ${fast} for a sum and ${compute} to compute. On the line of this lesson, ${line}\u00a0Mbit/s, a sum would take ${slow}.`,
});

export const challenge = area('communication-wall.challenge', {
  met: (step: string) => `A step took ${step}.`,
  line: 'The line is faster than 5\u00a0Mbit/s.',
  model: 'The challenge asks for the model with 17,154 parameters.',
  slow: (step: string) => `A step took ${step}.`,
});

/** '3.2 hours', '12 days', for times beyond minutes. */
export const longTime = area('communication-wall.longTime', {
  hours: (count: string) => `${count} hours`,
  days: (count: string) => `${count} days`,
});
