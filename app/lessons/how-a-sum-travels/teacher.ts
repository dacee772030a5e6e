// A teacher's words for “How a sum travels”.
import { t } from '@lingui/core/macro';
import type { TeacherWords } from '../core/lesson';

export const teacher = (): TeacherWords => ({
  goal: t`The students can show with coloured chunks how many tabs add up what they learned, and say why each sends 2(N−1) messages and less than twice its column.`,
  before: t`Nothing is needed but this page. With paper: four colours, a slip of each colour for every student of the first row.`,
  expected: t`Four bars grow at one speed. With little to send the direct way and the star are done first and the ring last; with much to send the ring is done soon after the direct way, and the star last.`,
  solution: t`8 tabs, a delay of 20\u00a0ms, and 400\u00a0kB or 4\u00a0MB: with many bytes the ring is done before tree and star.`,
  short: [
    [
      4,
      t`Four students hold four slips each, a colour a chunk. Pass them around and add, then pass the sums around.`,
    ],
    [4, t`Everybody predicts the messages of the first setting, runs it and counts them in the picture.`],
    [8, t`Everybody works on the challenge.`],
    [4, t`Ask: why not send everything to one tab? Look at the bar of the star with much to send.`],
  ],
  long: [
    [
      8,
      t`Four students hold four slips each, a colour a chunk. Pass them around and add, then pass the sums around.`,
    ],
    [6, t`Everybody predicts the messages of the first setting, runs it and counts them in the picture.`],
    [6, t`The same with 8 tabs. Find the rule: 2(N−1) messages.`],
    [10, t`Everybody works on the challenge.`],
    [8, t`Compute the bytes: each message is an N-th. Why is it never more than twice the column?`],
    [7, t`Each student writes down which way a class should take, and why.`],
  ],
  say: [
    t`A copy of the model in each tab is called a replica. What a tab learned from its examples is called its gradient.`,
    t`First add, then copy: nobody has the sum before everybody’s part is in it.`,
    t`Everybody sends all the time, and nobody more than the others: that is the ring’s strength.`,
    t`A message is on its way for the delay, however short it is. Many messages in a row wait many delays.`,
  ],
  wrong: [
    [
      t`“One message to each would do.”`,
      t`It would: that is the direct way. It needs a line between every two. Count the lines of 8 tabs.`,
    ],
    [
      t`A student counts only the adding.`,
      t`Ask who holds the whole sum then: each chunk is whole at one tab only. It must be copied.`,
    ],
  ],
});
