// When it stops: the three limits of data parallelism, computed. Figures of a device as in the calculator's preset of a data
// centre; its compute and overlap are the preset's too.
import { plural, t } from '@lingui/core/macro';
import { presets } from '../../../src/calculator/presets';
import { stepCost } from '../../../src/calculator/step-cost';
import {
  formatBytes,
  formatCount,
  formatMs,
  formatPercent,
  formatShort,
  formatTick,
} from '../../bridge/words/format';
import { met, missed } from '../core/challenge';
import { control, type Control, numbers, type Values } from '../core/control';
import type { Lesson } from '../core/lesson';
import { words } from './words';

/** Weight and gradient in two bytes, weight and two moments of Adam in four (ZeRO, arXiv 1910.02054, section 3.1). */
const bytesPerParameter = 16;
const deviceBytes = 80e9;
/** Four sequences of 2,048. */
const tokensPerReplica = 8192;
const flopPerParameterAndToken = 6;
/** Assumed; GPT-3 took 3.2 million (arXiv 2005.14165, table 2.1). */
const usefulTokens = 4e6;
const leastBusy = 0.5;

const controls = (): readonly Control[] => [
  control(
    'model',
    t`Parameters of the model`,
    '7',
    numbers([0.1, 1, 7, 70], (count) =>
      plural({ number: count }, { other: `${{ count: formatTick(count) }} billion` }),
    ),
  ),
  control('devices', t`Devices, each with 80\u00a0GB`, '8', numbers([8, 64, 512, 4096], formatCount)),
  control(
    'group',
    t`Devices that share one model`,
    '1',
    numbers([1, 8, 64, 512], (count) => (count === 1 ? t`1: not split` : String(count))),
  ),
  control(
    'line',
    t`Line of each device`,
    '25',
    numbers([0.1, 25, 200], (gigabit) => `${formatTick(gigabit)}\u00a0Gbit/s`),
  ),
];

export const whenItStops: Lesson = {
  id: 'when-it-stops',
  words,
  controls,
  hasCalculator: true,
  watchSeconds: 8,
  question: () => ({
    kind: 'choice',
    text: t`Which limit will this setting meet first?`,
    options: [
      ['none', t`None of them`],
      ['memory', t`Memory: the model does not fit`],
      ['communication', t`Communication: the devices mostly wait`],
      ['batch', t`The batch: more examples than help`],
      ['impossible', t`It cannot run: a group needs more devices than there are`],
    ],
  }),
  trials: () => [],
  outcome(values) {
    const { model, devices } = values;
    const { replicas, memory, cost, tokens } = needsOf(values);
    if (replicas < 1)
      return {
        measured: { kind: 'choice', option: 'impossible' },
        figures: [
          [t`Devices`, devices],
          [t`Devices of a group`, values.group],
          [t`Replicas`, '0'],
        ],
        facts: [],
        // The devices of the challenge are enough for every group.
        challenge: missed(t`The challenge asks for 70 billion parameters on 4,096 devices.`),
      };
    const limit = limitOf(values);
    return {
      measured: { kind: 'choice', option: limit },
      figures: [
        [t`Memory on each device`, formatBytes(memory)],
        [t`Replicas`, formatCount(replicas)],
        [t`Tokens in a step`, formatShort(tokens)],
        [t`Compute of a step`, formatMs(cost.computeMs)],
        [t`Sum of the gradients`, formatMs(cost.sumMs)],
        [t`Time spent computing`, formatPercent(cost.utilisation, 0)],
      ],
      facts: [],
      challenge:
        model !== '70' || devices !== '4096'
          ? missed(t`The challenge asks for 70 billion parameters on 4,096 devices.`)
          : limit === 'none'
            ? met(fitsWords())
            : missed(limitWords[limit]()),
      bars: {
        title: t`How far each limit is used`,
        limit: { value: 1, words: t`the limit` },
        items: [
          [t`Memory`, memory / deviceBytes] as const,
          [t`Waiting`, (1 - cost.utilisation) / (1 - leastBusy)] as const,
          [t`Batch`, tokens / usefulTokens] as const,
        ].map(([label, used]) => ({ label, value: used, words: formatPercent(used, 0) })),
      },
    };
  },
  explain(values) {
    const { share, replicas, memory, cost, tokens } = needsOf(values);
    if (replicas < 1)
      return [
        t`A group needs ${{ group: values.group }} devices, and there are only ${{ devices: values.devices }}. So there is not even one replica, and nothing can be trained.`,
      ];
    const limit = limitOf(values);
    return [
      limit === 'none' ? fitsWords() : whyOf(limit, values),
      t`Memory: 16 bytes a parameter, on ${plural({ devices: share }, { one: 'one device', other: `${{ count: formatCount(share) }} devices` })}, make ${{ need: formatBytes(memory) }} on each device. There are 80\u00a0GB, and activations need some too.`,
      t`Communication: a sum takes ${{ sum: formatMs(cost.sumMs) }}, a step’s compute ${{ compute: formatMs(cost.computeMs) }}. Two thirds of the compute can hide a sum. The devices compute ${{ busy: formatPercent(cost.utilisation, 0) }} of the time; below half counts as the limit.`,
      t`Batch: ${plural(replicas, { one: 'one replica', other: `${{ count: formatCount(replicas) }} replicas` })} with 8,192 tokens each make ${{ tokens: formatShort(tokens) }} tokens in a step. Assumed: beyond 4 million a larger batch helps little. Large published runs use one to some millions; it depends on the model and its loss.`,
      ...(share > 1
        ? [
            t`Not counted: what travels inside a group. With tensor parallelism activations are summed in every layer. With pipeline parallelism they are handed from device to device, and some devices wait at the start and the end of a step.`,
          ]
        : []),
    ];
  },
};

