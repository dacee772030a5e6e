// The words of “Fuse and overlap”.
import { plural, t } from '@lingui/core/macro';
import { formatCount } from '../../bridge/words/format';
import type { LessonWords } from '../core/lesson';

export const words: LessonWords = {
  get story() {
    return [
      t`A gradient is not one list of numbers but many: each layer has a matrix of weights and a short list of biases. Such a list is called a tensor. In a ring of four, the sum of a tensor takes six messages in a row, and each of them is on its way for the delay, however short it is.`,
      t`Fusing puts several tensors into one bucket, so that they share the delays. The backward pass finishes the last layer first, so buckets are filled from the last layer to the first. Overlap sends a bucket as soon as it is full, while the backward pass goes on with the layers before it.`,
      t`Each layer has two tensors, and its gradients take 58\u00a0kB together. It computes for 50\u00a0ms in the forward pass and for 100\u00a0ms in the backward pass. Sums go one after the other. A step is over when the last sum is.`,
      t`The clock of this lesson is a virtual one, so every device shows the same times. The buckets, the sums and their messages are the real ones. How long a layer computes, and the lines, are set by the program.`,
    ];
  },
  get task() {
    return t`On lines with a delay of 20\u00a0ms or more, hide at least 60\u00a0% of the time of the sums behind the compute.`;
  },
  get teacher(): LessonWords['teacher'] {
    return {
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
    };
  },
};

export const controls = {
  get fuse() {
    return t`The gradient travels as`;
  },
  get overlap() {
    return t`Sums start`;
  },
  get delay() {
    return t`Delay of a message`;
  },
  get line() {
    return t`Each line`;
  },
  get layers() {
    return t`Layers of the model`;
  },
};

export const options = {
  get fuse() {
    return [
      ['tensor', t`one sum per tensor`],
      ['buckets', t`buckets`],
      ['one', t`one bucket`],
    ] as const;
  },
  get overlap() {
    return [
      ['no', t`after the backward pass`],
      ['yes', t`during it (overlap)`],
    ] as const;
  },
  delay: (ms: string) => t`${ms}\u00a0ms`,
  line: (megabit: string) => t`${megabit}\u00a0Mbit/s`,
};

export const question = {
  get text() {
    return t`How long will a step take?`;
  },
};

export const figures = {
  get step() {
    return t`A step`;
  },
  get compute() {
    return t`Its compute`;
  },
  get sums() {
    return t`Sums`;
  },
  get sumTime() {
    return t`Time of the sums`;
  },
  get hidden() {
    return t`Of it hidden`;
  },
  get messages() {
    return t`Messages of a replica`;
  },
};

export const bars = {
  get title() {
    return t`How long a step takes`;
  },
  get plain() {
    return t`One sum per tensor, no overlap`;
  },
  get own() {
    return t`Your setting`;
  },
  get compute() {
    return t`Only the compute`;
  },
};

interface FormulaValues {
  readonly sums: number;
  readonly delay: string;
  readonly delays: string;
  readonly bytes: string;
  readonly line: string;
  readonly transfer: string;
}

export const explanation = {
  formula: ({ sums, delay, delays, bytes, line, transfer }: FormulaValues) =>
    t`The formula: ${plural(sums, { one: '1 sum', other: `${{ count: formatCount(sums) }} sums` })} × 6 messages × ${delay} make ${delays} of delays. A ring of four sends one and a half times the gradient: 1.5 × ${bytes} over ${line}\u00a0Mbit/s take ${transfer}.`,
  exact: (time: string) => t`The sums took ${time}.`,
  segments: (time: string) =>
    t`The sums took only ${time}: a large sum is cut into segments, and one is under way while the next is sent.`,
  tensor: (share: string) =>
    t`Delays are ${share} of that. A list of biases has 480 bytes, a matrix 57,600: both pay the same delays. Many small sums are bound by latency, and a wider line hardly helps.`,
  narrow: (share: string) =>
    t`Delays are only ${share} of that: on this line the bytes take the time, not the number of sums.`,
  buckets: (count: string) =>
    t`The tensors travelled in ${count} buckets: the first holds up to 64\u00a0KiB, so that sending can start early, the others up to 256\u00a0KiB. PyTorch’s DistributedDataParallel does the same, with 1\u00a0MiB and 25\u00a0MiB by default, for gradients of many megabytes on fast networks.`,
  get one() {
    return t`One bucket pays the delays once. But it is full only when the first layer’s gradient is there, at the very end of the backward pass: nothing is left to hide it behind.`;
  },
  get noOverlap() {
    return t`Without overlap all sums wait for the end of the backward pass, and nothing is hidden.`;
  },
  overlap: (hidden: string, share: string) =>
    t`With overlap ${hidden} of the sums, ${share}, ran while the replica computed. The first layer’s gradient comes last, so the last sum always stays exposed.`,
  get order() {
    return t`Here sums go one after the other, as the collectives of DistributedDataParallel do on GPUs (NCCL). A ring of this app starts a sum while others still travel, so that their delays pass together.`;
  },
};

export const challenge = {
  met: (share: string) => t`${share} of the time of the sums is hidden.`,
  get delay() {
    return t`The challenge asks for a delay of 20\u00a0ms or more.`;
  },
  exposed: (share: string) => t`${share} of the time of the sums is hidden.`,
};
