// The words of “Fuse and overlap”.
import { t } from '@lingui/core/macro';
import type { LessonWords } from '../core/lesson';

export const words = (): LessonWords => ({
  story: [
    t`A gradient is not one list of numbers but many: each layer has a matrix of weights and a short list of biases. Such a list is called a tensor. In a ring of four, the sum of a tensor takes six messages in a row, and each of them is on its way for the delay, however short it is.`,
    t`Fusing puts several tensors into one bucket, so that they share the delays. The backward pass finishes the last layer first, so buckets are filled from the last layer to the first. Overlap sends a bucket as soon as it is full, while the backward pass goes on with the layers before it.`,
    t`Each layer has two tensors, and its gradients take 58\u00a0kB together. It computes for 50\u00a0ms in the forward pass and for 100\u00a0ms in the backward pass. Sums go one after the other. A step is over when the last sum is.`,
    t`The clock of this lesson is a virtual one, so every device shows the same times. The buckets, the sums and their messages are the real ones. How long a layer computes, and the lines, are set by the program.`,
  ],
  task: t`On lines with a delay of 20\u00a0ms or more, hide at least 60\u00a0% of the time of the sums behind the compute.`,
  teacher: {
    goal: t`The students can say why many small messages are slow on a fast line, why buckets help, and why one bucket for all leaves nothing to overlap.`,
    before: t`Read the explanation after a run with each of the three kinds of buckets. Bring a stack of letters or paper slips.`,
    short: [
      [
        4,
        t`Pass ten slips along a row of students, one after the other: the next starts when the last has come back. Then pass all ten at once.`,
      ],
      [
        4,
        t`Everybody computes the first setting on paper: 32 sums, 6 messages, 20\u00a0ms. Predict and run.`,
      ],
      [8, t`Everybody works on the challenge.`],
      [4, t`Look at the picture together: which sum can never be hidden, and why?`],
    ],
    long: [
      [
        6,
        t`Pass ten slips along a row of students, one after the other: the next starts when the last has come back. Then pass all ten at once.`,
      ],
      [
        7,
        t`Everybody computes the first setting on paper: 32 sums, 6 messages, 20\u00a0ms. Predict and run.`,
      ],
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
  },
});
