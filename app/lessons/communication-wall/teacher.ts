// A teacher's words for “The communication wall”.
import { t } from '@lingui/core/macro';
import type { TeacherWords } from '../core/lesson';

export const teacher = (): TeacherWords => ({
  goal: t`The students can compute the time of a sum from the size of the model and the line, and say when a faster device does not help.`,
  before: t`Measure the upload of the classroom’s network with any speed test, and write it on the board.`,
  expected: t`Each step of the first setting takes about 150\u00a0ms, far above the line at 80\u00a0ms; with one byte a number about 60\u00a0ms, below it.`,
  solution: t`5\u00a0Mbit/s, 17,154 parameters, 1 byte a number, 16 examples.`,
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
    [8, t`Open the network calculator with the preset of seven billion parameters. Which wall does it meet?`],
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
});
