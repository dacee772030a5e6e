// The communication wall: two replicas over a slow line, beside what the calculator says.
import { t } from '@lingui/core/macro';
import { presets } from '../../../src/calculator/presets';
import { gradientBytes } from '../../../src/calculator/setup';
import { stepCost } from '../../../src/calculator/step-cost';
import { codecNamed } from '../../../src/codecs/setting';
import { formatBytes, formatCount, formatFixed, formatMs, formatPercent } from '../../bridge/words/format';
import { met, missed } from '../core/challenge';
import { control, type Control, numbers, type Values } from '../core/control';
import type { Lesson } from '../core/lesson';
import { modelOf, runOf } from '../core/run-of';
import { bytesPerStep, stepMs, timeShares } from '../core/trial';
import { words } from './words';

const steps = 40;
const latencyMs = 5;
const slowLine = 5;
const wideModel = '128';
const mostMs = 80;

const controls = (): readonly Control[] => [
  control(
    'line',
    t`The line`,
    '5',
    numbers([1, 5, 20, 100], (megabit) => t`${megabit}\u00a0Mbit/s`),
  ),
  control('model', t`Parameters of the model`, wideModel, [
    ['32', formatCount(1218)],
    ['64', formatCount(4482)],
    [wideModel, formatCount(17_154)],
  ]),
  control('codec', t`Each number is sent as`, 'f32', [
    ['f32', t`4 bytes`],
    ['int8', t`1 byte`],
  ]),
  control('batch', t`Examples per replica and step`, '16', numbers([16, 512, 4096], formatCount)),
];

export const communicationWall: Lesson = {
  id: 'communication-wall',
  words,
  controls,
  hasCalculator: true,
  draws: 'step times',
  limit: mostMs,
  question: () => ({
    kind: 'number',
    text: t`How long will a step take?`,
    unit: 'ms',
    least: 1,
    most: 5000,
    factor: 1.5,
  }),
  trials: ({ line, model, codec, batch }, base) => [
    {
      label: () => t`Two replicas, ${line}\u00a0Mbit/s`,
      colour: 'blue',
      replicas: 2,
      steps,
      line: { bitsPerSecond: Number(line) * 1e6, delayMs: latencyMs, jitterMs: 0, loss: 0 },
      config: runOf(base, {
        model: modelOf([Number(model), Number(model)]),
        localBatch: Number(batch),
        buckets: { ...base.buckets, codec: codecNamed(codec === 'int8' ? 'int8' : 'f32') },
      }),
    },
  ],
  outcome(values, [run]) {
    const { line, model } = values;
    const measuredMs = stepMs(run) ?? NaN;
    const shares = timeShares(run);
    const computing = shares && shares.compute + shares.overlapped;
    const step = formatMs(measuredMs);
    return {
      measured: { kind: 'number', value: Math.min(Math.max(measuredMs, 1), 5000) },
      figures: [
        [t`A step, measured`, step],
        [t`A sum, computed`, formatMs(costOf(values, run.parameters).sumMs)],
        [t`Bytes sent a step`, formatBytes(bytesPerStep(run))],
        ...(shares && computing !== undefined
          ? ([
              [t`Computing`, formatPercent(computing, 0)],
              [t`Sending and waiting`, formatPercent(shares.exposed + shares.waiting, 0)],
            ] as const)
          : []),
      ],
      facts: [measuredMs, computing ?? null, run.parameters],
      challenge:
        Number(line) > slowLine
          ? missed(t`The line is faster than 5\u00a0Mbit/s.`)
          : model !== wideModel
            ? missed(t`The challenge asks for the model with 17,154 parameters.`)
            : measuredMs <= mostMs
              ? met(t`A step took ${step}.`)
              : missed(t`A step took ${step}.`),
      ...(shares && computing !== undefined
        ? {
            bars: {
              title: t`Where the time of a step went`,
              items: (
                [
                  [t`Computing`, computing],
                  // Two names of one transfer: what one replica sends, the other waits for.
                  [t`Sending and waiting`, shares.exposed + shares.waiting],
                  [t`Other`, shares.other],
                ] as const
              ).map(([label, value]) => ({ label, value, words: formatPercent(value, 0) })),
            },
          }
        : {}),
    };
  },
  explain(values, [measuredMs, computing, parameters]) {
    const { line } = values;
    const cost = costOf(values, parameters ?? NaN);
    const seven = stepCost(presets.seven);
    const sevenHere = stepCost({ ...presets.seven, megabitPerSecond: Number(line), latencyMs });
    return [
      computing === null
        ? t`How the time was spent was not measured.`
        : computing < 0.5
          ? t`The replicas computed ${{ share: formatPercent(computing, 0) }} of the time. A faster processor would shorten only that part: this is the communication wall.`
          : t`The replicas computed ${{ share: formatPercent(computing, 0) }} of the time: here the processor is what limits the step.`,
      t`The formula: ${{ bytes: formatBytes(cost.sentBytes) }} over ${line}\u00a0Mbit/s take ${{ transfer: formatMs(cost.transferMs) }}, and two latencies take ${{ latency: formatMs(cost.latencyMs) }}. A sum is ${{ sum: formatMs(cost.sumMs) }}.`,
      t`Measured were ${{ step: formatMs(measuredMs ?? NaN) }} for a whole step. That is the sum, the compute, one more latency for the records, and what the formula leaves out: headers, encoding, additions.`,
      t`A model of 7 billion parameters has a gradient of ${{ bytes: formatBytes(gradientBytes(presets.seven)) }} at two bytes each. Eight GPUs on 25\u00a0Gbit/s need ${{ fast: formatMs(seven.sumMs) }} for a sum and ${{ compute: formatMs(seven.computeMs) }} to compute. On the line of this lesson, ${line}\u00a0Mbit/s, a sum would take ${{ slow: longWords(sevenHere.sumMs) }}.`,
    ];
  },
};

/** The cost as the calculator has it. */
function costOf({ line, codec }: Values, parameters: number): ReturnType<typeof stepCost> {
  return stepCost({
    ...presets.lan,
    parameters,
    worldSize: 2,
    megabitPerSecond: Number(line),
    latencyMs,
    compression: codec === 'int8' ? 4 : 1,
  });
}

const hourMs = 3_600_000;

function longWords(ms: number): string {
  if (ms < hourMs) return formatMs(ms);
  const hours = ms / hourMs;
  return hours < 48
    ? t`${{ count: formatFixed(hours, 1) }} hours`
    : t`${{ count: formatFixed(hours / 24, 1) }} days`;
}
