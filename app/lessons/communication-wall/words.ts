// The words of “The communication wall”.
import { t } from '@lingui/core/macro';
import type { LessonWords } from '../core/lesson';

export const words: LessonWords = {
  get story() {
    return [
      t`In each step two replicas add up their gradients. Each of them sends the whole gradient once: with two replicas a ring sends half of it twice. A line of 8 megabits a second carries one megabyte a second.`,
      t`Besides, every message is on its way for some time, however short it is: the latency. Here it is 5 milliseconds. A sum of two takes two messages in a row, and before it the replicas exchange a short record.`,
      t`Here both replicas are in this page, and the line between them is made slow by the program. Choose, compute, predict, then measure.`,
    ];
  },
  get task() {
    return t`On a line of at most 5\u00a0Mbit/s, train the model with 17,154 parameters with a step of at most 80\u00a0ms.`;
  },
  get teacher(): LessonWords['teacher'] {
    return {
      goal: t`The students can compute the time of a sum from the size of the model and the line, and say when a faster device does not help.`,
      before: t`Measure the upload of the classroom’s network with any speed test, and write it on the board.`,
      short: [
        [4, t`How long does a photo of 5 megabytes take over 8 megabits a second? Compute together.`],
        [5, t`Everybody computes the step of the first setting, predicts and runs.`],
        [7, t`Everybody works on the challenge.`],
        [4, t`Read the last line of the explanation: seven billion parameters. What would that take here?`],
      ],
      long: [
        [5, t`How long does a photo of 5 megabytes take over 8 megabits a second?`],
        [8, t`Everybody computes the step of the first setting, predicts and runs.`],
        [10, t`Everybody works on the challenge.`],
        [
          8,
          t`Make the line faster, step by step. When does the step stop becoming shorter? That is the latency.`,
        ],
        [
          8,
          t`Open the network calculator with the preset of seven billion parameters. Which wall does it meet?`,
        ],
        [6, t`Each student writes down what the classroom’s network could train.`],
      ],
      say: [
        t`What one replica sends, the other waits for: the bar “Sending and waiting” is one transfer, seen from both ends.`,
        t`With 100\u00a0Mbit/s and 4,096 examples the replicas mostly compute. There a faster device would help.`,
        t`Bits are not bytes: 8 bits are one byte.`,
        t`A step takes as long as its compute, the transfer, and the latencies, if nothing is hidden behind anything else.`,
        t`A device ten times as fast shortens only the compute. Look at the bars: how much would that be?`,
        t`Large models are trained on very fast networks, or they send less.`,
      ],
      wrong: [
        [t`The prediction is eight times off.`, t`Bits and bytes. Let them find it themselves.`],
        [
          t`The measured step is longer than computed.`,
          t`The formula leaves out the record before each sum, headers, and the work of encoding and adding.`,
        ],
        [
          t`A slow device cannot meet the challenge.`,
          t`Its compute is in the step too. Close other programs, and choose the small batch.`,
        ],
      ],
    };
  },
};

export const controls = {
  get line() {
    return t`The line`;
  },
  get model() {
    return t`Parameters of the model`;
  },
  get codec() {
    return t`Each number is sent as`;
  },
  get batch() {
    return t`Examples per replica and step`;
  },
};

export const options = {
  line: (megabit: string) => t`${megabit}\u00a0Mbit/s`,
  get codec() {
    return [
      ['f32', t`4 bytes`],
      ['int8', t`1 byte`],
    ] as const;
  },
};

export const labels = {
  run: (line: string) => t`Two replicas, ${line}\u00a0Mbit/s`,
};
export const question = {
  get text() {
    return t`How long will a step take?`;
  },
};

export const figures = {
  get step() {
    return t`A step, measured`;
  },
  get sum() {
    return t`A sum, computed`;
  },
  get bytes() {
    return t`Bytes sent a step`;
  },
  get compute() {
    return t`Computing`;
  },
  get waiting() {
    return t`Sending and waiting`;
  },
};

export const bars = {
  get title() {
    return t`Where the time of a step went`;
  },
  get other() {
    return t`Other`;
  },
};

export const explanation = {
  formula: (bytes: string, line: string, transfer: string, latency: string, sum: string) =>
    t`The formula: ${bytes} over ${line}\u00a0Mbit/s take ${transfer}, and two latencies take ${latency}. A sum is ${sum}.`,
  measured: (step: string) =>
    t`Measured were ${step} for a whole step. That is the sum, the compute, one more latency for the records, and what the formula leaves out: headers, encoding, additions.`,
  wall: (share: string) =>
    t`The replicas computed ${share} of the time. A faster processor would shorten only that part: this is the communication wall.`,
  noWall: (share: string) =>
    t`The replicas computed ${share} of the time: here the processor is what limits the step.`,
  get unknown() {
    return t`How the time was spent was not measured.`;
  },
  seven: (bytes: string, fast: string, compute: string, line: string, slow: string) =>
    t`A model of 7 billion parameters has a gradient of ${bytes} at two bytes each. Eight GPUs on 25\u00a0Gbit/s need ${fast} for a sum and ${compute} to compute. On the line of this lesson, ${line}\u00a0Mbit/s, a sum would take ${slow}.`,
};

export const challenge = {
  met: (step: string) => t`A step took ${step}.`,
  get line() {
    return t`The line is faster than 5\u00a0Mbit/s.`;
  },
  get model() {
    return t`The challenge asks for the model with 17,154 parameters.`;
  },
  slow: (step: string) => t`A step took ${step}.`,
};

/** '3.2 hours', '12 days', for times beyond minutes. */
export const longTime = {
  hours: (count: string) => t`${count} hours`,
  days: (count: string) => t`${count} days`,
};
