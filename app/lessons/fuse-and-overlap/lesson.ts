// Fuse and overlap: one step of a ring of four on a virtual clock, with one sum per tensor, with buckets or with one bucket;
// after the backward pass or during it.
import { formatBytes, formatCount, formatMs, formatPercent } from '../../bridge/words/format';
import type { Control, Values } from '../core/control';
import type { Lesson } from '../core/lesson';
import { hiddenShare, partMs, wallMs } from '../virtual-ring/timeline';
import type { VirtualStep } from '../virtual-ring/virtual-ring';
import { bars, challenge, controls as names, explanation, figures, options, question, words } from './words';

const replicas = 4;
/** The hops of a sum around the ring: 2(N−1). */
const hops = 2 * (replicas - 1);
/** What a ring sends of each byte: 2(N−1)/N. */
const sentShare = hops / replicas;
const leastDelayMs = 20;
const leastHidden = 0.6;
/** A sum of several segments is faster than the formula by more than this; headers make it slower by less. */
const formulaError = 0.03;

const controls: readonly Control[] = [
  {
    id: 'fuse',
    get label() {
      return names.fuse;
    },
    get options(): Control['options'] {
      return options.fuse;
    },
    initial: 'tensor',
  },
  {
    id: 'overlap',
    get label() {
      return names.overlap;
    },
    get options(): Control['options'] {
      return options.overlap;
    },
    initial: 'no',
  },
  {
    id: 'delay',
    get label() {
      return names.delay;
    },
    get options(): Control['options'] {
      return ['1', '5', '20', '50'].map((ms) => [ms, options.delay(ms)]);
    },
    initial: '20',
  },
  {
    id: 'line',
    get label() {
      return names.line;
    },
    get options(): Control['options'] {
      return ['10', '25', '100'].map((megabit) => [megabit, options.line(megabit)]);
    },
    initial: '25',
  },
  {
    id: 'layers',
    get label() {
      return names.layers;
    },
    options: ['8', '16', '32'].map((count) => [count, count]),
    initial: '16',
  },
];

const modes = { tensor: 'per-tensor', buckets: 'bucketed', one: 'single' } as const;

function stepOf({ fuse, overlap, delay, line, layers }: Values): VirtualStep {
  return {
    replicas,
    layers: Number(layers),
    buckets: {
      mode: modes[fuse as keyof typeof modes],
      overlap: overlap === 'yes',
      topology: 'ring',
      codec: { kind: 'f32' },
      firstBytes: 64 * 1024,
      capBytes: 256 * 1024,
    },
    line: { bitsPerSecond: Number(line) * 1e6, delayMs: Number(delay), jitterMs: 0, loss: 0 },
  };
}

/** What the others are compared with. */
const plainest = { fuse: 'tensor', overlap: 'no' };

function isPlain({ fuse, overlap }: Values): boolean {
  return fuse === plainest.fuse && overlap === plainest.overlap;
}

export const fuseAndOverlap: Lesson = {
  id: 'fuse-and-overlap',
  words,
  controls,
  smoothing: 1,
  question: () => ({
    kind: 'number',
    text: question.text,
    unit: 'ms',
    least: 100,
    most: 60_000,
    factor: 1.25,
  }),
  trials: () => [],
  async simulate(values, signal) {
    const { runVirtualStep } = await import('../virtual-ring/virtual-ring');
    const run = async (values: Values) => (await runVirtualStep(stepOf(values), signal)).timeline;
    const own = await run(values);
    return isPlain(values) ? [own, own] : [own, await run({ ...values, ...plainest })];
  },
  outcome(values, _, [own, plain]) {
    const { delay } = values;
    const [hidden, exposed] = [partMs(own, 'overlapped'), partMs(own, 'exposed')];
    const computeMs = wallMs(own) - exposed;
    const sumMs = hidden + exposed;
    const share = hiddenShare(own);
    const shareWords = percentBelow(share);
    const stepMs = wallMs(own);
    return {
      measured: { kind: 'number', value: stepMs },
      figures: [
        [figures.step, formatMs(stepMs)],
        [figures.compute, formatMs(computeMs)],
        [figures.sums, formatCount(own.sums.length)],
        [figures.sumTime, formatMs(sumMs)],
        [figures.hidden, shareWords],
        [figures.messages, formatCount(own.messages)],
      ],
      facts: [own.sums.length, own.gradientBytes, hidden, sumMs, share],
      challenge:
        Number(delay) < leastDelayMs
          ? { isMet: false, why: challenge.delay }
          : share >= leastHidden
            ? { isMet: true, why: challenge.met(shareWords) }
            : { isMet: false, why: challenge.exposed(shareWords) },
      bars: {
        title: bars.title,
        items: [
          ...(isPlain(values)
            ? []
            : [{ label: bars.plain, value: wallMs(plain), words: formatMs(wallMs(plain)) }]),
          { label: bars.own, value: stepMs, words: formatMs(stepMs) },
          { label: bars.compute, value: computeMs, words: formatMs(computeMs) },
        ],
      },
    };
  },
  explain({ fuse, overlap, delay, line }, facts) {
    const [sums, gradientBytes, hidden, sumMs, share] = facts.map((fact) => fact ?? NaN);
    const delaysMs = sums * hops * Number(delay);
    const transferMs = (sentShare * 8 * gradientBytes) / (Number(line) * 1000);
    const count = formatCount(sums);
    const delayWords = formatPercent(Math.min(1, delaysMs / sumMs), 0);
    return [
      explanation.formula({
        sums,
        delay: options.delay(delay),
        delays: formatMs(delaysMs),
        bytes: formatBytes(gradientBytes),
        line,
        transfer: formatMs(transferMs),
      }),
      (sumMs < (delaysMs + transferMs) * (1 - formulaError) ? explanation.segments : explanation.exact)(
        formatMs(sumMs),
      ),
      ...(fuse === 'buckets'
        ? [explanation.buckets(count)]
        : fuse === 'one'
          ? [explanation.one]
          : [(delaysMs > transferMs ? explanation.tensor : explanation.narrow)(delayWords)]),
      ...(overlap === 'no'
        ? [explanation.noOverlap]
        : fuse === 'one'
          ? []
          : [explanation.overlap(formatMs(hidden), percentBelow(share))]),
      explanation.order,
    ];
  },
};

/** Rounded down: 59.9 % is not yet 60 %. */
function percentBelow(share: number): string {
  return formatPercent(Math.floor(share * 100) / 100, 0);
}