const fitsWords = () => t`The model fits, the devices compute most of the time, and the batch still helps.`;

const limitWords = {
  memory: () => t`The model does not fit.`,
  communication: () => t`The devices mostly wait for sums.`,
  batch: () => t`The batch is larger than helps.`,
};

/** The limit with the numbers that meet it. */
function whyOf(limit: keyof typeof limitWords, values: Values): string {
  const { memory, cost, tokens } = needsOf(values);
  switch (limit) {
    case 'memory':
      return t`The model does not fit: each device would have to hold ${{ need: formatBytes(memory) }} of it, and has 80\u00a0GB.`;
    case 'communication':
      return t`The devices mostly wait: a sum takes ${{ sum: formatMs(cost.sumMs) }}, and the computing of a step ${{ compute: formatMs(cost.computeMs) }}.`;
    case 'batch':
      return t`The batch is larger than helps: a step takes ${{ tokens: formatShort(tokens) }} tokens, and beyond 4 million a larger one helps little.`;
    default:
      return limit satisfies never;
  }
}

/** The first limit that this setting meets. */
function limitOf(values: Values): 'memory' | 'communication' | 'batch' | 'none' {
  const { memory, cost, tokens } = needsOf(values);
  if (memory > deviceBytes) return 'memory';
  if (cost.utilisation < leastBusy) return 'communication';
  return tokens > usefulTokens ? 'batch' : 'none';
}

/** Everything follows from the settings. */
function needsOf({ model, devices, group, line }: Values) {
  const parameters = Number(model) * 1e9;
  const share = Number(group);
  const replicas = Math.floor(Number(devices) / share);
  const cost = stepCost({
    ...presets.datacentre,
    parameters: parameters / share,
    worldSize: Math.max(1, replicas),
    megabitPerSecond: Number(line) * 1000,
    flopPerExample: (flopPerParameterAndToken * parameters * tokensPerReplica) / share,
    examplesPerStep: 1,
  });
  return {
    share,
    replicas,
    memory: (parameters * bytesPerParameter) / share,
    cost,
    tokens: replicas * tokensPerReplica,
  };
}
