// A teacher's words for “When it stops”.
import { t } from '@lingui/core/macro';
import type { TeacherWords } from '../core/lesson';

export const teacher = (): TeacherWords => ({
  goal: t`The students can name the three limits of data parallelism, say which one a setting meets, and say what tensor and pipeline parallelism split instead.`,
  before: t`Everybody should have done “The effective batch”. Write the three limits on the board.`,
  expected: t`Three bars grow; the one of memory passes the limit at once with 7 billion parameters.`,
  solution: t`70 billion, 4,096 devices, 64 share one model, 200\u00a0Gbit/s.`,
  short: [
    [5, t`How much memory does a model take to train? Count: 16 bytes a parameter.`],
    [4, t`Everybody predicts and computes the first setting.`],
    [7, t`Everybody works on the challenge.`],
    [4, t`Which limit came first, second, third?`],
  ],
  long: [
    [6, t`How much memory does a model take to train? Count: 16 bytes a parameter.`],
    [6, t`Everybody predicts and computes the first setting, then the smallest model.`],
    [12, t`Everybody works on the challenge, on paper first: how many devices must share a model?`],
    [
      8,
      t`Draw a matrix and cut it (tensor), draw layers and hand them out (pipeline). What must travel now?`,
    ],
    [6, t`Open the network calculator with the same figures and look at local steps.`],
    [7, t`Each student writes down what a class of thirty laptops can train, and which limit stops it.`],
  ],
  say: [
    t`16 bytes a parameter: 2 for the weight, 2 for its gradient, 12 for the optimizer (arXiv 1910.02054).`,
    t`A sum costs each device nearly twice the gradient, however many devices there are.`,
    t`The batch grows with the replicas. Beyond the batch where averaging stops helping, more replicas are wasted.`,
    t`Inside a group activations travel many times in each step. So a group needs a fast network, and it is usually one cabinet.`,
  ],
  wrong: [
    [t`“Just add more devices.”`, t`That is the batch limit. Let them look at the examples in a step.`],
    [
      t`“Then always split the model.”`,
      t`Here splitting looks free, because the traffic inside a group is not counted. Say so.`,
    ],
    [
      t`The figures differ from a published run.`,
      t`They are estimates with stated assumptions: overlap, speed and the useful batch are different for every run.`,
    ],
  ],
});
