// When it stops: the three limits of data parallelism, computed. Figures of a device as in the calculator's preset of a data
// centre; its compute and overlap are the preset's too.
import { presets } from '../../../src/calculator/presets';
import { stepCost } from '../../../src/calculator/step-cost';
import { formatBytes, formatCount, formatMs, formatPercent, formatShort } from '../../bridge/words/format';
import type { Control, Values } from '../core/control';
import type { Lesson } from '../core/lesson';
import { bars, challenge, controls as names, explanation, figures, options, question, words } from './words';

/** Weight and gradient in two bytes, weight and two moments of Adam in four (ZeRO, arXiv 1910.02054, section 3.1). */
const bytesPerParameter = 16;
const deviceBytes = 80e9;
/** Four sequences of 2,048. */
const tokensPerReplica = 8192;
const flopPerParameterAndToken = 6;
/** Assumed; GPT-3 took 3.2 million (arXiv 2005.14165, table 2.1). */
const usefulTokens = 4e6;
const leastBusy = 0.5;

const controls: readonly Control[] = [
  {
    id: 'model',
    get label() {
      return names.model;
    },
    get options(): Control['options'] {
      return ['0.1', '1', '7', '70'].map((count) => [count, names.billion(count)]);
    },
    initial: '7',
  },
  {
    id: 'devices',
    get label() {
      return names.devices;
    },
    get options(): Control['options'] {
      return [8, 64, 512, 4096].map((count) => [String(count), formatCount(count)]);
    },
    initial: '8',
  },
  {
    id: 'group',
    get label() {
      return names.group;
    },
    get options(): Control['options'] {
      return options.group;
    },
    initial: '1',
  },
  {
    id: 'line',
    get label() {
      return names.line;
    },
    options: [
      ['0.1', '0.1\u00a0Gbit/s'],
      ['25', '25\u00a0Gbit/s'],
      ['200', '200\u00a0Gbit/s'],
    ],
    initial: '25',
  },
];

export const whenItStops: Lesson = {
  id: 'when-it-stops',
  words,
  controls,
  hasCalculator: true,
  smoothing: 1,
  question: () => ({ kind: 'choice', ...question }),
  trials: () => [],
  outcome(values) {
    const { model, devices } = values;
    const { replicas, memory, cost, tokens } = needsOf(values);
    if (replicas < 1)
      return {
        measured: { kind: 'choice', option: 'impossible' },
        figures: [
          [figures.devices, devices],
          [figures.group, values.group],
          [figures.replicas, '0'],
        ],
        facts: [],
        // The devices of the challenge are enough for every group.
        challenge: { isMet: false, why: challenge.other },
      };
    const limit =
      memory > deviceBytes
        ? 'memory'
        : cost.utilisation < leastBusy
          ? 'communication'
          : tokens > usefulTokens
            ? 'batch'
            : 'none';
    return {
      measured: { kind: 'choice', option: limit },
      figures: [
        [figures.memory, formatBytes(memory)],
        [figures.replicas, formatCount(replicas)],
        [figures.batch, formatShort(tokens)],
        [figures.compute, formatMs(cost.computeMs)],
        [figures.sum, formatMs(cost.sumMs)],
        [figures.busy, formatPercent(cost.utilisation, 0)],
      ],
      facts: [],
      challenge:
        model !== '70' || devices !== '4096'
          ? { isMet: false, why: challenge.other }
          : limit === 'none'
            ? { isMet: true, why: challenge.met }
            : { isMet: false, why: challenge[limit] },
      bars: {
        title: bars.title,
        whole: 1,
        items: [
          [bars.memory, memory / deviceBytes] as const,
          [bars.communication, (1 - cost.utilisation) / (1 - leastBusy)] as const,
          [bars.batch, tokens / usefulTokens] as const,
        ].map(([label, used]) => ({ label, value: used, words: formatPercent(used, 0) })),
      },
    };
  },
  explain(values) {
    const { share, replicas, memory, cost, tokens } = needsOf(values);
    if (replicas < 1) return [explanation.impossible(values.group, values.devices)];
    return [
      explanation.memory(formatBytes(memory), share),
      explanation.communication(
        formatMs(cost.sumMs),
        formatMs(cost.computeMs),
        formatPercent(cost.utilisation, 0),
      ),
      explanation.batch(formatShort(tokens), replicas),
      ...(share > 1 ? [explanation.split] : []),
    ];
  },
};

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
