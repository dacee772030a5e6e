// The communication wall: two replicas over a slow line, beside what the calculator says.
import { presets } from '../../../src/calculator/presets';
import { gradientBytes } from '../../../src/calculator/setup';
import { stepCost } from '../../../src/calculator/step-cost';
import { codecNamed } from '../../../src/codecs/setting';
import { formatBytes, formatCount, formatMs, formatPercent } from '../../bridge/words/format';
import type { Control, Values } from '../core/control';
import type { Lesson } from '../core/lesson';
import { modelOf, runOf } from '../core/run-of';
import { bytesPerStep, stepMs, timeShares } from '../core/trial';
import {
  bars,
  challenge,
  controls as names,
  explanation,
  figures,
  labels,
  longTime,
  options,
  question,
  words,
} from './words';

const steps = 40;
const latencyMs = 5;
const slowLine = 5;
const wideModel = '128';
const mostMs = 80;

const controls: readonly Control[] = [
  {
    id: 'line',
    get label() {
      return names.line;
    },
    get options(): Control['options'] {
      return ['1', '5', '20', '100'].map((megabit) => [megabit, options.line(megabit)]);
    },
    initial: '5',
  },
  {
    id: 'model',
    get label() {
      return names.model;
    },
    get options(): Control['options'] {
      return [
        ['32', formatCount(1218)],
        ['64', formatCount(4482)],
        [wideModel, formatCount(17_154)],
      ];
    },
    initial: wideModel,
  },
  {
    id: 'codec',
    get label() {
      return names.codec;
    },
    get options(): Control['options'] {
      return options.codec;
    },
    initial: 'f32',
  },
  {
    id: 'batch',
    get label() {
      return names.batch;
    },
    get options(): Control['options'] {
      return [16, 512, 4096].map((batch) => [String(batch), formatCount(batch)]);
    },
    initial: '16',
  },
];

export const communicationWall: Lesson = {
  id: 'communication-wall',
  words,
  controls,
  hasCalculator: true,
  smoothing: 1,
  question: () => ({ kind: 'number', text: question.text, unit: 'ms', least: 1, most: 5000, factor: 1.5 }),
  trials: ({ line, model, codec, batch }, base) => [
    {
      get label() {
        return labels.run(line);
      },
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
        [figures.step, step],
        [figures.sum, formatMs(costOf(values, run.parameters).sumMs)],
        [figures.bytes, formatBytes(bytesPerStep(run))],
        ...(shares && computing !== undefined
          ? ([
              [figures.compute, formatPercent(computing, 0)],
              [figures.waiting, formatPercent(shares.exposed + shares.waiting, 0)],
            ] as const)
          : []),
      ],
      facts: [measuredMs, computing ?? null, run.parameters],
      challenge:
        Number(line) > slowLine
          ? { isMet: false, why: challenge.line }
          : model !== wideModel
            ? { isMet: false, why: challenge.model }
            : measuredMs <= mostMs
              ? { isMet: true, why: challenge.met(step) }
              : { isMet: false, why: challenge.slow(step) },
      ...(shares && computing !== undefined
        ? {
            bars: {
              title: bars.title,
              whole: 1,
              items: (
                [
                  [figures.compute, computing],
                  // Two names of one transfer: what one replica sends, the other waits for.
                  [figures.waiting, shares.exposed + shares.waiting],
                  [bars.other, shares.other],
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
      explanation.formula(
        formatBytes(cost.sentBytes),
        line,
        formatMs(cost.transferMs),
        formatMs(cost.latencyMs),
        formatMs(cost.sumMs),
      ),
      explanation.measured(formatMs(measuredMs ?? NaN)),
      computing === null
        ? explanation.unknown
        : (computing < 0.5 ? explanation.wall : explanation.noWall)(formatPercent(computing, 0)),
      explanation.seven(
        formatBytes(gradientBytes(presets.seven)),
        formatMs(seven.sumMs),
        formatMs(seven.computeMs),
        line,
        longWords(sevenHere.sumMs),
      ),
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
  return hours < 48 ? longTime.hours(hours.toFixed(1)) : longTime.days((hours / 24).toFixed(1));
}
