// The words of “When it stops”.
import { plural, t } from '@lingui/core/macro';
import { formatCount } from '../../bridge/words/format';
import type { LessonWords } from '../core/lesson';

export const words: LessonWords = {
  get story() {
    return [
      t`What you saw so far is data parallelism: every device holds the whole model and takes other examples. It has three limits. Memory: the model, its gradient and the optimizer’s state must fit into each device. Communication: the gradient must travel in about the time that a step computes. The batch: every device adds its examples, and beyond some batch more examples in a step help little.`,
      t`Sharded data parallelism (ZeRO, FSDP) eases the first limit. The devices share out the optimizer’s state, and in its last stage the gradient and the weights too. A device then fetches the weights of a layer when it needs them, for up to half as much traffic again. This lesson does not count it.`,
      t`What helps beyond that is to split each model over a group of devices. Tensor parallelism splits every layer: each device holds a part of each matrix. Pipeline parallelism gives each device some of the layers. The groups are then the replicas.`,
      t`Nothing is trained here: the page computes, with the same formulas as the network calculator.`,
    ];
  },
  get task() {
    return t`Train the model with 70 billion parameters on 4,096 devices, and meet none of the three limits.`;
  },
  get teacher(): LessonWords['teacher'] {
    return {
      goal: t`The students can name the three limits of data parallelism, say which one a setting meets, and say what tensor and pipeline parallelism split instead.`,
      before: t`Everybody should have done “The effective batch”. Write the three limits on the board.`,
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
    };
  },
};

export const controls = {
  billion: (count: string) => plural({ number: Number(count) }, { other: `${count} billion` }),
  get model() {
    return t`Parameters of the model`;
  },
  get devices() {
    return t`Devices, each with 80\u00a0GB`;
  },
  get group() {
    return t`Devices that share one model`;
  },
  get line() {
    return t`Line of each device`;
  },
};

export const options = {
  get group() {
    return [
      ['1', t`1: not split`],
      ['8', '8'],
      ['64', '64'],
      ['512', '512'],
    ] as const;
  },
};

export const question = {
  get text() {
    return t`Which limit will this setting meet first?`;
  },
  get options() {
    return [
      ['none', t`None of them`],
      ['memory', t`Memory: the model does not fit`],
      ['communication', t`Communication: the devices mostly wait`],
      ['batch', t`The batch: more examples than help`],
      ['impossible', t`It cannot run: a group needs more devices than there are`],
    ] as const;
  },
};

export const figures = {
  get devices() {
    return t`Devices`;
  },
  get group() {
    return t`Devices of a group`;
  },
  get memory() {
    return t`Memory on each device`;
  },
  get replicas() {
    return t`Replicas`;
  },
  get batch() {
    return t`Tokens in a step`;
  },
  get compute() {
    return t`Compute of a step`;
  },
  get sum() {
    return t`Sum of the gradients`;
  },
  get busy() {
    return t`Time spent computing`;
  },
};

export const bars = {
  get title() {
    return t`How far each limit is used`;
  },
  get memory() {
    return t`Memory`;
  },
  get communication() {
    return t`Waiting`;
  },
  get batch() {
    return t`Batch`;
  },
};

export const explanation = {
  memory: (need: string, devices: number) =>
    t`Memory: 16 bytes a parameter, on ${plural(devices, { one: 'one device', other: `${{ count: formatCount(devices) }} devices` })}, make ${need} on each device. There are 80\u00a0GB, and activations need some too.`,
  communication: (sum: string, compute: string, busy: string) =>
    t`Communication: a sum takes ${sum}, a step’s compute ${compute}. Two thirds of the compute can hide a sum. The devices compute ${busy} of the time; below half counts as the limit.`,
  batch: (tokens: string, replicas: number) =>
    t`Batch: ${plural(replicas, { one: 'one replica', other: `${{ count: formatCount(replicas) }} replicas` })} with 8,192 tokens each make ${tokens} tokens in a step. Assumed: beyond 4 million a larger batch helps little. Large published runs use one to some millions; it depends on the model and its loss.`,
  get split() {
    return t`Not counted: what travels inside a group. With tensor parallelism activations are summed in every layer. With pipeline parallelism they are handed from device to device, and some devices wait at the start and the end of a step.`;
  },
  impossible: (group: string, devices: string) =>
    t`A group needs ${group} devices, and there are only ${devices}. So there is not even one replica, and nothing can be trained.`,
};

export const challenge = {
  get met() {
    return t`The model fits, the devices compute most of the time, and the batch still helps.`;
  },
  get other() {
    return t`The challenge asks for 70 billion parameters on 4,096 devices.`;
  },
  get memory() {
    return t`The model does not fit.`;
  },
  get communication() {
    return t`The devices mostly wait for sums.`;
  },
  get batch() {
    return t`The batch is larger than helps.`;
  },
};
