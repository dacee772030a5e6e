// The words of “When it stops”.
import { area } from '../../text/language';
import type { LessonWords } from '../core/lesson';

export const words = area<LessonWords>('when-it-stops.words', {
  story: [
    'What you saw so far is data parallelism: every device holds the whole model and takes other examples. It has three limits. Memory: the model, its gradient and the optimizer’s state must fit into each device. Communication: the gradient must travel in about the time that a step computes. The batch: every device adds its examples, and beyond some batch more examples in a step help little.',
    'Sharded data parallelism (ZeRO, FSDP) eases the first limit. The devices share out the optimizer’s state, and in its last stage the gradient and the weights too. A device then fetches the weights of a layer when it needs them, for up to half as much traffic again. This lesson does not count it.',
    'What helps beyond that is to split each model over a group of devices. Tensor parallelism splits every layer: each device holds a part of each matrix. Pipeline parallelism gives each device some of the layers. The groups are then the replicas.',
    'Nothing is trained here: the page computes, with the same formulas as the network calculator.',
  ],
  task: 'Train the model with 70 billion parameters on 4,096 devices, and meet none of the three limits.',
  teacher: {
    goal: 'The students can name the three limits of data parallelism, say which one a setting meets, and say what tensor and pipeline parallelism split instead.',
    before: 'Everybody should have done “The effective batch”. Write the three limits on the board.',
    short: [
      [5, 'How much memory does a model take to train? Count: 16 bytes a parameter.'],
      [4, 'Everybody predicts and computes the first setting.'],
      [7, 'Everybody works on the challenge.'],
      [4, 'Which limit came first, second, third?'],
    ],
    long: [
      [6, 'How much memory does a model take to train? Count: 16 bytes a parameter.'],
      [6, 'Everybody predicts and computes the first setting, then the smallest model.'],
      [12, 'Everybody works on the challenge, on paper first: how many devices must share a model?'],
      [
        8,
        'Draw a matrix and cut it (tensor), draw layers and hand them out (pipeline). What must travel now?',
      ],
      [6, 'Open the network calculator with the same figures and look at local steps.'],
      [7, 'Each student writes down what a class of thirty laptops can train, and which limit stops it.'],
    ],
    say: [
      '16 bytes a parameter: 2 for the weight, 2 for its gradient, 12 for the optimizer (arXiv 1910.02054).',
      'A sum costs each device nearly twice the gradient, however many devices there are.',
      'The batch grows with the replicas. Beyond the batch where averaging stops helping, more replicas are wasted.',
      'Inside a group activations travel many times in each step. So a group needs a fast network, and it is usually one cabinet.',
    ],
    wrong: [
      ['“Just add more devices.”', 'That is the batch limit. Let them look at the examples in a step.'],
      [
        '“Then always split the model.”',
        'Here splitting looks free, because the traffic inside a group is not counted. Say so.',
      ],
      [
        'The figures differ from a published run.',
        'They are estimates with stated assumptions: overlap, speed and the useful batch are different for every run.',
      ],
    ],
  },
});

export const controls = area('when-it-stops.controls', {
  billion: (count: string) => `${count} billion`,
  model: 'Parameters of the model',
  devices: 'Devices, each with 80\u00a0GB',
  group: 'Devices that share one model',
  line: 'Line of each device',
} as const);

export const options = area('when-it-stops.options', {
  group: [
    ['1', '1: not split'],
    ['8', '8'],
    ['64', '64'],
    ['512', '512'],
  ],
} as const);

export const question = area('when-it-stops.question', {
  text: 'Which limit will this setting meet first?',
  options: [
    ['none', 'None of them'],
    ['memory', 'Memory: the model does not fit'],
    ['communication', 'Communication: the devices mostly wait'],
    ['batch', 'The batch: more examples than help'],
    ['impossible', 'It cannot run: a group needs more devices than there are'],
  ],
} as const);

export const figures = area('when-it-stops.figures', {
  devices: 'Devices',
  group: 'Devices of a group',
  memory: 'Memory on each device',
  replicas: 'Replicas',
  batch: 'Tokens in a step',
  compute: 'Compute of a step',
  sum: 'Sum of the gradients',
  busy: 'Time spent computing',
});

export const bars = area('when-it-stops.bars', {
  title: 'How far each limit is used',
  memory: 'Memory',
  communication: 'Waiting',
  batch: 'Batch',
});

export const explanation = area('when-it-stops.explanation', {
  memory: (need: string, parts: string) =>
    `Memory: 16 bytes a parameter, on ${parts}, make ${need} on each device. There are 80\u00a0GB, and activations need some too.`,
  communication: (sum: string, compute: string, busy: string) =>
    `Communication: a sum takes ${sum}, a step’s compute ${compute}. Two thirds of the compute can hide a sum. The devices compute ${busy} of the time; below half counts as the limit.`,
  batch: (tokens: string, replicas: string) =>
    `Batch: ${replicas} with 8,192 tokens each make ${tokens} tokens in a step. Assumed: beyond 4 million a larger batch helps little. Large published runs use one to some millions; it depends on the model and its loss.`,
  split:
    'Not counted: what travels inside a group. With tensor parallelism activations are summed in every layer. With pipeline parallelism they are handed from device to device, and some devices wait at the start and the end of a step.',
  oneDevice: 'one device',
  manyDevices: (count: string) => `${count} devices`,
  oneReplica: 'one replica',
  manyReplicas: (count: string) => `${count} replicas`,
  impossible: (group: string, devices: string) =>
    `A group needs ${group} devices, and there are only ${devices}. So there is not even one replica, and nothing can be trained.`,
});

export const challenge = area('when-it-stops.challenge', {
  met: 'The model fits, the devices compute most of the time, and the batch still helps.',
  other: 'The challenge asks for 70 billion parameters on 4,096 devices.',
  memory: 'The model does not fit.',
  communication: 'The devices mostly wait for sums.',
  batch: 'The batch is larger than helps.',
});
