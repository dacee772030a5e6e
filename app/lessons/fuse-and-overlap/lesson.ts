// Fuse and overlap: one step of a ring of four on a virtual clock, with one sum per tensor, with buckets or with one bucket;
// after the backward pass or during it.
import { plural, t } from '@lingui/core/macro';
import { formatBytes, formatCount, formatMs, formatPercent, sentencesOf } from '../../bridge/words/format';
import { met, missed } from '../core/challenge';
import { control, type Control, numbers, type Values } from '../core/control';
import type { Lesson } from '../core/lesson';
import { hiddenShare, partMs, wallMs } from '../virtual-ring/timeline';
import type { VirtualStep } from '../virtual-ring/virtual-ring';
import { words } from './words';

const replicas = 4;
/** The hops of a sum around the ring: 2(N−1). */
const hops = 2 * (replicas - 1);
/** What a ring sends of each byte: 2(N−1)/N. */
const sentShare = hops / replicas;
const leastDelayMs = 20;
const leastHidden = 0.6;
/** A sum of several segments is faster than the formula by more than this; headers make it slower by less. */
const formulaError = 0.03;

const controls = (): readonly Control[] => [
  control('fuse', t`The gradient travels as`, 'tensor', [
    ['tensor', t`one sum per tensor`],
    ['buckets', t`buckets`],
    ['one', t`one bucket`],
  ]),
  control('overlap', t`Sums start`, 'no', [
    ['no', t`after the backward pass`],
    ['yes', t`during it (overlap)`],
  ]),
  control(
    'delay',
    t`Delay of a message`,
    '20',
    numbers([1, 5, 20, 50], (ms) => t`${ms}\u00a0ms`),
  ),
  control(
    'line',
    t`Each line`,
    '25',
    numbers([10, 25, 100], (megabit) => t`${megabit}\u00a0Mbit/s`),
  ),
  control('layers', t`Layers of the model`, '16', numbers([8, 16, 32])),
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
  question: () => ({
    kind: 'number',
    text: t`How long will a step take?`,
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
        [t`A step`, formatMs(stepMs)],
        [t`Its compute`, formatMs(computeMs)],
        [t`Sums`, formatCount(own.sums.length)],
        [t`Time of the sums`, formatMs(sumMs)],
        [t`Of it hidden`, shareWords],
        [t`Messages of a replica`, formatCount(own.messages)],
      ],
      facts: [own.sums.length, own.gradientBytes, hidden, sumMs, share],
      challenge:
        Number(delay) < leastDelayMs
          ? missed(t`The challenge asks for a delay of 20\u00a0ms or more.`)
          : share >= leastHidden
            ? met(t`${{ share: shareWords }} of the time of the sums is hidden.`)
            : missed(t`${{ share: shareWords }} of the time of the sums is hidden.`),
      bars: {
        title: t`How long a step takes`,
        items: [
          ...(isPlain(values)
            ? []
            : [
                {
                  label: t`One sum per tensor, no overlap`,
                  value: wallMs(plain),
                  words: formatMs(wallMs(plain)),
                },
              ]),
          { label: t`Your setting`, value: stepMs, words: formatMs(stepMs) },
          { label: t`Only the compute`, value: computeMs, words: formatMs(computeMs) },
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
    return sentencesOf(
      overlap === 'no'
        ? t`Without overlap all sums wait for the end of the backward pass, and nothing is hidden.`
        : fuse !== 'one' &&
            t`With overlap ${{ hidden: formatMs(hidden) }} of the sums, ${{ share: percentBelow(share) }}, ran while the replica computed. The first layer’s gradient comes last, so the last sum always stays exposed.`,
      fuse === 'buckets'
        ? t`The tensors travelled in ${count} buckets: the first holds up to 64\u00a0KiB, so that sending can start early, the others up to 256\u00a0KiB. PyTorch’s DistributedDataParallel does the same, with 1\u00a0MiB and 25\u00a0MiB by default, for gradients of many megabytes on fast networks.`
        : fuse === 'one'
          ? t`One bucket pays the delays once. But it is full only when the first layer’s gradient is there, at the very end of the backward pass: nothing is left to hide it behind.`
          : delaysMs > transferMs
            ? t`Delays are ${{ share: delayWords }} of that. A list of biases has 480 bytes, a matrix 57,600: both pay the same delays. Many small sums are bound by latency, and a wider line hardly helps.`
            : t`Delays are only ${{ share: delayWords }} of that: on this line the bytes take the time, not the number of sums.`,
      t`The formula: ${plural(sums, { one: '1 sum', other: `${{ count: formatCount(sums) }} sums` })} × 6 messages × ${{ delay: t`${{ ms: delay }}\u00a0ms` }} make ${{ delays: formatMs(delaysMs) }} of delays. A ring of four sends one and a half times the gradient: 1.5 × ${{ bytes: formatBytes(gradientBytes) }} over ${line}\u00a0Mbit/s take ${{ transfer: formatMs(transferMs) }}.`,
      sumMs < (delaysMs + transferMs) * (1 - formulaError)
        ? t`The sums took only ${{ time: formatMs(sumMs) }}: a large sum is cut into segments, and one is under way while the next is sent.`
        : t`The sums took ${{ time: formatMs(sumMs) }}.`,
      t`Here sums go one after the other, as the collectives of DistributedDataParallel do on GPUs (NCCL). A ring of this app starts a sum while others still travel, so that their delays pass together.`,
    );
  },
};

/** Rounded down: 59.9 % is not yet 60 %. */
function percentBelow(share: number): string {
  return formatPercent(Math.floor(share * 100) / 100, 0);
}
