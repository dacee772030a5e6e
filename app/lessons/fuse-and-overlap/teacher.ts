// A teacher's words for “Fuse and overlap”.
import { t } from '@lingui/core/macro';
import type { TeacherWords } from '../core/lesson';

export const teacher = (): TeacherWords => ({
  goal: t`The students can say why many small messages are slow on a fast line, why buckets help, and why one bucket for all leaves nothing to overlap.`,
  before: t`Read the explanation after a run with each of the three kinds of buckets. Bring a stack of letters or paper slips.`,
  expected: t`With one sum per tensor and no overlap nothing is hidden: the sums stand alone after the backward pass. With buckets and overlap most of them lie below it.`,
  solution: t`Buckets, sums during the backward pass, a delay of 20\u00a0ms: 80\u00a0% of the sums are hidden.`,
  short: [
    [
      4,
      t`Pass ten slips along a row of students, one after the other: the next starts when the last has come back. Then pass all ten at once.`,
    ],
    [4, t`Everybody computes the first setting on paper: 32 sums, 6 messages, 20\u00a0ms. Predict and run.`],
    [8, t`Everybody works on the challenge.`],
    [4, t`Look at the picture together: which sum can never be hidden, and why?`],
  ],
  long: [
    [
      6,
      t`Pass ten slips along a row of students, one after the other: the next starts when the last has come back. Then pass all ten at once.`,
    ],
    [7, t`Everybody computes the first setting on paper: 32 sums, 6 messages, 20\u00a0ms. Predict and run.`],
    [10, t`Everybody works on the challenge.`],
    [
      8,
      t`Set the delay to 1\u00a0ms. Which kind of bucket is best now? Why does the best size depend on the line?`,
    ],
    [
      8,
      t`Set the line to 10\u00a0Mbit/s. What limits the step now: the number of sums, or their bytes? “Fewer bytes” goes on from here.`,
    ],
    [6, t`Each student draws the picture of a step with one bucket, with three and with thirty.`],
  ],
  say: [
    t`A delay is like the way to the post office: it takes as long for one letter as for a hundred.`,
    t`Fusing makes the sums fewer. Overlap makes them invisible. You need both: one bucket for all is full only when there is nothing left to hide behind.`,
    t`PyTorch does exactly this. Its first bucket is small, so that sending starts early.`,
    t`Overlap never makes a step shorter than its compute.`,
  ],
  wrong: [
    [
      t`“A faster line must help.”`,
      t`Let them try 100\u00a0Mbit/s with one sum per tensor: the delays stay. Latency and bandwidth are two different things.`,
    ],
    [
      t`“One bucket is best: it pays the delays once.”`,
      t`Without overlap it is. Let them look at when the one bucket is full.`,
    ],
    [
      t`The ring of a room does not show these times.`,
      t`A room’s ring starts a sum while others still travel, so that their delays pass together. What each sum then costs is handling its messages. Its panel “Where the time goes” draws the same three parts, measured.`,
    ],
  ],
});
