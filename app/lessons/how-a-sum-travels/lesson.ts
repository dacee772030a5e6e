// How a sum travels: one sum among tabs by four ways, as the cost model of the calculator has it. What each way sends when is
// the product's own plan, and its picture is the picture of the sum.
import { t } from '@lingui/core/macro';
import { presets } from '../../../src/calculator/presets';
import { stepCost, type StepCost } from '../../../src/calculator/step-cost';
import { formatBytes, formatCount, formatMs } from '../../bridge/words/format';
import { met, missed } from '../core/challenge';
import { control, type Control, numbers, type Values } from '../core/control';
import type { Lesson } from '../core/lesson';
import { words } from './words';

const megabitPerSecond = 25;
const bytesPerNumber = 4;
const wantedTabs = '8';
const leastDelayMs = 20;

/** The ways that race. */
export const racing = ['ring', 'tree', 'star', 'direct'] as const;
type Way = (typeof racing)[number];

const wayWords: Readonly<Record<Way, () => string>> = {
  ring: () => t`Ring: each to the next`,
  tree: () => t`Tree: pairs, then pairs of pairs`,
  star: () => t`Star: all to one, and back`,
  direct: () => t`Direct: each to all others`,
};

const controls = (): readonly Control[] => [
  control('tabs', t`Tabs`, '4', numbers([3, 4, 8])),
  control('size', t`What each tab learned`, '4000', [
    ['4000', t`little: 4\u00a0kB`],
    ['400000', t`more: 400\u00a0kB`],
    ['4000000', t`much: 4\u00a0MB`],
  ]),
  control(
    'delay',
    t`Delay of a message`,
    '20',
    numbers([1, 20, 100], (ms) => t`${ms}\u00a0ms`),
  ),
];

export const howASumTravels: Lesson = {
  id: 'how-a-sum-travels',
  words,
  controls,
  hasCalculator: true,
  watchSeconds: 24,
  races: ({ tabs }) => racing.map((way) => ({ way, tabs: Number(tabs) })),
  question({ tabs }) {
    const count = Number(tabs);
    const messages = (number: number): string => t`${{ number: formatCount(number) }} messages`;
    return {
      kind: 'choice',
      text: t`Around a ring each tab sends only to the next one. How many messages does each tab send, until all ${{ count }} hold the whole sum?`,
      options: [
        ['once', messages(count - 1)],
        ['each', messages(count)],
        ['twice', messages(2 * (count - 1))],
        ['all', messages(count * (count - 1))],
      ],
    };
  },
  trials: () => [],
  outcome(values) {
    const costs = racing.map((way) => [way, costOf(way, values)] as const);
    const timeOf = (wanted: Way): number => costOf(wanted, values).sumMs;
    const [ring, tree, star] = [timeOf('ring'), timeOf('tree'), timeOf('star')];
    return {
      measured: { kind: 'choice', option: 'twice' },
      figures: [
        [t`Messages of each tab, around the ring`, formatCount(messagesOf(values))],
        [t`Bytes that each tab sends, around the ring`, formatBytes(costOf('ring', values).meanBytesPerStep)],
        [t`Bytes that the middle of the star sends`, formatBytes(costOf('star', values).busiestBytesPerStep)],
      ],
      facts: [],
      challenge:
        values.tabs !== wantedTabs || Number(values.delay) < leastDelayMs
          ? missed(t`The challenge asks for 8 tabs and a delay of 20\u00a0ms or more.`)
          : ring < Math.min(tree, star)
            ? met(t`The ring is done first: its bar is shorter than those of tree and star.`)
            : missed(t`The ring is not done first: its bar is longer than that of the tree or the star.`),
      bars: {
        title: t`One sum, four ways: who is done first?`,
        items: costs.map(([way, { sumMs }]) => ({
          label: wayWords[way](),
          value: sumMs,
          words: formatMs(sumMs),
        })),
      },
    };
  },
  explain(values) {
    const count = Number(values.tabs);
    const half = count - 1;
    const ring = costOf('ring', values);
    return [
      t`A chunk goes to each of the ${half} others to be added, and once more to be copied: ${half} + ${half} = ${{ all: 2 * half }} messages of each tab.`,
      t`Each message is one chunk, one of ${count}. So a tab sends ${{ times: formatTimes(count) }} times its column, never more than twice, however many tabs there are: here ${{ bytes: formatBytes(ring.meanBytesPerStep) }}.`,
      t`With little to send the messages in a row count: ${{ ring: formatCount(ring.hops) }} around the ring, ${{ tree: formatCount(costOf('tree', values).hops) }} in the tree, 2 in the star. With much to send the bytes count: the middle of the star sends everything ${half} times.`,
      t`The direct way has as few bytes as the ring and only two messages in a row, but each tab needs a line to every other one. So a ring of this app takes it only among few tabs that can all reach each other.`,
    ];
  },
};

/** 2(N−1) of each tab. */
function messagesOf({ tabs }: Values): number {
  return 2 * (Number(tabs) - 1);
}

/** '1.5': 2(N−1)/N. */
function formatTimes(count: number): string {
  return formatCount(Number(((2 * (count - 1)) / count).toFixed(2)));
}

function costOf(algorithm: Way, { tabs, size, delay }: Values): StepCost {
  return stepCost({
    ...presets.lan,
    algorithm,
    megabitPerSecond,
    parameters: Number(size) / bytesPerNumber,
    worldSize: Number(tabs),
    latencyMs: Number(delay),
  });
}
